"""Of which year does a sentence that states a subject tell?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.answer.passages import Piece
from onfile.answer.request import Reading, Topic

OPENING = 45  # characters in which a sentence says when
MAX_BACK = 4  # sentences in which a paragraph says of which year it tells
LONG_AGO = 10  # years; what is older is history
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_BEGINS_IN = re.compile(
    r"\s*(?:in|during|on|effective|as of)\s+"
    r"(?:fiscal\s+(?:year\s+)?|the \w+ quarter of\s+|[A-Z]\w+\s+(?:\d{1,2},\s+)?)?"
    r"(?P<year>(?:19|20)\d\d)\b",
    re.I,
)


def is_of_time(reading: Reading, topic: Topic, said: str) -> bool:
    """False where the sentence opens with years that are not asked for ("In 2018, we acquired")."""
    asked = (p.period for p in reading.intent.pairs)
    wanted = {str(p.fiscal_year) for p in (*reading.intent.periods, *asked) if p is not None}
    opening = set(_YEAR.findall(said[:OPENING]))
    named = set(_YEAR.findall(said))
    if not wanted or not named or wanted & named:
        return True
    if topic.is_dated:
        return False
    return not opening and int(max(named)) >= int(min(wanted)) - LONG_AGO


def is_told_of_another_year(reading: Reading, text: str, pieces: Sequence[Piece], at: int) -> bool:
    """A sentence without a year, in a paragraph that began with one not asked for.

    "In 2030, we bought A. Additionally, we acquired B."
    """
    asked = (p.period for p in reading.intent.pairs)
    wanted = {str(p.fiscal_year) for p in (*reading.intent.periods, *asked) if p is not None}
    if not wanted or _YEAR.search(text, pieces[at].unit.start, pieces[at].unit.end):
        return False
    for piece in reversed(pieces[max(0, at - MAX_BACK) : at]):
        if piece.unit.kind != "sentence":
            return False
        begun = _BEGINS_IN.match(text, piece.unit.start, piece.unit.end)
        if begun is not None:
            return begun["year"] not in wanted
    return False
