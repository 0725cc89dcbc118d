"""Does asking again give what was recorded?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from onfile.audit.canonical import canonical_bytes
from onfile.audit.record import Record
from onfile.types import JsonObject

IGNORED = frozenset({"id", "record", "timings_ms"})  # new with every ask, by nature


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether a replay agrees with its record.

    ``differences`` name the places, e.g. ``claims[0].text``, sorted; empty when the same.
    """

    is_same: bool
    differences: tuple[str, ...]


def compare(record: Record, outcome: JsonObject) -> Comparison:
    """Compare a recorded outcome with a new one, ignoring ids and timings.

    Args:
        record: The record to replay.
        outcome: The new outcome, as ``contract.outcome_json`` gives it.
    """
    found = differences(record.body["outcome"], outcome)
    return Comparison(not found, found)


def differences(one: JsonObject, other: JsonObject) -> tuple[str, ...]:
    """The places in which two outcomes differ, sorted, ignoring ids and timings."""
    return tuple(sorted(_differences("", _comparable(one), _comparable(other))))


def _comparable(outcome: JsonObject) -> JsonObject:
    """As the record writes it (floats rounded alike), without what changes by nature."""
    read: JsonObject = json.loads(canonical_bytes(_lasting(outcome)))
    return read


def _lasting(outcome: JsonObject) -> JsonObject:
    """Without ids and timings, its parts' too; old records have no parts or unread pages."""
    kept = {key: value for key, value in outcome.items() if key not in IGNORED}
    if kept.get("refusal") is not None:
        kept["refusal"] = {"unread": []} | kept["refusal"]
    return kept | {"parts": [_lasting(part) for part in outcome.get("parts", [])]}


def _differences(place: str, recorded: Any, new: Any) -> Iterator[str]:
    if isinstance(recorded, dict) and isinstance(new, dict):
        for key in recorded.keys() | new.keys():
            inner = f"{place}.{key}" if place else key
            if key not in recorded or key not in new:
                yield inner
            else:
                yield from _differences(inner, recorded[key], new[key])
    elif isinstance(recorded, list) and isinstance(new, list) and len(recorded) == len(new):
        for number, (old_item, new_item) in enumerate(zip(recorded, new, strict=True)):
            yield from _differences(f"{place}[{number}]", old_item, new_item)
    elif recorded != new:
        yield place or "outcome"
