"""Items that prose counts: "First, … Second, … And third, …". A list is quoted whole or not."""

from __future__ import annotations

import re
from collections.abc import Sequence

from onfile.language.sentences import Unit

MAX_SENTENCES = 16  # from the first item to the last, those that go into one of them included
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_ITEM = re.compile(
    rf"\W*(?:and\W+)?({'|'.join(_ORDINALS)})(?:ly)?\b(?=\s*,|\s+(?:is|was|an?|the)\b)", re.I
)
_LAST = re.compile(r"\W*(?:and\W+)?(?:lastly|finally)\b", re.I)


def items_after(text: str, sentences: Sequence[Unit]) -> int:
    """How many further sentences belong to the list that the first of these opens.

    Args:
        text: The page's text.
        sentences: Its pieces from the one in question on.

    Returns:
        0 where the first is no first item, or where no second one follows.
    """
    if _number(text, sentences[0]) != 0:
        return 0
    wanted, last = 1, 0
    for i, one in enumerate(sentences[1:MAX_SENTENCES], start=1):
        if one.kind != sentences[0].kind:
            break
        if _number(text, one) == wanted:
            wanted, last = wanted + 1, i
        elif wanted > 1 and _LAST.match(text, one.start, one.end):
            last = i
            break
    return last


def _number(text: str, sentence: Unit) -> int | None:
    found = _ITEM.match(text, sentence.start, sentence.end)
    return None if found is None else _ORDINALS.index(found[1].lower())
