"""The lexicon: how people ask for a thing, and how documents print it.

``lexicon/*.yaml`` holds the entries (``docs/lexicon.md`` says how to write one). A user's own
file may add concepts, or phrases to concepts that exist. ``python -m onfile.language.lexicon``
checks the files.
"""

from __future__ import annotations

import functools
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from onfile.errors import OnfileError, SettingError
from onfile.language.formula import Node, concepts_of, parse
from onfile.language.labels import Print, ask_tokens, normal_label, without_allowance
from onfile.language.lexicon_files import Concept, Problem, lint, merge, read_file
from onfile.types import ConceptMention

__all__ = ["Concept", "Lexicon", "Print", "load", "normal_label"]

DIRECTORY = Path(__file__).parent / "lexicon"


@dataclass(frozen=True, slots=True)
class _Phrase:
    tokens: tuple[str, ...]
    concept: str


class Lexicon:
    """Concepts with an index over their phrases."""

    def __init__(self, concepts: tuple[Concept, ...]) -> None:
        self.concepts = concepts
        self._by_id = {c.id: c for c in concepts}
        self._exact: dict[str, list[Concept]] = defaultdict(list)
        self._looser: list[tuple[Print, Concept]] = []
        self._phrases: dict[str, list[_Phrase]] = defaultdict(list)
        self._formulas = {c.id: parse(c.formula) for c in concepts if c.formula}
        self._by_tag: dict[str, tuple[str, ...]] = {}
        for concept in concepts:
            for tag in concept.tags:
                self._by_tag[tag] = (*self._by_tag.get(tag, ()), concept.id)
        self._implied = {c.id: parse(c.implied) for c in concepts if c.implied}
        for concept in concepts:
            self._index(concept)

    def _index(self, concept: Concept) -> None:
        for printed in concept.prints:
            if printed.form == "is":
                self._exact[printed.text].append(concept)
            else:
                self._looser.append((printed, concept))
        for ask in concept.asks:
            tokens = tuple(token.stem for token in ask_tokens(ask))
            self._phrases[tokens[0]].append(_Phrase(tokens, concept.id))

    def concept(self, concept_id: str) -> Concept:
        """The concept of that id.

        Raises:
            KeyError: there is none.
        """
        return self._by_id[concept_id]

    def formula(self, concept_id: str) -> Node | None:
        """The parsed formula of a concept, or None where it has none or is not known."""
        return self._formulas.get(concept_id)

    def concepts_of_tag(self, tag: str) -> tuple[str, ...]:
        """Concepts that an inline XBRL tag states, in the order of the files."""
        return self._by_tag.get(tag, ())

    def implied(self, concept_id: str) -> Node | None:
        """The formula by which statements say a concept that no row prints; None without one."""
        return self._implied.get(concept_id)

    def prints(self, concept_id: str) -> tuple[str, ...]:
        """Words under which documents print a concept, most usual first, for wider search.

        What they say where they discuss it comes next; a computed
        concept gives the words of what it is computed from last.
        """
        concept = self._by_id[concept_id]
        words = [p.words for p in concept.prints if p.words] + list(concept.words)
        for part in concept.parts:
            words += [p.words for p in self._by_id[part].prints[:3] if p.words]
        return tuple(dict.fromkeys(words))

    def match_label(
        self,
        label: str,
        statement: str | None = None,
        path: tuple[str, ...] = (),
        *,
        is_per_share: bool | None = None,
    ) -> tuple[str, str] | None:
        """The concept that a row's label prints, and why; None when no entry is certain.

        Args:
            label: As printed; case, punctuation, footnote marks and brackets do not count.
            statement: "income", "balance_sheet" …: concepts that live elsewhere are passed
                over. None accepts any.
            path: Headings above the row, outermost first. The innermost completes a label that
                means nothing by itself: "Diluted" under "Earnings per share".
            is_per_share: The row holds amounts a share (True), other amounts (False), or it is
                not known which (None): "Dividends" may be either.
        """
        normal = normal_label(label)
        if not normal:
            return None
        heading = normal_label(path[-1]) if path else ""
        for text in (
            (f"{heading} {normal}", f"{normal} {heading}", normal) if heading else (normal,)
        ):
            found = self._exactly(text, statement, is_per_share)
            if found is not None:
                return found.id, f"label is {text!r}"
        whole = without_allowance(label)
        if whole.strip() and whole != label:
            without = self.match_label(whole, statement, path, is_per_share=is_per_share)
            if without is not None:
                return without
        for printed, concept in self._looser:
            is_fitting = concept.lives_in(statement) and concept.is_of(is_per_share)
            if is_fitting and printed.matches(normal):
                return concept.id, f"label {printed.form} {printed.text!r}"
        return None

    def _exactly(
        self, normal: str, statement: str | None, is_per_share: bool | None
    ) -> Concept | None:
        """The concept printed so; one that names the statement first, None where several fit."""
        fitting = [c for c in self._exact.get(normal, ()) if c.lives_in(statement)]
        fitting = [c for c in fitting if c.is_of(is_per_share)]
        named = [c for c in fitting if statement in c.statements] or fitting
        return named[0] if len(named) == 1 else None

    def mentions(self, question: str) -> tuple[ConceptMention, ...]:
        """Concepts the words of a question name, in order of their place.

        The phrase with most words wins where two overlap; of equal ones the earlier, then the
        concept that stands first in the files.
        """
        tokens = ask_tokens(question)
        stems = [token.stem for token in tokens]
        found = [
            (len(phrase.tokens), at, phrase.concept)
            for at, stem in enumerate(stems)
            for phrase in self._phrases.get(stem, ())
            if tuple(stems[at : at + len(phrase.tokens)]) == phrase.tokens
        ]
        taken: set[int] = set()
        mentions = []
        for n, at, concept in sorted(found, key=lambda f: (-f[0], f[1])):
            if taken.isdisjoint(range(at, at + n)):
                taken.update(range(at, at + n))
                start, end = tokens[at].start, tokens[at + n - 1].end
                mentions.append(ConceptMention(concept, question[start:end], start, end))
        return tuple(sorted(mentions, key=lambda m: m.start))


