"""Does a claim say the opposite of what it quotes? Words of direction and of denial."""

from __future__ import annotations

import dataclasses
import re
from difflib import SequenceMatcher

from onfile.language.sentences import units
from onfile.types import Claim
from onfile.verify.arithmetic import steps
from onfile.verify.folding import beside_quotes, folded, own_words, words

SAME_SUBJECT = 0.6  # share of a claim's content words in a sentence that is about the same thing
MIN_SUBJECT = 2  # content words; one word in common is no common subject
MAX_SWAP = 3  # words exchanged between common words; more is another way of saying it

_UP = re.compile(
    r"increas\w*|ris(?:e|es|en|ing)|rose|grew|grow(?:s|n|th|ing)?|higher|up|gain(?:s|ed)?|"
    r"improv\w*|expand\w*|expansion|accelerat\w*|climb\w*|jump\w*|surg\w*|exceed\w*|above|larger"
)
_DOWN = re.compile(
    r"decreas\w*|declin\w*|fell|fall(?:s|en|ing)?|lower(?:ed)?|down|drop\w*|reduc\w*|shr[aiu]nk\w*|"
    r"contract(?:ed|ion)|deteriorat\w*|weaken\w*|slump\w*|below|smaller|slow(?:ed|er|ing)"
)
_NOT = re.compile(r"not|no|never|none|neither|nor|without|cannot|unable|.*n['’]t")
_NO_DENIAL = re.compile(
    r"\b(?:not only|not limited to|no later than|no less than|not less than|no more than|"
    r"not more than|not yet|whether or not|if not|no assurance|no longer than)\b",
    re.IGNORECASE,
)
_VERDICT = re.compile(r"^\s*(yes|no)\b\s*[:,.–—-]\s*", re.IGNORECASE)
_FUNCTION = """
a an the of in to for on by at as is are was were be been has have had do does did it its this that
these those and or with from we our us they their which who will would
"""
_FUNCTION_WORDS = frozenset(_FUNCTION.split())


def contradiction(claim: Claim, pages: list[str]) -> str:
    """How the claim contradicts its quotes; empty when no contradiction is seen.

    Only the claim's own words are weighed: what it takes from the page in a row of words is the
    page's, and a claim that holds its quote verbatim is judged beside the quote alone.
    """
    claim = dataclasses.replace(claim, text=without_verdict(claim.text))
    own = own_words(_beside(claim), pages)
    if claim.arithmetic:
        return _against_result(claim, own)
    sentence = _same_subject(claim)
    if sentence is None:
        return ""
    return (
        _opposite_direction(own, sentence)
        or _swapped_direction(claim, sentence)
        or _opposite_denial(claim, own, sentence)
    )


def without_verdict(text: str) -> str:
    """Without a leading "Yes:" or "No,": it answers the question and denies no quote."""
    return _VERDICT.sub("", text)


def verdict_of(text: str) -> int:
    """+1 for a leading yes, -1 for a leading no, 0 for neither."""
    match = _VERDICT.match(text)
    return 0 if match is None else (1 if match[1].lower() == "yes" else -1)


def direction(found: list[str]) -> int:
    """+1 for words of rising alone, -1 of falling alone, 0 for neither or both."""
    rises = any(_UP.fullmatch(word) for word in found)
    falls = any(_DOWN.fullmatch(word) for word in found)
    return int(rises) - int(falls)


def denies(text: str) -> bool:
    """True when the text has a word of denial that is not part of a set phrase."""
    return any(_NOT.fullmatch(word) for word in words(_NO_DENIAL.sub(" ", text)))


def _against_result(claim: Claim, own: list[str]) -> str:
    stated, last = direction(own), steps(claim.arithmetic)[-1].result
    if stated * last < 0:
        said = "a rise" if stated > 0 else "a fall"
        return f"it says {said}, but its arithmetic comes to {last}"
    return ""


def _opposite_direction(own: list[str], sentence: str) -> str:
    stated, quoted = direction(own), direction(words(sentence))
    if stated * quoted < 0 and not denies(" ".join(own)) and not denies(sentence):
        said, other = ("a rise", "a fall") if stated > 0 else ("a fall", "a rise")
        return f"it says {said}, its quote {other}"
    return ""


def _swapped_direction(claim: Claim, sentence: str) -> str:
    """The same sentence with "increased" for "decreased", where it has words of both kinds."""
    mine, theirs = words(claim.text), words(sentence)
    matcher = SequenceMatcher(None, mine, theirs, autojunk=False)
    for kind, i, j, k, m in matcher.get_opcodes():
        is_swap = kind == "replace" and max(j - i, m - k) <= MAX_SWAP
        if is_swap and direction(mine[i:j]) * direction(theirs[k:m]) < 0:
            return f"it says “{' '.join(mine[i:j])}”, its quote “{' '.join(theirs[k:m])}”"
    return ""


def _opposite_denial(claim: Claim, own: list[str], sentence: str) -> str:
    if _beside(claim) != folded(claim.text):
        return ""  # its quote is in it: what the quote denies, it denies
    if denies(sentence) and not denies(claim.text) and direction(own) == 0:
        return "its quote denies what it says"
    if denies(" ".join(own)) and not denies(sentence):
        return "it denies what its quote says"
    return ""


def _same_subject(claim: Claim) -> str | None:
    """The sentence of the quotes that shares most content words with the claim, if enough."""
    mine = _content(claim.text) - _scope(claim)
    best: tuple[float, str] | None = None
    for citation in claim.citations:
        for unit in units(citation.quote):
            sentence = citation.quote[unit.start : unit.end]
            shared = len(mine & _content(sentence))
            share = shared / len(mine) if mine else 0.0
            if shared >= MIN_SUBJECT and (best is None or share > best[0]):
                best = (share, sentence)
    return best[1] if best is not None and best[0] >= SAME_SUBJECT else None


def _scope(claim: Claim) -> frozenset[str]:
    """Words for who and when, which a quote need not repeat."""
    named = [claim.pair.key[1]] if claim.pair is not None else []
    for c in claim.citations:
        named += [c.company or "", c.form or "", c.period or "", c.speaker or "", "fiscal year"]
    return _content(" ".join(named))


def _content(text: str) -> frozenset[str]:
    """What the text is about: no function words, no words of direction or denial, folded ends."""
    kept = set()
    for printed in words(text):
        word = re.sub(r"['’]s$", "", printed)
        is_sign = not word[0].isalnum()
        if is_sign or word in _FUNCTION_WORDS or _NOT.fullmatch(word):
            continue
        if not (_UP.fullmatch(word) or _DOWN.fullmatch(word)):
            kept.add(re.sub(r"(?:ed|ing|es|s|e)$", "", word) if word.isalpha() else word)
    return frozenset(kept)


def _beside(claim: Claim) -> str:
    return beside_quotes(claim.text, (citation.quote for citation in claim.citations))
