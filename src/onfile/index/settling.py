"""What no document says alone: one name a company, and its calendar for current reports.

Both are told from documents together. So they are settled over the documents that an asker may
see, and a hidden one has no say in what a visible one is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from onfile.index.rows import renamed
from onfile.language.calendars import settled_periods
from onfile.language.names import canonical_names
from onfile.types import Identity


class Settled(NamedTuple):
    """A document's company and the name of its period, among certain others."""

    company: str | None
    period: str | None


def settle(identities: Sequence[Identity]) -> list[Settled]:
    """What documents are, all of them taken together; as they were read, in the order given."""
    names = canonical_names(identities)
    named = [renamed(i, name) for i, name in zip(identities, names, strict=True)]
    periods = settled_periods(named)
    return [
        Settled(name, None if period is None else period.name)
        for name, period in zip(names, periods, strict=True)
    ]
