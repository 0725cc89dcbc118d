"""Transcripts of earnings calls as plain text: two with speakers, one as a single line."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from onfile.demo import prose
from onfile.demo.companies import ALDER, KESTREL, NORTHWIND, Company
from onfile.demo.paper import Printed
from onfile.demo.quarterly import Quarter

_RULE, _THIN = "=" * 80, "-" * 80
_THANKS = "Thank you, and good morning."


@dataclass(frozen=True, slots=True)
class Voice:
    """Someone on the call."""

    name: str
    firm: str
    role: str

    @property
    def heading(self) -> str:
        """As printed above a turn."""
        return f"{self.name}, {self.firm} - {self.role}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call to print: voices, prepared remarks and questions, as (voice, words).

    A None for a voice is the operator.
    """

    title: str
    when: str
    managers: tuple[Voice, ...]
    analysts: tuple[Voice, ...]
    remarks: tuple[tuple[Voice | None, str], ...]
    questions: tuple[tuple[Voice | None, str], ...]


def write_call(path: Path, call: Call) -> list[Printed]:
    """Write a transcript; each of its lines, with its 1-based number as ``page``."""
    lines = ["", "Event Transcript", "E D I T E D   V E R S I O N", "", call.title, call.when, ""]
    lines += _people("Corporate Participants", call.managers)
    lines += _people("Conference Call Participants", call.analysts)
    lines += _turns("Presentation", call.remarks, 1)
    lines += _turns("Questions and Answers", call.questions, len(call.remarks) + 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return [Printed(number, line) for number, line in enumerate(lines, start=1)]


def _people(title: str, voices: tuple[Voice, ...]) -> list[str]:
    lines = [_RULE, title, _RULE, ""]
    for voice in voices:
        lines += [f" * {voice.name}", f"   {voice.firm} - {voice.role}"]
    return [*lines, ""]


def _turns(title: str, turns: tuple[tuple[Voice | None, str], ...], first: int) -> list[str]:
    lines = [_RULE, title, _RULE]
    for number, (voice, words) in enumerate(turns, start=first):
        heading = voice.heading if voice else "Operator"
        lines += [_THIN, f"{heading}    [{number}]", _THIN, words]
    return [*lines, ""]


def _managers(company: Company) -> tuple[Voice, Voice, Voice]:
    return (
        Voice(company.chief, company.name, "President, CEO & Director"),
        Voice(company.finance_chief, company.name, "Executive VP & CFO"),
        Voice(company.investor_relations, company.name, "VP of Investor Relations"),
    )


def points(new: Quarter) -> int:
    """Gross margin against the year before, in basis points."""
    now, then = (
        Decimal(10_000 * entries.gross_profit) / entries.sales
        for entries in (new.entries(), new.entries(1))
    )
    return int((now - then).to_integral_value())


def _margin_words(quarter: Quarter) -> str:
    entries, change = quarter.entries(), points(quarter)
    word = "up" if change > 0 else "down"
    return (
        f"Gross margin was {prose.percent(entries.gross_profit, entries.sales)}%, {word} "
        f"{abs(change)} basis points from a year ago"
    )


def northwind_call() -> Call:
    """Northwind's call on the second quarter of 2025, with an outlook for the third."""
    quarter = Quarter(NORTHWIND, 2025, 2)
    chief, finance, relations = _managers(NORTHWIND)
    ravel = Voice("Odile Ravel", "Stonebridge Research", "Senior Analyst")
    mbeki = Voice("Caspar Thorne", "Fennimore & Gray", "Managing Director")
    new, old = quarter.entries(), quarter.entries(1)
    return Call(
        "Q2 2025 Northwind Beverages Inc Earnings Call",
        "JULY 31, 2025 / 12:30PM GMT",
        (chief, finance, relations),
        (ravel, mbeki),
        (
            (None, "Good day, and welcome to the Northwind Beverages second quarter 2025 call."),
            (relations, f"{_THANKS} Today's remarks contain forward-looking statements."),
            (
                chief,
                "It was a wet start to the summer and our volumes show it. Boreal still grew "
                "double digits. We lost shelf space at Union Mutual Stores in April, and we have "
                "a plan to win it back by the spring reset. We will open the second canning line "
                "at Marrow Bay in November.",
            ),
            (
                finance,
                f"Net sales were ${new.sales:,} million, {prose.moved(new.sales, old.sales)} from "
                f"a year ago. {_margin_words(quarter)}, about half of it from tariffs on imported "
                f"cans. For the third quarter of 2025, we expect net sales of $1,340 million to "
                "$1,380 million and a gross margin of about 43.5%. We are lowering capital "
                "spending for the year to $330 million.",
            ),
        ),
        (
            (None, "Our first question is from Odile Ravel of Stonebridge Research."),
            (ravel, "How much of the tariff cost can you pass on through prices this autumn?"),
            (
                finance,
                "We will take a price increase of 3% on cans in September. That covers roughly "
                "two thirds of the tariff at today's rates, not all of it.",
            ),
            (None, "Our next question is from Caspar Thorne of Fennimore & Gray."),
            (mbeki, "Is the one-liter Harbor Fizz bottle gone for good?"),
            (chief, "It is. The bottle lost money in every quarter for two years."),
        ),
    )


def alder_call() -> Call:
    """Alder Springs' call on the second quarter of fiscal 2025."""
    quarter = Quarter(ALDER, 2025, 2)
    chief, finance, relations = _managers(ALDER)
    quill = Voice("Bettina Quill", "Harrowgate Securities", "Analyst")
    new, old = quarter.entries(), quarter.entries(1)
    return Call(
        "Q2 2025 Alder Springs Company Earnings Call",
        "SEPTEMBER 2, 2025 / 9:00PM GMT",
        (chief, finance, relations),
        (quill,),
        (
            (None, "Welcome to the Alder Springs second quarter fiscal 2025 conference call."),
            (relations, "Good afternoon. With me are Dorothea Vance and Samuel Ekwueme."),
            (
                chief,
                "July was the warmest in nine years. We placed 85 refill stations in the quarter "
                "and now run 2,470 of them. Eastgate Markets has renewed for five years.",
            ),
            (
                finance,
                f"Net revenue {prose.moved(new.sales, old.sales)} to "
                f"{prose.amount(ALDER, new.sales)}. {_margin_words(quarter)}. For the third "
                "quarter we guide to net revenue between $345 million and $355 million and diluted "
                "earnings per share of $0.42 to $0.46.",
            ),
        ),
        (
            (None, "We have a question from Bettina Quill of Harrowgate Securities."),
            (quill, "What does the Eastgate renewal do to your margin on stations?"),
            (
                finance,
                "The commission we pay to Eastgate rises by one point in the second year. We "
                "expect fuller stations to make up for it.",
            ),
        ),
    )


def write_single_line(path: Path) -> list[Printed]:
    """Kestrel's call without speakers: one line, no line end."""
    quarter = Quarter(KESTREL, 2026, 1)
    new, old = quarter.entries(), quarter.entries(1)
    words = (
        "Good morning and welcome to Kestrel Drinks Corporation's first quarter fiscal 2026 "
        "earnings conference call. Today's call is being recorded. With us are Aurelio Brandt, "
        "chief executive officer, and Henrietta Sowande, chief financial officer. Thank you. "
        "We had a hard quarter. We recalled 2.1 million bottles of Rill after closures leaked, "
        "and the Halloway schools went to a competitor. "
        f"Net operating revenues {prose.moved(new.sales, old.sales)} to "
        f"{prose.amount(KESTREL, new.sales)}, and we had a net loss of "
        f"{prose.amount(KESTREL, -new.net_income)}. {_margin_words(quarter)}. "
        "We expect net operating revenues of $740 million to $760 million in the second quarter "
        "of fiscal 2026. Does the recall end here? Yes. All affected bottles are back."
    )
    path.write_text(words, encoding="utf-8")
    return [Printed(1, words)]
