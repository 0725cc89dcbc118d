"""Each refusal code in plain words, the same on every face; completes "No answer: …"."""

from onfile.types import RefusalCode

IN_WORDS = {
    RefusalCode.LIVE_DATA: "this asks for live data, which an archive of documents cannot hold",
    RefusalCode.NOT_EVIDENCE_TYPE: "this asks for advice, an opinion or a prediction",
    RefusalCode.OUT_OF_SCOPE: "this has nothing to do with the documents on file",
    RefusalCode.UNDERSPECIFIED: "the question fits several things on file",
    RefusalCode.COMPANY_NOT_ON_FILE: "that company is not on file",
    RefusalCode.PERIOD_NOT_ON_FILE: "that period is not on file",
    RefusalCode.SCOPE_INCOMPLETE: "part of what was asked for has no evidence on file",
    RefusalCode.NO_EVIDENCE: "nothing was found",
    RefusalCode.WEAK_EVIDENCE: "nothing found bears closely enough on the question",
    RefusalCode.NOT_STATED: "the documents that should state it do not",
    RefusalCode.FALSE_PREMISE: "the documents contradict what the question takes for granted",
    RefusalCode.CONFLICTING_EVIDENCE: "the documents state different things",
    RefusalCode.CITATION_UNRESOLVED: "a citation of the draft leads nowhere",
    RefusalCode.QUOTE_NOT_FOUND: "a quote of the draft is not on the page it names",
    RefusalCode.NUMBER_NOT_SUPPORTED: "a number of the draft is not in what it cites",
    RefusalCode.WRONG_ATTRIBUTION: "the draft cites another company or period than asked for",
    RefusalCode.NOT_ENTAILED: "the draft says more than, or the opposite of, what it cites",
    RefusalCode.READINGS_DISAGREE: "two readings gave different values",
    RefusalCode.MODEL_DECLINED: "the language model declined",
    RefusalCode.MODEL_TRUNCATED: "the language model was cut off",
    RefusalCode.MODEL_UNPARSEABLE: "the language model's reply could not be read",
    RefusalCode.EMPTY_ARCHIVE: "nothing is on file",
}
