"""A small summary of a text that tells whether two documents say nearly the same.

Reference:
    Broder, "On the resemblance and containment of documents", 1997: of all runs of words, those
    with the smallest hashes are a sample, and the share of common ones among the smallest of both
    estimates the share of common runs.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from onfile.language.known import Known

SIZE = 256  # the estimate is within 0.06 of the truth, 19 times of 20
_MANY = 4 * SIZE  # hashes that hold the smallest, unless runs of words repeat beyond reason
RUN = 5  # words: long enough that boilerplate of one industry does not look like a copy
_AT_ONCE = 250_000  # words in memory: a filing of 500 pages
_MIN_WORDS = 50  # a shorter text says too little to be called a copy of another
_WIDTH = 8  # bytes of a word's hash
_ODD = 0x9E3779B97F4A7C15  # 2^64 over the golden ratio: its powers spread the bits well
_FACTORS = [np.uint64(pow(_ODD, place + 1, 1 << 64)) for place in range(RUN)]
_WORDS = re.compile(r"\w+")

Hashes = npt.NDArray[np.uint64]


def _hashes(piece: str) -> bytes:
    """Of the words between two blanks, mostly one, 8 bytes each."""
    found = (zlib.crc32(word.encode("utf-8", "replace")) for word in _WORDS.findall(piece))
    return b"".join(one.to_bytes(_WIDTH, "little") for one in found)


_HASHES = Known(_hashes, 65_536)


def sketch_of(texts: Iterable[str]) -> bytes:
    """The smallest ``SIZE`` hashes of runs of words, ascending, 8 bytes each; empty for no text."""
    least = np.zeros(0, np.uint64)
    n_words = 0
    words = bytearray()
    for text in texts:
        found = b"".join(map(_HASHES.__getitem__, text.split()))
        n_words += len(found) // _WIDTH
        words += found
        if len(words) >= _AT_ONCE * _WIDTH:
            least = _smallest(np.append(least, _runs(words)))
            # The runs that begin in the last words go on in the next text.
            words = words[_WIDTH * (1 - RUN) :]
    if n_words < _MIN_WORDS:
        return b""
    return _smallest(np.append(least, _runs(words))).astype("<u8").tobytes()


def _runs(words: bytearray) -> Hashes:
    """One hash for each run of ``RUN`` words."""
    hashes = np.frombuffer(bytes(words), "<u8").astype(np.uint64)
    n_runs = max(len(hashes) - RUN + 1, 0)
    mixed = np.zeros(n_runs, np.uint64)
    for place, factor in enumerate(_FACTORS):  # the place of a word in the run matters
        mixed += hashes[place : place + n_runs] * factor
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    return mixed


def _smallest(hashes: Hashes) -> Hashes:
    """The ``SIZE`` smallest different hashes, ascending; all where there are fewer."""
    if len(hashes) > _MANY:
        least = np.unique(np.partition(hashes, _MANY)[:_MANY])
        if len(least) >= SIZE:
            return least[:SIZE]
    return np.unique(hashes)[:SIZE]
