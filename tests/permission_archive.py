"""A made-up archive with a canary under every label, for tests of permissions.

Each label has a folder with an annual report and a memo of a company of its own. Each of their
texts holds a word that stands nowhere else: whoever meets that word has seen the label. All the
companies write about the same things in nearly the same words, so that a statistic, a name or a
page that is taken from a hidden one would change what is shown of the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from onfile.types import AccessRule, RuleKind

YEARS = (2022, 2023, 2024)
KINDS = ("report.html", "memo.txt")


class Matter(NamedTuple):
    """One label with its company, its folder and the words that stand nowhere else."""

    label: str
    company: str
    ticker: str
    folder: str
    canary: str
    place: str
    sales: int


MATTERS = (
    Matter("open", "Quillon Mills", "QLM", "open", "zephyrquartz", "Amberford", 4100),
    Matter("hold", "Tarnwick Foundry", "TWF", "open/riverside", "obsidianheron", "Skerrow", 5230),
    Matter("payroll", "Ostrava Looms", "OSL", "payroll", "cobaltmarmot", "Dunmarrow", 2870),
    Matter("board", "Halcyon Ferries", "HFY", "board", "saffronotter", "Pelworthy", 7390),
    Matter("", "Vesper Tanneries", "VTN", "loose", "marblegannet", "Larkmoor", 1960),
)
"""The last one has no label: nobody who is named may see it. ``hold`` lies below ``open``."""


class Extra(NamedTuple):
    """A further document of the first company, under a label of its own, and its canary."""

    label: str
    path: str
    canary: str


EXTRAS = (
    Extra("open", "open/qlm-current.html", "vermiliontern"),
    Extra("hold", "open/riverside/qlm-call.txt", "umberlapwing"),
    Extra("board", "board/qlm-2021-report.html", "russetplover"),
    Extra("board", "board/qlm-2022-report.html", "ivorydunlin"),
    Extra("board", "board/qlm-2023-report.html", "ceruleanfinch"),
)
"""They have a say in what the company is called, when its year ends and what a quarter is: who may
not see one of them must find the company as if it had none."""

LABELS = tuple(m.label for m in MATTERS if m.label)
USERS = ("ann", "ben", "cat", "dan", "eve", "a stranger")
MAY_SEE = {
    "ann": {"open"},
    "ben": {"open", "hold"},
    "cat": {"open", "payroll"},
    "dan": {"open", "hold", "payroll", "board"},
    "eve": {"payroll"},
    "a stranger": set(),
}
"""What each user may see, as it follows from ``rules`` by hand."""


def files_of(labels: Iterable[str]) -> set[str]:
    """The names of all files under these labels."""
    held = set(labels)
    names = {f"{m.ticker.lower()}-{kind}" for m in MATTERS if m.label in held for kind in KINDS}
    return names | {Path(e.path).name for e in EXTRAS if e.label in held}


def write_archive(folder: Path, without: frozenset[str] = frozenset()) -> None:
    """The files of every label that is not in ``without`` ("" is the one without a label)."""
    for matter in MATTERS:
        if matter.label in without:
            continue
        where = folder / matter.folder
        where.mkdir(parents=True, exist_ok=True)
        name = matter.ticker.lower()
        (where / f"{name}-report.html").write_text(_report(matter), encoding="utf-8")
        (where / f"{name}-memo.txt").write_text(_memo(matter), encoding="utf-8")
    for extra in EXTRAS:
        if extra.label not in without:
            (folder / extra.path).write_text(_extra(extra), encoding="utf-8")


def rules(folder: Path) -> list[AccessRule]:
    """Groups, and a denial against each way of being allowed."""
    member, label = RuleKind.MEMBER, RuleKind.LABEL
    allow, deny = RuleKind.ALLOW, RuleKind.DENY
    staff = [AccessRule(member, "staff", f"user:{u}") for u in ("ann", "ben", "cat", "dan", "eve")]
    return [
        *staff,
        *(AccessRule(member, "counsel", f"user:{u}") for u in ("ben", "dan", "cat")),
        *(AccessRule(label, m.label, str(folder / m.folder)) for m in MATTERS if m.label),
        AccessRule(allow, "open", "group:staff"),
        AccessRule(deny, "open", "user:eve"),
        AccessRule(allow, "hold", "group:counsel"),
        AccessRule(deny, "hold", "user:cat"),
        AccessRule(allow, "payroll", "user:cat"),
        AccessRule(allow, "payroll", "user:dan"),
        AccessRule(allow, "payroll", "user:eve"),
        AccessRule(allow, "board", "user:dan"),
    ]


def _report(m: Matter) -> str:
    rows = (
        ("Net sales", 1.0),
        ("Cost of goods sold", 0.62),
        ("Gross profit", 0.38),
        ("Selling, general and administrative expenses", 0.17),
        ("Research and development", 0.03),
        ("Operating income", 0.18),
        ("Net income", 0.13),
    )
    table = "".join(
        f"<tr><td>{label}</td>"
        + "".join(
            f"<td>{'$' if n == 0 else ''}</td><td>{round(m.sales * share) - 97 * n:,}</td>"
            for n in range(3)
        )
        + "</tr>"
        for label, share in rows
    )
    heads = "".join(f"<td></td><td>{year}</td>" for year in reversed(YEARS))
    return f"""<html><head><title>{m.company} annual report</title></head><body>
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended December 31, 2024</p>
<p>{m.company.upper()}, INC.</p>
<p>(Exact name of registrant as specified in its charter)</p>
<p>Our common stock is listed under the symbol “{m.ticker}”.</p>
<p>Item 1. Business</p>
<p>{m.company} makes and ships goods from its works at {m.place}. The works at {m.place} were
rebuilt under the {m.canary} programme, which {m.company} closed in October 2024.</p>
<p>Item 1A. Risk Factors</p>
<p>A longer closure of the works at {m.place} would harm our results. The {m.canary} programme
may need further funds, and freight costs may rise again.</p>
<p>Item 7. Management's Discussion and Analysis</p>
<p>Net sales rose in 2024 because volumes at {m.place} grew and prices were raised in spring.
Freight costs fell. Management expects the {m.canary} programme to lower costs in 2025.</p>
<p>Item 8. Financial Statements</p>
<p>{m.company}, Inc.</p><p>Consolidated Statements of Income</p>
<p>(in millions)</p><p>Years ended December 31,</p>
<table><tr><td></td>{heads}</tr>{table}</table>
</body></html>"""


def _memo(m: Matter) -> str:
    return f"""MEMORANDUM

