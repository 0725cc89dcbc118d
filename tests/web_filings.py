"""Made-up annual reports as web pages: a cover, then statements of the lines given."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

Line = tuple[str, str, str]  # label, this year, the year before; a heading has neither

COVER = """<p>UNITED STATES</p><p>SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>ANNUAL REPORT PURSUANT TO SECTION 13 OR 15(d) OF THE SECURITIES EXCHANGE ACT OF 1934</p>
<p>For the fiscal year ended December 31, 2031</p>
<p>{name}</p><p>(Exact name of registrant as specified in its charter)</p>"""
BREAK = '<div style="page-break-after: always"></div>'


def filing(folder: Path, name: str, income: Sequence[Line], balance: Sequence[Line],
           *, head: str = "") -> Path:  # fmt: skip
    """Write the filing; gives its path.

    Args:
        folder: Where it is written.
        name: The company's name in full.
        income: Lines of the income statement.
        balance: Lines of the balance sheet.
        head: Markup for the beginning of the body, such as an inline XBRL header.
    """
    pages = [
        COVER.format(name=name.upper()),
        _statement(name, "Consolidated Statements of Income", "Years ended December 31,", income),
        _statement(name, "Consolidated Balance Sheets", "December 31,", balance),
    ]
    path = folder / f"{name.split()[0].lower()}-2031.htm"
    body = BREAK.join(pages)
    markup = f"<!doctype html><html><body>{head}{body}</body></html>"
    path.write_text(markup, encoding="utf-8")
    return path


def _statement(name: str, title: str, over: str, lines: Sequence[Line]) -> str:
    rows = [f"<tr><td>{over}</td><td>2031</td><td>2030</td></tr>"]
    rows += [f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in lines]
    return f"<p>{name}</p><p>{title}</p><p>(In millions)</p><table>{''.join(rows)}</table>"


XBRL_HEAD = """<div style="display:none"><ix:header><ix:resources>
<xbrli:context id="y31"><xbrli:entity/><xbrli:period><xbrli:startDate>2031-01-01</xbrli:startDate>
<xbrli:endDate>2031-12-31</xbrli:endDate></xbrli:period></xbrli:context>
<xbrli:context id="e31"><xbrli:entity/><xbrli:period><xbrli:instant>2031-12-31</xbrli:instant>
</xbrli:period></xbrli:context>
<xbrli:context id="part"><xbrli:entity><xbrli:segment>
<xbrldi:explicitMember dimension="d">m</xbrldi:explicitMember></xbrli:segment></xbrli:entity>
<xbrli:period><xbrli:startDate>2031-01-01</xbrli:startDate><xbrli:endDate>2031-12-31</xbrli:endDate>
</xbrli:period></xbrli:context>
<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit>
<xbrli:unit id="eps"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:USD</xbrli:measure>
</xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure>
</xbrli:unitDenominator></xbrli:divide></xbrli:unit></ix:resources></ix:header></div>"""


def tagged(
    printed: str, name: str, *, context: str = "y31", unit: str = "usd", scale: int = 6,
    more: str = "",
) -> str:  # fmt: skip
    """A number inside its inline XBRL tag."""
    return (
        f'<ix:nonFraction name="us-gaap:{name}" contextRef="{context}" unitRef="{unit}"'
        f' scale="{scale}" decimals="-6" {more}>{printed}</ix:nonFraction>'
    )
