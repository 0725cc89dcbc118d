"""What a question without a verb asks for."""

from __future__ import annotations

import pytest

from onfile.answer.terse import number_of


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("northwind ferry deliveries 2031", "count"),
        ("northwind cloud growth fy31", "percent"),
        ("northwind flood charges 2031", "money"),
        ("northwind store revenue 2031", "money"),
        ("What were Northwind's charges in 2031?", ""),
        ("reasons for northwind revenue growth 2031", ""),
        ("northwind sales growth", "percent"),
    ],
)
def test_the_last_noun_says_what_number_is_asked_for(question: str, kind: str) -> None:
    assert number_of(question)[0] == kind