To: the project file
From: the resident engineer
Subject: {m.place} quay wall, {m.canary}

The quay wall at {m.place} was inspected on 14 March 2024. The {m.canary} anchors hold 315 kN.
Settlement at the {m.place} gauge was 12 mm over the winter. The inspector recommends a second
reading of the {m.canary} gauges before the tide tables change.

The contractor of {m.company} has asked for an extension of 21 days.
"""


def _extra(extra: Extra) -> str:
    canary = extra.canary
    if canary == "vermiliontern":
        return f"""<html><body>
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 8-K</p><p>CURRENT REPORT</p>
<p>Date of Report (Date of earliest event reported): February 12, 2025</p>
<p>QUILLON MILLS, INC.</p><p>(Exact name of registrant as specified in its charter)</p>
<p>Our common stock is listed under the symbol “QLM”.</p>
<p>Item 2.02 Results of Operations and Financial Condition</p>
<p>On February 12, 2025, Quillon Mills, Inc. announced its results and the {canary} review.</p>
</body></html>"""
    if canary == "umberlapwing":
        return f"""Quillon Holdings (NYSE: QLM)
Q4 2024 Earnings Call Transcript
February 13, 2025

Operator: Good morning and welcome to the Quillon Holdings fourth quarter 2024 earnings call.

Ida Fenwick, Chief Financial Officer: Thank you. Net sales rose on higher volumes. The
{canary} contract was signed in January, and we expect gross margin to improve in 2025.

Otto Brand, Analyst: What did freight cost?

Ida Fenwick, Chief Financial Officer: Freight was lower by a tenth, also thanks to {canary}.
"""
    year = int(extra.path.removesuffix("-report.html")[-4:])
    return f"""<html><body>
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended September 30, {year}</p>
<p>QUILLON MILLS HOLDINGS, INC.</p>
<p>(Exact name of registrant as specified in its charter)</p>
<p>Our common stock is listed under the symbol “QLM”.</p>
<p>Item 1. Business</p><p>Quillon Mills Holdings ended the {canary} lease in {year}.</p>
<p>Item 8. Financial Statements</p><p>Consolidated Statements of Income</p>
<p>(in millions)</p><p>Years ended September 30,</p>
<table><tr><td></td><td></td><td>{year}</td><td></td><td>{year - 1}</td></tr>
<tr><td>Net sales</td><td>$</td><td>3,911</td><td>$</td><td>3,807</td></tr>
<tr><td>Operating income</td><td></td><td>702</td><td></td><td>655</td></tr>
<tr><td>Net income</td><td></td><td>511</td><td></td><td>478</td></tr></table>
</body></html>"""
