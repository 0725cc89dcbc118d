"""Documents of an engineering archive: boring logs, a specification and a bid tabulation."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from reportlab.lib.pagesizes import LETTER, landscape

from onfile.demo.paper import BOLD, MARGIN_PT, Line, Paper, Printed


@dataclass(frozen=True, slots=True)
class Boring:
    """A boring: layers as (top ft, bottom ft, soil, blows a foot), top first."""

    name: str
    ground_level_ft: Decimal
    water_ft: Decimal | None
    layers: tuple[tuple[str, str, str, int], ...]


BORINGS = (
    Boring(
        "B-1",
        Decimal("214.6"),
        Decimal("11.5"),
        (
            ("0.0", "3.5", "FILL: brown silty sand with brick, loose [S1]", 6),
            ("3.5", "12.0", "SILT (ML): gray, soft, wet [S2]", 3),
            ("12.0", "27.5", "SAND (SP): gray, fine, medium dense [S3]", 18),
            ("27.5", "41.0", "GRAVEL (GW): sandy, very dense [S4]", 54),
        ),
    ),
    Boring(
        "B-2",
        Decimal("209.8"),
        None,
        (
            ("0.0", "2.0", "TOPSOIL: dark brown, organic [S1]", 4),
            ("2.0", "15.5", "CLAY (CL): stiff, mottled [S2]", 12),
            ("15.5", "33.0", "SANDSTONE: weathered, weak [S3]", 71),
        ),
    ),
)

SPECIFICATION = (
    (
        "2-09.1",
        "Description",
        "This work consists of excavating for the footings of Harrow Bridge and backfilling them.",
    ),
    (
        "2-09.2",
        "Materials",
        "Gravel backfill for walls shall contain no more than 5.0 percent passing the No. 200 "
        "sieve.",
    ),
    (
        "2-09.3(1)A",
        "Staking and Survey",
        "The Contractor shall stake each footing before excavating and keep the stakes until the "
        "Engineer has measured.",
    ),
    (
        "2-09.3(1)D",
        "Disposal of Excavated Material",
        "Excess material is the Contractor's to haul away. Haul routes shall be those of Plan "
        "Sheet C-14.",
    ),
    (
        "2-09.3(1)E",
        "Backfilling",
        "Backfill shall be placed in layers no thicker than 8 inches, each compacted to 95 percent "
        "of maximum density. No backfill shall be placed against concrete less than 14 days old.",
    ),
    (
        "2-09.3(3)D",
        "Shoring and Cofferdams",
        "Excavations deeper than 4 feet shall be shored. The Contractor shall submit shoring plans "
        "21 calendar days before the work.",
    ),
    (
        "2-09.4",
        "Measurement",
        "Structure excavation is measured by the cubic yard within vertical planes 1 foot outside "
        "the footing.",
    ),
)


@dataclass(frozen=True, slots=True)
class BidItem:
    """One item of a bid: unit prices of the two bidders and of the engineer."""

    number: str
    name: str
    quantity: Decimal
    unit: str
    prices: tuple[Decimal, Decimal, Decimal]


BIDDERS = ("Corran Civil LLC", "Blackthorn Builders", "Engineer's Estimate")

_DRAWN = (2, 0, 1)  # the engineer's columns stand last but come first in the text layer

BID_ITEMS = tuple(
    BidItem(number, name, Decimal(quantity), unit, tuple(Decimal(p) for p in prices))  # type: ignore[arg-type]
    for number, name, quantity, unit, prices in (
        ("0001", "Mobilization", "1", "LS", ("412000.00", "388500.00", "350000.00")),
        ("0002", "Structure Excavation", "2850", "CY", ("41.20", "38.75", "44.00")),
        ("0003", "Shoring and Cofferdams", "1", "LS", ("187400.00", "231000.00", "205000.00")),
        ("0004", "Gravel Backfill for Walls", "1640", "CY", ("62.35", "58.90", "65.00")),
        ("0005", "Concrete Class 4000", "915", "CY", ("1124.00", "1187.50", "1150.00")),
        ("0006", "Steel Reinforcing Bar", "148300", "LB", ("1.94", "1.88", "2.05")),
    )
)


def bid_total(bidder: int) -> Decimal:
    """The sum of all items of one bidder."""
    return sum((item.quantity * item.prices[bidder] for item in BID_ITEMS), Decimal(0))


def write_geotechnical_report(path: Path) -> list[Printed]:
    """Write the geotechnical report of the Harrow Bridge project, with two boring logs."""
    paper = Paper(path, "Geotechnical report", label=lambda page: f"G-{page}")
    paper.centred("GEOTECHNICAL REPORT", font=BOLD, size=16)
    paper.centred("Harrow Bridge Replacement, Project HB-2231", size=12)
    paper.centred("Prepared by Larkmoor Geotechnics, March 2024")
    paper.heading("1. Recommendations")
    paper.paragraph(
        "The east abutment should be founded on the dense gravel with an allowable bearing "
        "pressure of 6,000 pounds per square foot. The west abutment may be founded on sandstone "
        "at 10,000 pounds per square foot. Footings should be at least 3 feet below grade for "
        "frost."
    )
    paper.paragraph(
        "Groundwater was met at 11.5 feet in boring B-1; none was met in B-2. Dewatering of the "
        "east excavation will be needed."
    )
    for boring in BORINGS:
        paper.new_page()
        _boring_log(paper, boring)
    paper.save()
    return paper.rows


def _boring_log(paper: Paper, boring: Boring) -> None:
    paper.centred(f"LOG OF BORING {boring.name}", font=BOLD, size=13)
    paper.line(f"Project HB-2231    Ground level {boring.ground_level_ft} ft    Datum NAVD 88")
    water = "not encountered" if boring.water_ft is None else f"{boring.water_ft} ft"
    paper.line(f"Groundwater: {water}")
    lines = [Line(soil, (top, bottom, str(blows))) for top, bottom, soil, blows in boring.layers]
    paper.table(("Top\n(ft)", "Bottom\n(ft)", "Blows\nper foot"), lines, column_pt=60)
    paper.line(f"End of boring {boring.name} at {boring.layers[-1][1]} ft.")


def write_specification(path: Path) -> list[Printed]:
    """Write the special provisions, with clauses numbered as 2-09.3(1)E is."""
    paper = Paper(path, "Special provisions", head="Harrow Bridge Special Provisions")
    paper.centred("SPECIAL PROVISIONS", font=BOLD, size=16)
    paper.centred("Project HB-2231, Harrow Bridge Replacement")
    paper.heading("2-09 STRUCTURE EXCAVATION")
    for number, title, text in SPECIFICATION:
        paper.heading(f"{number} {title}")
        paper.paragraph(text)
        if number == "2-09.3(1)D":
            paper.new_page()
    paper.save()
    return paper.rows


def write_bid_tabulation(path: Path) -> list[Printed]:
    """Write the bid tabulation; the engineer's columns stand last but are drawn first."""
    paper = Paper(path, "Bid tabulation", size=landscape(LETTER))
    paper.centred("BID TABULATION", font=BOLD, size=13)
    paper.centred("Project HB-2231, Harrow Bridge Replacement. Bids opened May 16, 2024")
    paper.gap(6)
    _bid_headers(paper)
    for item in BID_ITEMS:
        _bid_row(paper, item)
    paper.gap(4)
    paper.at(MARGIN_PT, paper.y, "TOTAL", font=BOLD)
    totals = [(_right_edge(bidder), f"${bid_total(bidder):,.2f}") for bidder in _DRAWN]
    paper.jumping(paper.y, totals, font=BOLD)
    paper.record("TOTAL " + " ".join(f"${bid_total(bidder):,.2f}" for bidder in range(3)))
    paper.save()
    return paper.rows


