"""Stored forms give back what was stored."""

from __future__ import annotations

import datetime as dt
import zlib
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onfile.errors import StoreDamaged
from onfile.index.boxes import decode_boxes, encode_boxes
from onfile.index.codec import from_json, pack, to_json, unpack
from onfile.types import Cell, Column, Identity, PageStatus, Period, Provenance, Row, Span

spans = st.builds(Span, st.integers(1, 900), st.integers(0, 9000), st.integers(0, 9000))
cells = st.builds(
    Cell,
    st.text(max_size=8),
    st.none() | st.decimals(allow_nan=False, allow_infinity=False),
    spans,
    st.none() | st.integers(0, 9),
    st.booleans(),
    st.booleans(),
    st.none() | st.just("USD"),
)
rows = st.builds(
    Row,
    st.text(max_size=12),
    st.lists(st.text(max_size=5), max_size=3).map(tuple),
    spans,
    st.lists(cells, max_size=4).map(tuple),
)


@given(st.lists(rows, max_size=4).map(tuple))
def test_table_rows_come_back_equal(value: tuple[Row, ...]) -> None:
    assert unpack(tuple[Row, ...], pack(value)) == value


def test_dates_periods_and_nested_tuples_come_back_equal() -> None:
    identity = Identity(
        company="Alder Springs",
        aliases=("Alder",),
        period=Period(2023, 2, 6),
        period_end=dt.date(2023, 6, 30),
        provenance=(Provenance("company", "Alder Springs", "cover", 1, "ALDER SPRINGS, INC."),),
    )
    assert from_json(Identity, to_json(identity)) == identity
    column = Column("2023", Period(2023), dt.date(2023, 12, 31), scale=1000)
    assert from_json(Column, to_json(column)) == column


def test_a_decimal_keeps_its_printed_places() -> None:
    assert str(from_json(Decimal, to_json(Decimal("4.750")))) == "4.750"


def test_a_status_comes_back_as_itself() -> None:
    assert from_json(PageStatus, to_json(PageStatus.OCR)) is PageStatus.OCR


def test_a_list_written_before_a_field_was_added_is_still_read() -> None:
    assert from_json(Period, "[2023]") == Period(2023)


edges = st.floats(-50, 3000, width=32)


@given(st.lists(st.none() | st.tuples(edges, edges, edges, edges), max_size=60))
def test_boxes_come_back_within_their_quantum_and_blanks_as_blanks(
    values: list[tuple[float, float, float, float] | None],
) -> None:
    blank = (np.nan,) * 4
    boxes = np.asarray([blank if v is None else v for v in values], np.float32).reshape(-1, 4)
    found = decode_boxes(encode_boxes(boxes))
    assert found is not None
    assert found.shape == boxes.shape
    assert np.array_equal(np.isnan(found), np.isnan(boxes))
    largest = max(float(np.nanmax(np.abs(boxes), initial=0)), 1)
    assert np.nanmax(np.abs(found - boxes), initial=0) <= max(0.05, largest / 16_000)


def test_a_page_without_geometry_stays_without() -> None:
    assert decode_boxes(encode_boxes(None)) is None


@pytest.mark.parametrize("blob", [b"", b"12345678", b"\x05\0\0\0\0\0\0\0not zlib"])
def test_bytes_that_are_no_boxes_are_reported_as_damage(blob: bytes) -> None:
    with pytest.raises(StoreDamaged):
        decode_boxes(blob)


def test_what_zlib_compressed_is_still_read():
    boxes = np.array([[1.0, 2.0, 3.0, 4.0], [np.nan] * 4, [5.0, 6.0, 7.0, 8.0]], np.float32)
    now = encode_boxes(boxes)
    assert now is not None
    before = now[:8] + zlib.compress(zlib.decompress(now[8:]), 1)
    np.testing.assert_array_equal(decode_boxes(before), decode_boxes(now))
    assert unpack(tuple[str, ...], zlib.compress(b'["a","b"]')) == ("a", "b")
