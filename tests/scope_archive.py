"""A made-up catalog for the tests of scope: seven companies and three engineering documents."""

import datetime as dt

from onfile.language.periods import FiscalCalendar, period_end
from onfile.types import Catalog, CatalogEntry, Identity, Period

DECEMBER = FiscalCalendar(12)
JUNE = FiscalCalendar(6)
MARCH = FiscalCalendar(3)
RETAIL = FiscalCalendar(1, names_start_year=True)


def _filing(
    company: str, legal: str, ticker: str, calendar: FiscalCalendar, form: str, period: Period
) -> CatalogEntry:
    columns = (period, Period(period.fiscal_year - 1, period.quarter))
    identity = Identity(
        company=company,
        legal_name=legal,
        ticker=ticker,
        form=form,
        period=period,
        period_end=period_end(period, calendar),
        fiscal_year_end_month=calendar.end_month,
    )
    return CatalogEntry(f"{ticker}-{form}-{period.name}", "f.pdf", identity, columns)


def _call(
    company: str, ticker: str, period: Period, held: dt.date, *speakers: tuple[str, str]
) -> CatalogEntry:
    identity = Identity(
        company=company, ticker=ticker, form="call transcript", period=period, filed=held
    )
    return CatalogEntry(f"{ticker}-call-{period.name}", "c.txt", identity, (), speakers)


def _many() -> list[CatalogEntry]:
    entries = []
    for year in (2019, 2020, 2021):
        full = Period(year)
        entries += [
            _filing("Northwind", "NORTHWIND BEVERAGES, INC.", "NWB", DECEMBER, "10-K", full),
            _filing("Halden & Ross", "HALDEN & ROSS", "HNR", DECEMBER, "10-K", full),
            _filing("Kestrel", "KESTREL DEVICES CORPORATION", "KSTL", JUNE, "10-K", full),
            _filing("Better Buys", "BETTER BUYS CO., INC.", "BETR", RETAIL, "10-K", full),
        ]
    entries += [
        _filing("Keystone Motors", "Keystone Motors Co.", "KEY", DECEMBER, "10-K", Period(2021)),
        _filing("Better Buys", "BETTER BUYS CO., INC.", "BETR", RETAIL, "10-Q", Period(2022, 2)),
        _filing("PomoLaco", "POMOLACO, INC.", "POL", DECEMBER, "10-K", Period(2020)),
        _call(
            "Kestrel",
            "KSTL",
            Period(2020, 2),
            dt.date(2020, 1, 28),
            ("Mira T. Vale", "Kestrel Devices Corporation - CFO"),
            ("Otto Brand", "Kestrel Devices Corporation - CEO"),
            ("Hana Ito", "Larch Securities, Research Division - Analyst"),
        ),
        _call(
            "Kestrel",
            "KSTL",
            Period(2020, 4),
            dt.date(2020, 7, 21),
            ("Mira T. Vale", "Kestrel Devices Corporation - CFO"),
            ("Hana Ito", "Larch Securities, Research Division - Analyst"),
        ),
        _call("Sundaram Cements", "SUNDCEM.NS", Period(2025, 3), dt.date(2025, 1, 30)),
        _filing(
            "Sundaram Cements",
            "Sundaram Cements Limited",
            "SUNDCEM.NS",
            MARCH,
            "20-F",
            Period(2024),
        ),
        CatalogEntry(
            "NWB-8-K",
            "e.pdf",
            Identity(
                company="Northwind",
                legal_name="NORTHWIND BEVERAGES, INC.",
                ticker="NWB",
                form="8-K",
                period=Period(2021, 2),
                period_end=dt.date(2021, 4, 12),
                filed=dt.date(2021, 4, 12),
            ),
        ),
    ]
    return entries


def _engineering() -> list[CatalogEntry]:
    titles = (
        ("bids", "bid tabulation", "Bid Tabulation EAN 2031D007 Larch Street Pump Station"),
        ("holes-a", "report", "Ground Investigation Report Mill Hollow"),
        ("holes-b", "report", "Drillhole Records Heron Quay"),
    )
    titled = [
        CatalogEntry(key, f"{key}.pdf", Identity(form=form, title=title))
        for key, form, title in titles
    ]
    return [*titled, CatalogEntry("holes-c", "scan_OtterWeir_DH.pdf", Identity())]


ARCHIVE = Catalog(tuple(_many() + _engineering()), n_pages=1000)
