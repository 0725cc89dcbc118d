"""For claims in a model's own words: do the quotes say it, of those named, and is it asked for?

A claim by the reader quotes; a model's may add what no quote holds. Deterministic and plain: the
claim's content words must be met in its quotes, its names must be known, its speaker must be the
turn's. It refuses some true claims; it is not meant to let a false one through.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from onfile.language.people import is_same_person
from onfile.types import Claim, Intent
from onfile.verify.contradiction import denies, direction, verdict_of, without_verdict
from onfile.verify.folding import words

Terms = Callable[[str], Sequence[str]]

MIN_SUPPORT = 0.6
ASKED_WORD = 0.5  # what only the question says counts half: it is asked, not stated
MIN_ASKED = 0.5  # share of the question's content words that claims and quotes must have
_NAME = re.compile(r"(?<![.!?:]\s)(?<!^)\b[A-Z][\w&’'-]+(?:\s+[A-Z][\w&’'-]+)*")
_SPEAKER = re.compile(
    r"\b([A-Z][\w’'-]+(?:\s+[A-Z][\w’'.-]+)*)(?:\s*\([^)]*\)|,[^,]{3,40},)?\s+"
    r"(?:said|says|asked|answered|noted|stated|told|explained|added|commented|expects|expected)\b"
)
_PER = re.compile(r"\d[\d,.]*\s?(?:[a-z]+illion|thousand|%)?\s+per\s+([a-z]+)", re.IGNORECASE)
_COMMON = """
the a an in on of for fy q1 q2 q3 q4 it its this that company usd january february march april may
june july august september october november december i we
"""
_NOT_NAMES = frozenset(_COMMON.split())


def unsupported_words(claim: Claim, intent: Intent, terms: Terms) -> str:
    """What the claim says that its quotes do not; empty when they say enough of it."""
    quotes = " \n ".join(c.quote for c in claim.citations)
    stranger = _stranger(claim, intent, quotes)
    if stranger:
        return f"it names {stranger}, which its quotes do not"
    scope = _scope(claim)
    said = [t for t in dict.fromkeys(terms(_bare(claim))) if t not in scope and _is_word(t)]
    held = frozenset(terms(quotes))
    asked = frozenset(terms(intent.question))
    if not said:
        return ""
    met = sum(1.0 if t in held else ASKED_WORD if t in asked else 0.0 for t in said)
    if met / len(said) >= MIN_SUPPORT:
        return ""
    missing = ", ".join(t for t in said if t not in held)
    return f"its quotes do not say: {missing}"


def unstated_unit(claim: Claim) -> str:
    """The unit that an amount of the claim is given "per" and no quote has; empty when none."""
    held = set(words(" ".join(f"{c.quote} {c.note}" for c in claim.citations)))
    for match in _PER.finditer(claim.text):
        unit = match[1].lower()
        if not {unit, unit.rstrip("s"), f"{unit}s"} & held:
            return f"it says “per {match[1]}”, which its quotes do not"
    return ""


def wrong_verdict(claim: Claim, intent: Intent) -> str:
    """Why the claim's leading yes or no does not follow from the rest of it; empty when it does.

    Where the question asks whether something rose or fell, the claim's direction decides. Else a
    yes must not be followed by a denial, and a no must be.
    """
    said = verdict_of(claim.text)
    rest = without_verdict(claim.text)
    asked, went = direction(words(intent.question)), direction(words(rest))
    if said == 0:
        return ""
    follows = asked * went if asked and went else (-1 if denies(rest) else 1)
    if said == follows:
        return ""
    return f"“{'yes' if said > 0 else 'no'}” does not follow from what it says"


def wrong_speaker(claim: Claim, intent: Intent) -> str:
    """Whom the claim lets speak, though the cited turn is somebody else's; empty when nobody."""
    speakers = [c.speaker for c in claim.citations if c.speaker]
    if intent.speaker and speakers and not any(is_same_person(intent.speaker, s) for s in speakers):
        return f"{speakers[0]} said it, not {intent.speaker}"
    match = _SPEAKER.search(claim.text)
    if match is None or not speakers:
        return ""
    named = match[1]
    companies = " ".join(c.company or "" for c in claim.citations)
    if set(words(named)) <= set(words(companies)) | _NOT_NAMES:
        return ""
    return (
        ""
        if any(is_same_person(named, s) for s in speakers)
        else f"{speakers[0]} said it, not {named}"
    )


def beside_the_question(claims: Sequence[Claim], intent: Intent, terms: Terms) -> str:
    """Which words of the question no claim and no quote has; empty when enough are met."""
    asked = [t for t in dict.fromkeys(intent.terms) if _is_word(t)]
    text = " \n ".join(
        part for claim in claims for part in (claim.text, *(c.quote for c in claim.citations))
    )
    held = frozenset(terms(text))
    missing = [t for t in asked if t not in held]
    if not asked or 1 - len(missing) / len(asked) >= MIN_ASKED:
        return ""
    return f"nothing of it is about: {', '.join(missing)}"


def _stranger(claim: Claim, intent: Intent, quotes: str) -> str:
    known = set(words(f"{quotes} {intent.question}"))
    for c in claim.citations:
        fields = (c.company, c.form, c.period, c.section, c.speaker, c.document)
        known |= set(words(" ".join(f for f in fields if f)))
    for match in _NAME.finditer(claim.text):
        own = [w for w in words(match.group()) if w not in _NOT_NAMES and w[0].isalpha()]
        if own and not set(own) & known:
            return match.group()
    return ""


def _scope(claim: Claim) -> frozenset[str]:
    named = [w for c in claim.citations for w in words(f"{c.company or ''} {c.period or ''}")]
    return frozenset(
        (*named, "fiscal", "year", "million", "billion", "thousand", "usd", "was", "were")
    )


def _bare(claim: Claim) -> str:
    scope = {w for c in claim.citations for w in words(c.company or "")}
    return " ".join(w for w in words(claim.text) if w not in scope)


def _is_word(term: str) -> bool:
    return term[0].isalpha()
