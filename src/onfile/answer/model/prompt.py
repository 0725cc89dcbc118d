"""What is put to the model: standing instructions, whole sources under handles, the question."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from onfile.answer.cite import period_name
from onfile.answer.request import Reading
from onfile.types import Evidence, JsonObject, Prompt, Span

REFUSAL_SENTENCE = "The sources do not state this."
MAX_CITATIONS = 3
MAX_REPLY_TOKENS = 1024
LANES = ("answer", "again")  # the prompt, and the same put in other words

_VALUE = {
    "type": ["object", "null"],
    "properties": {
        "number": {"type": "number"},
        "scale": {"type": "integer"},
        "currency": {"type": ["string", "null"]},
        "unit": {"type": ["string", "null"]},
        "percent": {"type": "boolean"},
    },
    "required": ["number", "scale", "percent"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True)
class Source:
    """One page, or one passage of a text without pages, shown under a handle."""

    handle: str
    document_id: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Put:
    """A prompt with the sources it shows, and how many more there were no room for."""

    prompt: Prompt
    sources: Mapping[str, Source]
    n_left_out: int


def put(reading: Reading, room: int, lane: str = LANES[0]) -> Put:
    """The prompt for a question.

    Args:
        reading: The question and its evidence, best first.
        room: Characters of sources that the model can take. Sources go in whole, best first; the
            first that does not fit, and all after it, are left out and counted.
        lane: Which of ``LANES``.
    """
    sources, n_left_out = _shown(reading, room)
    listed = "\n\n".join(_headed(reading, source) for source in sources)
    user = f"Sources:\n\n{listed}\n\nQuestion: {reading.intent.question}"
    system = instructions(lane)
    fingerprint = hashlib.sha256(system.encode()).hexdigest()
    shown = {source.handle: source for source in sources}
    prompt = Prompt(system, user, schema_of(tuple(shown)), MAX_REPLY_TOKENS, fingerprint)
    return Put(prompt, shown, n_left_out)


def schema_of(handles: Sequence[str]) -> JsonObject:
    """What a reply must look like: it cites the handles that are shown, and no other."""
    source = {"type": "string", "enum": list(handles)} if handles else {"type": "string"}
    citation = {
        "type": "object",
        "properties": {"source": source, "quote": {"type": "string"}},
        "required": ["source", "quote"],
        "additionalProperties": False,
    }
    claim = {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "arithmetic": {"type": "string"},
            "citations": {"type": "array", "items": citation, "maxItems": MAX_CITATIONS},
        },
        "required": ["text", "citations"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {
            "answered": {"type": "boolean"},
            "claims": {"type": "array", "items": claim},
            "value": _VALUE,
        },
        "required": ["answered", "claims"],
        "additionalProperties": False,
    }


@lru_cache(maxsize=8)
def instructions(lane: str) -> str:
    """The prompt file of a lane, as it stands."""
    return files("onfile.answer.model").joinpath(f"prompts/{lane}.md").read_text(encoding="utf-8")


def _shown(reading: Reading, room: int) -> tuple[list[Source], int]:
    places = _places(reading.evidence)
    sources: list[Source] = []
    used = 0
    for document_id, span in places:
        text = reading.archive.page_text(document_id, span.page)
        whole = span if span.end else Span(span.page, 0, len(text))
        source = Source(f"S{len(sources) + 1}", document_id, whole, text[whole.start : whole.end])
        used += len(source.text)
        if used > room:
            break
        sources.append(source)
    return sources, len(places) - len(sources)


def _places(evidence: Sequence[Evidence]) -> list[tuple[str, Span]]:
    """Whole pages (an end of 0), or the chunks of a text without pages, each once, best first."""
    places: dict[tuple[str, Span], None] = {}
    for one in evidence:
        for span in one.chunk.spans:
            place = Span(span.page, 0, 0) if one.document.has_pages else span
            places.setdefault((one.document.document_id, place))
    return list(places)


def _headed(reading: Reading, source: Source) -> str:
    document = reading.archive.document(source.document_id)
    identity = document.identity
    about = (identity.company, identity.form, period_name(identity))
    where = f"page {source.span.page}" if document.has_pages else ""
    head = " · ".join(part for part in (*about, where) if part)
    return f"[{source.handle}] {head}\n{source.text}"