@functools.lru_cache(maxsize=8)
def load(extra: Path | None = None) -> Lexicon:
    """The shipped lexicon, with a user's own file merged in. Cached.

    Raises:
        SettingError: a file is not valid; the message lists every problem.
    """
    concepts: tuple[Concept, ...] = ()
    paths = [*sorted(DIRECTORY.glob("*.yaml")), *([extra] if extra is not None else [])]
    for path in paths:
        concepts = merge(concepts, read_file(path))
    problems = [p for p in lint(concepts) if p.is_error]
    if problems:
        raise SettingError("lexicon: " + "; ".join(p.text for p in problems))
    return Lexicon(_with_parts(concepts))


def _with_parts(concepts: tuple[Concept, ...]) -> tuple[Concept, ...]:
    """Fill in ``parts``: the concepts a formula is made of."""
    return tuple(
        replace(c, parts=concepts_of(parse(c.formula))) if c.formula else c for c in concepts
    )


def check(own: Sequence[Path] = ()) -> tuple[int, list[Problem]]:
    """How many concepts the shipped files and the user's own make together, and what is wrong.

    Raises:
        SettingError: a file can't be read, or an entry has an unknown key or a wrong value.
    """
    concepts: tuple[Concept, ...] = ()
    for path in [*sorted(DIRECTORY.glob("*.yaml")), *own]:
        concepts = merge(concepts, read_file(path))
    return len(concepts), lint(concepts)


def main() -> int:
    """Check the shipped files and any that are named; 0 when there is no error."""
    try:
        n_concepts, problems = check([Path(name) for name in sys.argv[1:]])
    except OnfileError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for problem in problems:
        sys.stderr.write(f"{'error' if problem.is_error else 'warning'}: {problem.text}\n")
    sys.stdout.write(f"{n_concepts} concepts, {len(problems)} problems\n")
    return 1 if any(p.is_error for p in problems) else 0


if __name__ == "__main__":
    raise SystemExit(main())
