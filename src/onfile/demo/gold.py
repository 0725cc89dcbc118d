"""Questions with gold answers over the made-up archive; every figure and page is computed.

One question is one JSON object: ``id, question, kind, answer, numbers, gold, also_ok, trap``
for those with an answer, ``id, question, kind, expected_codes, trap`` for those that must be
refused (any of the codes is right, the first is best).
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

from onfile.demo.archive import write_recorded
from onfile.demo.paper import Printed

Recorded = Mapping[str, Sequence[Printed]]
Row = dict[str, Any]
SCALES = {1: "ones", 1_000: "thousands", 1_000_000: "millions", 10_000_000: "crore"}
_LARGE = re.compile(r"\d{1,3}(?:,\d{3})+")
QUESTIONS = Path(__file__).with_name("questions.jsonl")


class QuoteNotPrintedError(LookupError):
    """A gold quote does not occur in the document that is said to hold it."""


def number(value: int | Decimal | str, scale: int = 1, unit: str = "USD") -> Row:
    """One gold number, as a plain JSON number with its scale and unit."""
    exact = Decimal(value)
    is_whole = exact == exact.to_integral_value()
    plain = int(exact) if is_whole else float(exact)
    return {"value": plain, "scale": SCALES[scale], "unit": unit}


@dataclass(slots=True)
class Ledger:
    """Collects questions, looking up in what was printed where each quote stands."""

    printed: Recorded
    rows: list[Row] = field(default_factory=list)

    def place(self, file: str, quote: str) -> Row:
        """The first page of ``file`` (or line of a text) that holds ``quote``.

        Raises:
            QuoteNotPrintedError: no page holds it.
        """
        is_text = file.endswith(".txt")
        for page in sorted({row.page for row in self.printed[file]}):
            text = " ".join(row.text for row in self.printed[file] if row.page == page)
            if quote in text:
                return {"file": file, "line" if is_text else "page": page, "quote": quote}
        raise QuoteNotPrintedError(f"{file}: {quote!r}")

    def answer(
        self,
        question: str,
        kind: str,
        answer: str,
        gold: Sequence[tuple[str, str]],
        numbers: Sequence[Row] = (),
        *,
        also_ok: Sequence[tuple[str, str]] = (),
        trap: str = "",
    ) -> None:
        """Add a question that has an answer; gold and also_ok are (file, quote).

        Other rows of the gold's file that print its last large number count as also right.
        """
        places = [self.place(*spot) for spot in gold]
        self.rows.append(
            {
                "id": f"demo-A{len(self.rows) + 1:02}",
                "question": question,
                "kind": kind,
                "answer": answer,
                "numbers": list(numbers),
                "gold": places,
                "also_ok": [*(self.place(*spot) for spot in also_ok), *self._repeats(places)],
                "trap": trap,
            }
        )

    def _repeats(self, places: Sequence[Row]) -> list[Row]:
        found: list[Row] = []
        for gold in places:
            numbers, pages = _LARGE.findall(gold["quote"]), {gold.get("page")}
            for row in self.printed[gold["file"]] if numbers and "page" in gold else ():
                if row.page not in pages and numbers[-1] in _LARGE.findall(row.text):
                    pages.add(row.page)
                    found.append({"file": gold["file"], "page": row.page, "quote": row.text})
        return found

    def refuse(self, question: str, kind: str, *codes: str, trap: str = "") -> None:
        """Add a question that must be refused with one of ``codes``."""
        self.rows.append(
            {
                "id": f"demo-R{len(self.rows) + 1:02}",
                "question": question,
                "kind": kind,
                "answer": None,
                "expected_codes": list(codes),
                "numbers": [],
                "gold": [],
                "trap": trap,
            }
        )


def build_questions() -> list[Row]:
    """All questions, those with an answer first."""
    from onfile.demo import gold_documents, gold_figures, gold_refusals

    with tempfile.TemporaryDirectory() as directory:
        printed = write_recorded(Path(directory))
    answered, refused = Ledger(printed), Ledger(printed)
    gold_figures.add(answered)
    gold_documents.add(answered)
    gold_refusals.add(refused)
    return [*answered.rows, *refused.rows]


def as_lines(rows: Sequence[Row]) -> str:
    """The questions as JSON lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
