"""How codes, places and units are said in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterable

from onfile.types import Figure, RefusalCode

REFUSALS = {
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

SCALES = {
    1: "ones",
    1_000: "thousands",
    100_000: "lakh",
    1_000_000: "millions",
    10_000_000: "crore",
    1_000_000_000: "billions",
}


def place(
    document: str,
    *,
    page: int | None,
    page_label: str | None = None,
    line: int | None = None,
    turn: int | None = None,
    parts: Iterable[str | None] = (),
    last: Iterable[str | None] = (),
) -> str:
    """``document · page 60 (printed 58) · company · form · period · section``."""
    where = []
    if page is not None:
        is_relabelled = page_label is not None and page_label != str(page)
        where.append(f"page {page} (printed {page_label})" if is_relabelled else f"page {page}")
    if page is None and line is not None:
        where.append(f"line {line}")
    if turn is not None:
        where.append(f"turn {turn}")
    return " · ".join(part for part in (document, *where, *parts, *last) if part)


def once_in_its_currency(text: str) -> str:
    """``$1.20 per share`` for ``$1.20 USD per share``: the unit names the currency again."""
    text = re.sub(r"(\$[\d.,]+) USD per share\b", r"\1 per share", text)
    return re.sub(r"\b([A-Z]{3}) (-?[\d.,]+) \1 per share\b", r"\1 \2 per share", text)


def number_words(figure: Figure) -> str:
    """The scale, currency and unit of a figure, saying so where they are unknown."""
    if figure.is_percent:
        return "percent"
    scale = (
        "scale unknown" if figure.scale is None else SCALES.get(figure.scale, f"×{figure.scale}")
    )
    return ", ".join(part for part in (scale, figure.currency, figure.unit) if part)
