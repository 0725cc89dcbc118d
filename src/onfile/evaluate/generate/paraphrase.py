"""Another wording of a probe, by rule: its gold stays true."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from onfile.evaluate.generate.probe import Probe
from onfile.evaluate.generate.saying import possessive

MIN_TYPO = 6  # letters of a word in which one slip leaves it readable
_QUESTION = re.compile(
    r"^(?:what (?:was|were|is)|how much did|give me|what did|which|compare)\s+", re.I
)
_REPORT = re.compile(r"\breport (?:as|for)\s+", re.I)
_ARTICLES = re.compile(r"\b(?:the|a|an)\s+", re.I)
Rule = Callable[[Probe, random.Random], str]


def paraphrased(probe: Probe, rng: random.Random) -> Probe | None:
    """The probe in other words, or None where every rule leaves it as it is."""
    for rule in rng.sample(RULES, len(RULES)):
        question = rule(probe, rng)
        if question != probe.question:
            note = f"{probe.note}; {rule.__name__.strip('_').replace('_', ' ')}"
            return replace(probe, question=question, note=note)
    return None


def _abbreviation(probe: Probe, rng: random.Random) -> str:
    """The company by another of its names."""
    names = [n for n in probe.variants.get("company", ()) if n != probe.slots.get("company")]
    company = probe.slots.get("company", "")
    if not names or not company:
        return probe.question
    name = rng.choice(names)
    owned = probe.question.replace(possessive(company), possessive(name), 1)
    return owned if owned != probe.question else owned.replace(company, name, 1)


def _synonym(probe: Probe, rng: random.Random) -> str:
    """The item by another of the lexicon's names."""
    item = probe.slots.get("item", "")
    others = [n for n in probe.variants.get("item", ()) if n.lower() != item.lower()]
    return _swapped(probe.question, item, rng.choice(others)) if others else probe.question


def _other_period(probe: Probe, rng: random.Random) -> str:
    """The period in another form."""
    when = probe.slots.get("when", "")
    others = [w for w in probe.variants.get("when", ()) if w != when]
    return _swapped(probe.question, when, rng.choice(others)) if others else probe.question


def _lower_case(probe: Probe, rng: random.Random) -> str:
    """As it is typed in a hurry."""
    return probe.question.lower().rstrip("?.")


def _keywords(probe: Probe, rng: random.Random) -> str:
    """Without question words and articles."""
    text = _REPORT.sub("", _QUESTION.sub("", probe.question))
    text = _ARTICLES.sub("", text).rstrip("?.")
    return text if len(text.split()) >= 3 else probe.question


def _reordered(probe: Probe, rng: random.Random) -> str:
    """The period first."""
    when = probe.slots.get("when", "")
    if not when or not probe.question.rstrip("?.").endswith(when):
        return probe.question
    rest = probe.question.rstrip("?.")[: -len(when)].strip()
    is_name = rest.startswith(probe.slots.get("company", "\0"))
    end = probe.question[-1] if probe.question[-1] in "?." else ""
    head = f"{when[:1].upper()}{when[1:]}"
    return f"{head}, {rest if is_name else rest[:1].lower() + rest[1:]}{end}"


def _typo(probe: Probe, rng: random.Random) -> str:
    """Two neighbouring letters of one of the item's words change places."""
    item = probe.slots.get("item", "")
    words = [w for w in re.findall(r"[a-z]+", item) if len(w) >= MIN_TYPO]
    if not words or item not in probe.question:
        return probe.question
    word = rng.choice(words)
    at = rng.randrange(1, len(word) - 2)
    slip = f"{word[:at]}{word[at + 1]}{word[at]}{word[at + 2 :]}"
    return _swapped(probe.question, item, item.replace(word, slip, 1))


def _swapped(question: str, old: str, new: str) -> str:
    """``old`` for ``new``, also where the first letter was made a capital."""
    for form, other in ((old, new), (f"{old[:1].upper()}{old[1:]}", f"{new[:1].upper()}{new[1:]}")):
        if form and form in question:
            return question.replace(form, other, 1)
    return question


RULES: tuple[Rule, ...] = (
    _abbreviation,
    _synonym,
    _other_period,
    _lower_case,
    _keywords,
    _reordered,
    _typo,
)
