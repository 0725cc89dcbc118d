"""Characters as they are meant: ligatures, spaces, hyphens and bullets folded, boxes kept in step.

Private-use bullets become ``•``; other control characters that have ink stay visible as U+FFFD
rather than vanish, so that a gap in the text layer is never silent.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from onfile.language.letters import codes_of
from onfile.types import FloatArray

UNMAPPED = "\ufffd"
LINE_END_HYPHEN = "\x02"

_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "st",
    "ﬆ": "st",
}
_NO_BREAK_SPACE = "\u00a0"
_SPACES = (
    "\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u202f\u205f\u3000"
)
_INVISIBLE = "\u200b\u200c\u2060\ufeff\u00ad"
_BULLETS = "\uf0b7\uf0a7\uf0a8\uf0d8\uf06e\uf075\uf076\uf0fc\uf02d\uf09f\uf0be\uf071\uf077"
_SPECIAL = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f" + "".join(_LIGATURES) + _SPACES + _INVISIBLE + "\ue000-\uf8ff]"
)

# What an unmapped ligature must have been, told by the letters before and after it.
# Only stems with one English reading are here; anything else stays marked.
_REPAIRS: tuple[tuple[str, str, str], ...] = (
    (r"\bo", r"er|set|s?hore", "ff"),
    (r"\bo", r"ice|ici|cer|ce\b|ces\b|cial", "ffi"),
    (r"\be", r"ect|ort", "ff"),
    (r"\bdi", r"er", "ff"),
    (r"\bdi", r"cult", "ffi"),
    (r"\b(?:e|ine|su|insu)", r"cien", "ffi"),
    (r"\ba", r"liat", "ffi"),
    (r"\b(?:sta|tari|payo|layo)", r"\b|s\b|ing|ed", "ff"),
    (r"\bre", r"ect", "fl"),
    (r"\b(?:in|de)", r"at(?:e|i)", "fl"),
    (r"\b(?:in|out|over|cash )", r"ow", "fl"),
    (r"\bcon", r"ict", "fl"),
    (r"\bin", r"uen", "fl"),
    (r"(?<![^\W\d_])", r"exib|uctuat|eet\b|oat|oor", "fl"),
    (
        r"(?<![^\W\d_])",
        r"nanc|nal|rst|scal|xed|led\b|ling|eld|fth|fteen|fty|gure|duciar|nish|rm|ve\b",
        "fi",
    ),
    (r"\b(?:signi|speci|arti|super|paci|scienti|bene)", r"c", "fi"),
    (r"\b(?:speci|identi|quali|certi|classi|modi|veri|noti|simpli|diversi|satis)", r"c|e|y", "fi"),
    (r"\b(?:reclassi|uncerti|unspeci|unquali|unidenti|clari|recti)", r"c|e|y", "fi"),
    (r"\b(?:pro|bene|non-pro|nonpro)", r"t", "fi"),
    (r"\bpro", r"le", "fi"),
    (r"\bde", r"n|cit|cien", "fi"),
    (r"\b(?:con|recon)", r"rm|den|gur", "fi"),
    (r"\bre", r"nanc|ne", "fi"),
    (r"\bful", r"ll", "fi"),
)
_REPAIR_PATTERNS = tuple(
    (re.compile(rf"(?i)(?:{before})({UNMAPPED})(?={after})"), letters)
    for before, after, letters in _REPAIRS
)


def fold(text: str, boxes: FloatArray | None) -> tuple[str, FloatArray | None]:
    r"""Fold typographic characters and repair unmapped ligatures where there is one reading.

    Args:
        text: Raw text; lines end in ``\\n``. U+0002 is a hyphen at the end of a line that
            pdfium joined to the next: it becomes ``-`` and a line end.
        boxes: ``(len(text), 4)`` or None.

    Returns:
        Folded text and boxes of the new length; a character that became several shares its
        box's width among them.
    """
    text, boxes = _with_plain_spaces(text, boxes)
    found = [(match.start(), match.group()) for match in _SPECIAL.finditer(text)]
    inked = _have_ink(boxes, [index for index, _ in found])
    replacements = [
        (index, _folded(char, has_ink)) for (index, char), has_ink in zip(found, inked, strict=True)
    ]
    text, boxes = _replace(text, boxes, replacements)
    if UNMAPPED not in text:
        return text, boxes
    repairs = {
        match.start(1): letters
        for pattern, letters in _REPAIR_PATTERNS
        for match in pattern.finditer(text)
    }
    return _replace(text, boxes, sorted(repairs.items()))


def _with_plain_spaces(text: str, boxes: FloatArray | None) -> tuple[str, FloatArray | None]:
    """No-break spaces as spaces: some files have no others."""
    if _NO_BREAK_SPACE not in text:
        return text, boxes
    if boxes is not None:
        spaces = np.flatnonzero(codes_of(text) == ord(_NO_BREAK_SPACE))
        if not np.isnan(boxes.take(spaces, axis=0)).all():
            boxes = boxes.copy()
            boxes[spaces] = np.nan
    return text.replace(_NO_BREAK_SPACE, " "), boxes


def _have_ink(boxes: FloatArray | None, indices: list[int]) -> list[bool]:
    if boxes is None or not indices:
        return [False] * len(indices)
    has_ink: list[bool] = (~np.isnan(boxes[indices, 0])).tolist()
    return has_ink


@lru_cache(maxsize=1_024)
def _folded(char: str, has_ink: bool) -> str:
    if char in _LIGATURES:
        return _LIGATURES[char]
    if char == LINE_END_HYPHEN and has_ink:
        return "-\n"
    if char == "\u00ad":
        return "-" if has_ink else ""
    if char in _INVISIBLE:
        return ""
    if char in _BULLETS:
        return "•"
    if char in _SPACES or char in "\x0b\x0c\x1c\x1d\x1e\x1f\x85":
        return UNMAPPED if has_ink and char not in _SPACES else " "
    if "\ue000" <= char <= "\uf8ff":
        return char
    return UNMAPPED if has_ink or char == "\x00" else ""


def _replace(
    text: str, boxes: FloatArray | None, replacements: list[tuple[int, str]]
) -> tuple[str, FloatArray | None]:
    """Replace single characters by strings, boxes kept in step."""
    if not replacements:
        return text, boxes
    pieces: list[str] = []
    last = 0
    for index, new in replacements:
        pieces += (text[last:index], new)
        last = index + 1
    pieces.append(text[last:])
    if boxes is None:
        return "".join(pieces), None
    indices = np.array([index for index, _ in replacements], np.int64)
    lengths = np.array([len(new) for _, new in replacements], np.int64)
    counts = np.ones(len(text), np.int64)
    counts[indices] = lengths
    grown = boxes.take(np.repeat(np.arange(len(text)), counts), axis=0)
    starts = indices + np.cumsum(lengths - 1) - (lengths - 1)
    grown[starts[[new == " " for _, new in replacements]]] = np.nan
    for place in np.flatnonzero(lengths > 1).tolist():
        start, new = int(starts[place]), replacements[place][1]
        if new == "-\n":
            grown[start + 1] = np.nan
        else:
            _share_width(grown[start : start + len(new)])
    return "".join(pieces), grown


def _share_width(boxes: FloatArray) -> None:
    """Cut one box, repeated, into equal parts from left to right, in place."""
    edges = np.linspace(boxes[0, 0], boxes[0, 2], len(boxes) + 1)
    boxes[:, 0], boxes[:, 2] = edges[:-1], edges[1:]
