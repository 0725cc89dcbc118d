"""Character boxes of a page, and the OCR engine's confidence in each, as a few kilobytes.

Layout: header ``(n_chars uint32, quantum float32)``, then zlib of: one bit a character (has ink),
and for the inked ones int16 steps of x0 and y0 from the character before, widths and heights,
low bytes before high bytes (most high bytes are 0).
"""

from __future__ import annotations

import struct
import zlib

import numpy as np
import numpy.typing as npt

from onfile.errors import StoreDamaged
from onfile.index.codec import compressed
from onfile.types import FloatArray

QUANTUM_PT = 0.05  # a twentieth of a point: far below what a highlight can show
_LIMIT = 32_000  # int16, with room for rounding
_HEADER = struct.Struct("<If")
_STEPS = 200
_NO_INK = 255


def encode_boxes(boxes: FloatArray | None) -> bytes | None:
    """``(n_chars, 4)`` float32 boxes, NaN rows for no ink, as bytes; None stays None."""
    if boxes is None:
        return None
    has_ink = ~np.isnan(boxes[:, 0])
    inked = np.array(boxes.compress(has_ink, axis=0).T, np.float64, order="C")
    quantum = _quantum(inked) if inked.size else QUANTUM_PT
    steps = _steps(np.rint(inked / quantum)).astype(np.int16)
    low, high = steps.astype(np.uint8), (steps >> 8).astype(np.uint8)
    raw = np.packbits(has_ink).tobytes() + low.tobytes() + high.tobytes()
    return _HEADER.pack(len(boxes), quantum) + compressed(raw)


def _quantum(corners: npt.NDArray[np.float64]) -> float:
    """The unit in which every step fits."""
    lowest, highest = float(corners.min()), float(corners.max())
    if max(highest, -lowest, highest - lowest) <= QUANTUM_PT * _LIMIT:  # no step can be longer
        return QUANTUM_PT
    return max(QUANTUM_PT, float(np.abs(_steps(corners)).max()) / _LIMIT)


def _steps(corners: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """``(4, n)``: each box's place from the one before, and its size."""
    steps = np.empty_like(corners)
    steps[:2, :1] = corners[:2, :1]
    np.subtract(corners[:2, 1:], corners[:2, :-1], out=steps[:2, 1:])
    np.subtract(corners[2:], corners[:2], out=steps[2:])
    return steps


def decode_boxes(blob: bytes | None) -> FloatArray | None:
    """The boxes that ``encode_boxes`` wrote, each edge within one quantum.

    Raises:
        StoreDamaged: the bytes are not boxes.
    """
    if blob is None:
        return None
    try:
        n_chars, quantum = _HEADER.unpack_from(blob)
        raw = np.frombuffer(zlib.decompress(blob[_HEADER.size :]), np.uint8)
        n_mask = (n_chars + 7) // 8
        has_ink = np.unpackbits(raw[:n_mask], count=n_chars).astype(bool)
        planes = raw[n_mask:].reshape(2, -1)
        steps = np.ascontiguousarray(planes.T).view("<i2").reshape(4, -1).astype(np.int32)
        boxes = np.full((n_chars, 4), np.nan, np.float32)
        corner = np.cumsum(steps[:2], axis=1)
        boxes[has_ink] = (np.vstack([corner, corner + steps[2:]]) * quantum).T
    except (struct.error, zlib.error, ValueError) as error:
        raise StoreDamaged(f"stored character boxes are damaged: {error}") from error
    return boxes


def encode_confidence(confidence: FloatArray | None) -> bytes | None:
    """``(n_chars,)`` float32 from 0 to 1, NaN for no ink, as bytes, in steps of 1/200."""
    if confidence is None:
        return None
    steps = np.where(np.isnan(confidence), _NO_INK, np.rint(confidence * _STEPS))
    return compressed(np.clip(steps, 0, _NO_INK).astype(np.uint8).tobytes())


def decode_confidence(blob: bytes | None) -> FloatArray | None:
    """The confidences that ``encode_confidence`` wrote.

    Raises:
        StoreDamaged: the bytes are not confidences.
    """
    if blob is None:
        return None
    try:
        steps = np.frombuffer(zlib.decompress(blob), np.uint8)
    except zlib.error as error:
        raise StoreDamaged(f"stored OCR confidences are damaged: {error}") from error
    found = steps.astype(np.float32) / np.float32(_STEPS)
    found[steps == _NO_INK] = np.nan
    return found
