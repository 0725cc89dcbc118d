"""Numbers that OCR was not sure of are quoted, never given as a value."""

from __future__ import annotations

from collections.abc import Sequence

from onfile.types import Check, Claim

# Of numbers misread on blurred pages a quarter fall below, of those read right one in twenty: it
# stops the plainest misreadings and no more, so every citation says "read by OCR" as well.
MIN_CONFIDENCE = 0.9


def ocr_certainty(claims: Sequence[Claim]) -> Check | None:
    """Whether what was read by OCR is certain enough for a typed value; None if nothing was.

    The measure is the lowest ``ocr_confidence`` of any citation.
    """
    read = [
        citation.ocr_confidence
        for claim in claims
        for citation in claim.citations
        if citation.ocr_confidence is not None
    ]
    if not read:
        return None
    lowest = min(read)
    passed = lowest >= MIN_CONFIDENCE
    detail = "" if passed else "the number is quoted as it was read, and not given as a value"
    return Check("OCR certain", passed, "verify", lowest, MIN_CONFIDENCE, detail)
