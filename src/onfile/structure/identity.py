"""What a document is, from its text: company, form, fiscal period, dates.

The name of the file is never evidence. Every field that was read carries its provenance.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence

from onfile.language.dates import DateMention, find_dates
from onfile.language.names import as_written, bare_name, short_name
from onfile.structure.company import Found, find_aliases, find_company, find_listing
from onfile.structure.cover import Cover, find_cover, ticker_on
from onfile.structure.fiscal_periods import (
    NOTHING,
    PeriodReading,
    read_filing_period,
    read_results_period,
)
from onfile.structure.forms import form_of
from onfile.structure.record_sheets import project_on, record_marks
from onfile.types import Identity, Page, Provenance

_SIGNATURE = re.compile(
    r"[PpUu](?i:(?:(?<=p)ursuant\s+to|(?<=u)nder)\s+the\s+requirements\s+of\s+"
    r"(?:section|the\s+securities)[^.]{0,160}?signed)"
)
_SYMBOL = re.compile(
    r"\bcommon\s+(?:stock|shares)\b[^.]{0,160}?\b(?:symbol|ticker)\s+(?:is\s+)?"
    r"[“\"‘']((?-i:[A-Z]{1,5}))[.,]?[”\"’']",
    re.IGNORECASE,
)
_SIGNATURE_HEADING = re.compile(
    r"^\s*SIGNATURES?\s*$(?=[\s\S]{0,300}?\bDated?\b)", re.IGNORECASE | re.MULTILINE
)
_MAY_HEAD_SIGNATURES = re.compile(r"[Gg](?i:nature)")  # hardly any page: looked for fast
_SIGNATURE_CHARACTERS = 1500
_SUBJECT_LINE = re.compile(r"(?:re|subject|regarding)\s*:\s*(\S.{7,119})", re.IGNORECASE)
_TITLED_FORMS = ("report", "specification", "bid tabulation", None)
_FRONT_MATTER = 3  # a title leaf or a data sheet may stand before the cover of a filing
_ABOUT_RESULTS = ("earnings release", "call transcript")


def read_identity(pages: Sequence[Page], has_turns: bool = False) -> Identity:
    """The identity of a document.

    Args:
        pages: All its pages, in order.
        has_turns: Speaker turns were found in it.
    """
    text = "\n".join(page.text for page in pages)
    cover = find_cover(pages)
    form = _form(pages, cover, has_turns)
    is_record = form is not None and form.quote in _record_names(pages)
    company = (
        find_company(pages, cover, text) if _may_name_company(form) and not is_record else None
    )
    ticker = _ticker(pages, cover)
    filed = _filed(pages, cover, form)
    is_spoken = form is not None and form.value == "call transcript" and not has_turns
    reading = _period(pages, cover, form, text, filed, is_spoken)
    defined = find_aliases(company.value, text) if company is not None else ()
    short = short_name(company.value, text, defined) if company is not None else None
    aliases = _aliases(company, ticker, defined, text)
    return Identity(
        company=short,
        legal_name=company.value if company is not None else None,
        ticker=ticker.value if ticker is not None else None,
        aliases=tuple(alias for alias in aliases if alias.lower() != (short or "").lower()),
        form=form.value if form is not None else None,
        period=reading.period,
        period_end=reading.period_end,
        filed=_as_date(filed),
        is_amendment=cover is not None and cover.is_amendment,
        fiscal_year_end_month=reading.fiscal_year_end_month,
        title=_title(pages, form),
        provenance=_provenance(company, ticker, form, filed, reading),
    )


def _form(pages: Sequence[Page], cover: Cover | None, has_turns: bool) -> Found | None:
    if cover is None:
        return form_of(pages, has_turns) or _record(pages)
    before = "\n".join(page.text for page in pages if page.number < cover.page.number)
    is_bound_in = cover.page.number > _FRONT_MATTER and re.search(
        r"annual\s+report|shareholders|stockholders", before, re.IGNORECASE
    )
    if cover.form.startswith("10-K") and is_bound_in:
        return Found("annual report", cover.page.number, cover.quote)
    return Found(cover.form, cover.page.number, cover.quote)


def _record(pages: Sequence[Page]) -> Found | None:
    """Record sheets are a report, by whatever name they go."""
    names = _record_names(pages)
    return Found("report", pages[0].number, names[0]) if names else None


def _record_names(pages: Sequence[Page]) -> list[str]:
    return [mark.name for mark in record_marks(pages) if mark.name]


def _may_name_company(form: Found | None) -> bool:
    return form is not None and form.value not in ("bid tabulation", "specification")


def _ticker(pages: Sequence[Page], cover: Cover | None) -> Found | None:
    if cover is not None:
        row = ticker_on(cover.page.text)
        if row is not None:
            return Found(row[0], cover.page.number, row[1])
    found = find_listing(pages)
    if found is not None or cover is None:
        return found
    for page in pages:
        match = _SYMBOL.search(page.text)
        if match is not None:
            return Found(match.group(1), page.number, " ".join(match.group().split()))
    return None


def _period(
    pages: Sequence[Page],
    cover: Cover | None,
    form: Found | None,
    text: str,
    filed: Found | None,
    is_spoken: bool,
) -> PeriodReading:
    if cover is not None:
        return read_filing_period(cover, text)
    if form is not None and form.value in _ABOUT_RESULTS:
        return read_results_period(pages, text, _as_date(filed), is_spoken=is_spoken)
    return NOTHING


def _aliases(
    company: Found | None, ticker: Found | None, defined: Sequence[str], text: str
) -> tuple[str, ...]:
    """Defined names, the legal name without its form, and the ticker, each once."""
    names = list(defined)
    if company is not None:
        names.append(as_written(bare_name(company.value), text))
    if ticker is not None:
        names.append(ticker.value)
    return tuple({name.lower(): name for name in reversed(names)}.values())[::-1]


def _filed(pages: Sequence[Page], cover: Cover | None, form: Found | None) -> Found | None:
    """The day a filing was signed, a release was issued or a call was held."""
    if cover is not None:
        return _signature_date(pages)
    if form is None:
        return None
    for page in pages[:3]:
        days = _days_in(page.text[:3000])
        written_out = [day for day in days if re.search(r"[A-Za-z]{3}", day.text)]
        for mention in written_out or days:
            return Found(str(mention.date), page.number, mention.text)
    return None


def _days_in(text: str) -> list[DateMention]:
    return [m for m in find_dates(text) if m.day is not None and m.date is not None]


def _signature_date(pages: Sequence[Page]) -> Found | None:
    """The first date near the words of a signature page."""
    for page in pages:
        match = _SIGNATURE.search(page.text)
        if match is None and _MAY_HEAD_SIGNATURES.search(page.text) is not None:
            match = _SIGNATURE_HEADING.search(page.text)
        if match is None:
            continue
        days = _days_in(page.text[match.end() : match.end() + _SIGNATURE_CHARACTERS])
        if days:
            return Found(str(days[0].date), page.number, days[0].text)
    return None


def _as_date(found: Found | None) -> dt.date | None:
    return dt.date.fromisoformat(found.value) if found is not None else None


def _title(pages: Sequence[Page], form: Found | None) -> str | None:
    """The project that its sheets name, or the first lines of a document that no cover names."""
    if form is not None and form.value not in _TITLED_FORMS:
        return None
    project = project_on(pages)
    if project is not None and (project.page == pages[0].number or record_marks(pages)):
        return project.value
    for page in pages[:2]:
        lines = [" ".join(line.split()) for line in page.text.splitlines()[:12]]
        subject = next(filter(None, map(_SUBJECT_LINE.fullmatch, lines)), None)
        if subject is not None:
            return subject[1]
        titles = [line for line in lines if 8 <= len(line) <= 120 and line[0].isalpha()]
        titles = [line for line in titles if not _is_date(line)]
        if titles:
            return titles[0]
    return None


def _is_date(line: str) -> bool:
    return any(m.start == 0 and m.end >= len(line) - 1 for m in find_dates(line))


def _provenance(
    company: Found | None,
    ticker: Found | None,
    form: Found | None,
    filed: Found | None,
    reading: PeriodReading,
) -> tuple[Provenance, ...]:
    fields = (("company", company), ("ticker", ticker), ("form", form), ("filed", filed))
    rows = [
        Provenance(name, found.value, "text", found.page, found.quote)
        for name, found in fields
        if found is not None
    ]
    for name, value in (("period", reading.period), ("period_end", reading.period_end)):
        if value is not None:
            shown = value.isoformat() if isinstance(value, dt.date) else value.name
            rows.append(Provenance(name, shown, "text", reading.page, reading.quote))
    return tuple(rows)