def _right_edge(bidder: int) -> float:
    return MARGIN_PT + 424 + 130 * bidder


def _bid_headers(paper: Paper) -> None:
    names = [(_right_edge(bidder) - 10, BIDDERS[bidder]) for bidder in _DRAWN]
    paper.jumping(paper.y, names, font=BOLD)
    paper.record(" ".join(BIDDERS))
    paper.gap(12)
    for x, word in ((0, "Item"), (34, "Description"), (196, "Quantity"), (254, "Unit")):
        paper.at(MARGIN_PT + x, paper.y, word, font=BOLD, size=9)
    for bidder in range(3):
        paper.right(_right_edge(bidder) - 72, paper.y, "Unit Price", font=BOLD, size=9)
        paper.right(_right_edge(bidder), paper.y, "Total Price", font=BOLD, size=9)
    paper.record("Item Description Quantity Unit " + "Unit Price Total Price " * 3)
    paper.gap(14)


def _bid_row(paper: Paper, item: BidItem) -> None:
    paper.at(MARGIN_PT, paper.y, item.number, size=9)
    paper.at(MARGIN_PT + 34, paper.y, item.name, size=9)
    paper.right(MARGIN_PT + 240, paper.y, f"{item.quantity:,.1f}", size=9)
    paper.at(MARGIN_PT + 254, paper.y, item.unit, size=9)
    cells = [(f"${p:,.2f}", f"${item.quantity * p:,.2f}") for p in item.prices]
    pieces = []
    for bidder in _DRAWN:
        edge, (price, total) = _right_edge(bidder), cells[bidder]
        pieces += [(edge - 72, price), (edge, total)]
    paper.jumping(paper.y, pieces)
    start = f"{item.number} {item.name} {item.quantity:,.1f} {item.unit} "
    paper.record(start + " ".join(f"{price} {total}" for price, total in cells))
    paper.gap(14)
