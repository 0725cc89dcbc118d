"""One generated question with its gold, and the row it is written as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from onfile.types import JsonObject, RefusalCode

SCALES = {1: "ones", 1_000: "thousands", 1_000_000: "millions", 10_000_000: "crore"} | {
    100_000: "lakh",
    1_000_000_000: "billions",
}


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an answer stands: a page, or a line of a text without pages; 1-based."""

    file: str
    page: int | None
    quote: str
    line: int | None = None
    turn: int | None = None
    speaker: str | None = None

    def row(self) -> JsonObject:
        """As question sets write it, with what is set alone."""
        written: JsonObject = {"file": self.file, "quote": self.quote}
        for name in ("page", "line", "turn", "speaker"):
            value = getattr(self, name)
            if value is not None:
                written[name] = value
        return written


@dataclass(frozen=True, slots=True)
class Number:
    """A gold number: the amount is ``value * scale``."""

    value: Decimal
    scale: int
    unit: str

    def row(self) -> JsonObject:
        """As question sets write it."""
        whole = self.value == self.value.to_integral_value()
        value = int(self.value) if whole else float(self.value)
        return {"value": value, "scale": SCALES[self.scale], "unit": self.unit}


@dataclass(frozen=True, slots=True)
class Probe:
    """A question and what is right for it.

    Attributes:
        kind: What it tests; the reports are told apart by it.
        question: As it is asked.
        answer: In words; None where it must be refused.
        gold, also_ok: Where the answer stands, and where the same is stated.
        scope: (company, period) pairs that it is about.
        codes: Of a question that must be refused, the codes that are right, the best first.
        missing: (company, period) that the archive does not hold.
        slots: What its wording was filled with, for paraphrases: "company", "item", "when".
        variants: For a slot, other ways to say the same.
        note: How its gold was established.
    """

    kind: str
    question: str
    answer: str | None = None
    numbers: tuple[Number, ...] = ()
    gold: tuple[Spot, ...] = ()
    also_ok: tuple[Spot, ...] = ()
    scope: tuple[tuple[str, str | None], ...] = ()
    codes: tuple[RefusalCode, ...] = ()
    missing: tuple[tuple[str, str | None], ...] = ()
    flags: tuple[str, ...] = ()
    slots: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    note: str = ""

    @property
    def is_answerable(self) -> bool:
        """False where the only right outcome is a refusal."""
        return not self.codes

    @property
    def group(self) -> str:
        """What choices are spread over: the first company or document it is about."""
        if self.scope:
            return self.scope[0][0]
        return self.gold[0].file if self.gold else ""

    def row(self, probe_id: str) -> JsonObject:
        """The line of a question set."""
        written: JsonObject = {
            "id": probe_id,
            "question": self.question,
            "kind": self.kind,
            "answer": self.answer,
            "numbers": [number.row() for number in self.numbers],
            "gold": [spot.row() for spot in self.gold],
            "also_ok": [spot.row() for spot in self.also_ok],
            "scope": _pairs(self.scope),
            "flags": list(self.flags),
            "note": self.note,
        }
        if self.codes:
            written |= {
                "expected_codes": [code.value for code in self.codes],
                "missing": _pairs(self.missing),
            }
        return written


def _pairs(pairs: tuple[tuple[str, str | None], ...]) -> list[JsonObject]:
    return [{"company": company, "period": period} for company, period in pairs]
