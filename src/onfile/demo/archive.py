"""The whole made-up archive: which file is written by what."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from onfile.demo.annual import write_annual
from onfile.demo.calls import alder_call, northwind_call, write_call, write_single_line
from onfile.demo.companies import ALDER, KESTREL, NORTHWIND
from onfile.demo.concall import write_concall
from onfile.demo.engineering import (
    write_bid_tabulation,
    write_geotechnical_report,
    write_specification,
)
from onfile.demo.hostile import (
    write_empty,
    write_encrypted,
    write_garbled,
    write_restricted,
    write_scanned_page,
    write_truncated,
)
from onfile.demo.paper import Printed
from onfile.demo.quarterly import write_quarterly
from onfile.demo.releases import (
    write_alder_current_report,
    write_kestrel_release,
    write_northwind_release,
)

Write = Callable[[Path], list[Printed]]

MISNAMED = "filings/NORTHWIND_2025Q2_EARNINGS.pdf"  # it holds the first quarter
COPIED = "filings/KESTREL_2025Q4_EARNINGS.pdf"
COPY = "filings/KSTR_press_release_final.pdf"
TRUNCATED = "odd/interrupted_download.pdf"
EMPTY = "odd/empty.pdf"
ENCRYPTED = "odd/bid_bond_protected.pdf"

FILES: dict[str, Write] = {
    "filings/NORTHWIND_2023_10K.pdf": lambda path: write_annual(path, NORTHWIND, 2023),
    "filings/NORTHWIND_2024_10K.pdf": lambda path: write_annual(path, NORTHWIND, 2024),
    "filings/NORTHWIND_2025Q2_10Q.pdf": lambda path: write_quarterly(path, NORTHWIND, 2025, 2),
    MISNAMED: write_northwind_release,
    "filings/ALDERSPRINGS_2023_10K.pdf": lambda path: write_annual(path, ALDER, 2023),
    "filings/ALDERSPRINGS_2024_10K.pdf": lambda path: write_annual(path, ALDER, 2024),
    "filings/ALDERSPRINGS_2025Q2_10Q.pdf": lambda path: write_quarterly(path, ALDER, 2025, 2),
    "filings/ALDERSPRINGS_8K_dated-2025-05-14.pdf": write_alder_current_report,
    "filings/KESTREL_2024_10K.pdf": lambda path: write_annual(path, KESTREL, 2024),
    "filings/KESTREL_2025_10K.pdf": lambda path: write_annual(path, KESTREL, 2025),
    "filings/KESTREL_2026Q1_10Q.pdf": lambda path: write_quarterly(path, KESTREL, 2026, 1),
    COPIED: write_kestrel_release,
    "calls/NWBV_2025-Jul-31_call.txt": lambda path: write_call(path, northwind_call()),
    "calls/ALDR_2025-Sep-02_call.txt": lambda path: write_call(path, alder_call()),
    "calls/KSTR_2026Q1_call_one_line.txt": write_single_line,
    "calls/tamarind_valley_q3fy26_concall.pdf": write_concall,
    "engineering/HB-2231_geotechnical_report.pdf": write_geotechnical_report,
    "engineering/HB-2231_special_provisions.pdf": write_specification,
    "engineering/HB-2231_bid_tabulation.pdf": write_bid_tabulation,
    "engineering/HB-2231_field_order_17_scan.pdf": write_scanned_page,
    "engineering/HB-2231_water_quality_memo.pdf": write_garbled,
    "restricted/HB-2231-L_settlement_memo.pdf": write_restricted,
    ENCRYPTED: write_encrypted,
    EMPTY: write_empty,
}


def write_archive(directory: Path) -> list[Path]:
    """Write the made-up archive under ``directory``.

    Two runs with the same versions of reportlab and Pillow give the same bytes.

    Returns:
        The files written, in the order in which they were.
    """
    return [directory / name for name in write_recorded(directory)]


def write_recorded(directory: Path) -> dict[str, list[Printed]]:
    """Write the archive; for each file what is printed in it, with its page (or line)."""
    printed: dict[str, list[Printed]] = {}
    for name, write in FILES.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        printed[name] = write(path)
    shutil.copyfile(directory / COPIED, directory / COPY)
    printed[COPY] = printed[COPIED]
    printed[TRUNCATED] = write_truncated(
        directory / TRUNCATED, directory / "filings/NORTHWIND_2024_10K.pdf"
    )
    return printed
