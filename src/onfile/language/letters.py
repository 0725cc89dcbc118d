"""What kind of character each one of a page is, for all of them at once."""

from __future__ import annotations

import functools
import re

import numpy as np
import numpy.typing as npt

LOWER = 1  # a to z
LETTER = 2  # of any script
WORD = 4  # what ``\w`` matches
BLANK = 8  # what ``str.split`` splits at
HANGING = 16  # has ink below the baseline, or none on it

_HANGING = "gjpqy,;()[]{}|/$_\\§¶•*'\"’‘“”-–—−^°~=+·<>@QJ"
_PATTERNS = (
    ("[a-z]+", LOWER),
    (r"[^\W\d_]+", LETTER),
    (r"\w+", WORD),
    (r"\s+", BLANK),
    (f"[{re.escape(_HANGING)}]+", HANGING),
)
_N_IN_TABLE = 1 << 16  # beyond are letters and signs that hardly any document has

Kinds = npt.NDArray[np.uint8]


def codes_of(text: str) -> npt.NDArray[np.uint32]:
    """``(len(text),)`` code points."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def kinds_of(codes: npt.NDArray[np.uint32]) -> Kinds:
    """``(len(codes),)`` kinds, each the sum of those above that the character is of."""
    if not len(codes) or int(codes.max()) < _N_IN_TABLE:
        return _table()[codes]
    kinds = _table()[np.minimum(codes, _N_IN_TABLE - 1)]
    rare = np.flatnonzero(codes >= _N_IN_TABLE)
    kinds[rare] = _kinds("".join(map(chr, codes[rare].tolist())))
    return kinds


@functools.cache
def _table() -> Kinds:
    return _kinds("".join(map(chr, range(_N_IN_TABLE))))


def _kinds(text: str) -> Kinds:
    kinds = np.zeros(len(text), np.uint8)
    for pattern, kind in _PATTERNS:
        for match in re.finditer(pattern, text):
            kinds[match.start() : match.end()] |= kind
    return kinds
