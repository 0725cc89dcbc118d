"""Snowball's English stemmer, through PyStemmer."""

from __future__ import annotations

import threading
from importlib.metadata import version

import Stemmer


class SnowballStemmer:
    """Stems lower-case English words; callable, as ``language.words.Stem`` asks.

    Reference:
        Porter, "Snowball: a language for stemming algorithms", 2001 (the "Porter2" rules).
    """

    def __init__(self) -> None:
        self.name = f"snowball-english PyStemmer {version('PyStemmer')}"
        self._local = threading.local()  # a Stemmer must not be shared between threads

    def __call__(self, words: list[str]) -> list[str]:
        """The stem of each word, in order."""
        stemmer = getattr(self._local, "stemmer", None)
        if stemmer is None:
            stemmer = self._local.stemmer = Stemmer.Stemmer("english", 0)
        return list(stemmer.stemWords(words))


stem = SnowballStemmer()
"""The stemmer that indexing and questions share."""
