"""Parts that annual and quarterly reports share: contents page, statement titles, dates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from onfile.demo.companies import Company
from onfile.demo.paper import BOLD, Line, Paper

T = TypeVar("T")


def ordered(company: Company, newest_first: Sequence[T]) -> list[T]:
    """``newest_first`` in the order of the company's columns."""
    return list(newest_first) if company.newest_first else list(newest_first)[::-1]


def broken(day: str) -> str:
    """A date as a column header of two lines."""
    return day.replace(", ", ",\n")


def statement(
    paper: Paper,
    company: Company,
    title: str,
    headers: Sequence[str],
    lines: Sequence[Line],
    *,
    over: Sequence[str] = (),
) -> None:
    """One statement under the company's name, its title and its scale."""
    paper.centred(company.name, font=BOLD)
    paper.centred(title, font=BOLD)
    paper.centred(f"({company.scale_words})", size=9)
    paper.gap(4)
    paper.table(headers, lines, over=over)


def contents(
    paper: Paper, items: Iterable[tuple[str, str, str]], marks: dict[tuple[str, str], str]
) -> None:
    """The contents page: part, item and title of each entry with its printed page number."""
    paper.centred("TABLE OF CONTENTS", font=BOLD)
    paper.gap(6)
    shown = ""
    for part, item, title in items:
        if part != shown:
            paper.heading(part)
            shown = part
        number = marks.get((part, item), "")
        paper.at(54, paper.y, item)
        paper.at(120, paper.y, title)
        paper.right(paper.size[0] - 54, paper.y, number)
        paper.record(f"{item} {title} {number}")
        paper.gap(14)
