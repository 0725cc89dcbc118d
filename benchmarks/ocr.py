"""Error rates of OCR on pages that have a text layer, shown as images at several resolutions.

    python benchmarks/ocr.py FILE.pdf:PAGE… [--dpi 100 150 200 300]

The text layer is the truth. Lines are compared as multisets of words, so that reading order does
not count: a character error is an edit between a word and the word of the other side nearest to
it; a number is wrong when no word read equals it, letter for letter. Prints one row a resolution.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from pathlib import Path

from onfile.adapters.pdfium import PdfiumReader
from onfile.adapters.rapidocr import RapidOcr
from onfile.answer.cite import ocr_confidence
from onfile.ingest.ocr import read_page
from onfile.ingest.reading import read_file
from onfile.types import Page, PageStatus, Span
from onfile.verify.ocr import MIN_CONFIDENCE

UNBOUNDED = 10**9
_NUMBER = re.compile(r"\(?[$€£¥₹]?\(?\d[\d,.]*\)?%?\)?")


def edits(a: str, b: str) -> int:
    """Levenshtein distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def compare(truth: str, read: str) -> tuple[int, int, int, int]:
    """(characters, character errors, numbers, numbers not read)."""
    wanted, given = Counter(truth.split()), Counter(read.split())
    missed, extra = wanted - given, given - wanted
    errors = 0
    spare = list(extra.elements())
    for word in sorted(missed.elements(), key=len, reverse=True):
        nearest = min(spare, key=lambda other: edits(word, other), default="")
        errors += min(edits(word, nearest), len(word))
        if nearest and edits(word, nearest) <= len(word) / 2:
            spare.remove(nearest)
    is_number = _NUMBER.fullmatch
    n_numbers = sum(n for word, n in wanted.items() if is_number(word))
    n_lost = sum(n for word, n in missed.items() if is_number(word))
    return sum(len(word) * n for word, n in wanted.items()), errors, n_numbers, n_lost


def certainties(truth: str, read: Page) -> tuple[int, int, int, int]:
    """(numbers read right, of them uncertain, numbers read wrong, of them uncertain)."""
    wanted = Counter(truth.split())
    counts = [0, 0, 0, 0]
    for match in re.finditer(r"\S*\d\S*", read.text):
        confidence = ocr_confidence(read, Span(read.number, *match.span()))
        is_wrong = wanted[match.group()] <= 0
        wanted[match.group()] -= 1
        counts[2 * is_wrong] += 1
        counts[2 * is_wrong + 1] += confidence is not None and confidence < MIN_CONFIDENCE
    return counts[0], counts[1], counts[2], counts[3]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("pages", nargs="+", metavar="FILE.pdf:PAGE")
    parser.add_argument("--dpi", nargs="+", type=int, default=[100, 150, 200, 300])
    arguments = parser.parse_args()
    engine, reader = RapidOcr(), PdfiumReader()
    chosen = [(Path(p.rpartition(":")[0]), int(p.rpartition(":")[2])) for p in arguments.pages]
    truths = {(path, n): read_file(path, (reader,)).pages[n - 1] for path, n in chosen}
    for dpi in arguments.dpi:
        totals, certain = [0, 0, 0, 0], [0, 0, 0, 0]
        start, cpu = time.perf_counter(), time.process_time()
        for (path, number), page in truths.items():
            image = reader.render(path, number, dpi, UNBOUNDED)
            blank = Page(
                number, "", PageStatus.NO_TEXT, width_pt=page.width_pt, height_pt=page.height_pt
            )
            read = read_page(blank, image, engine)
            found = compare(page.text, read.text)
            sure = certainties(page.text, read)
            certain = [a + b for a, b in zip(certain, sure, strict=True)]
            totals = [a + b for a, b in zip(totals, found, strict=True)]
        n_chars, errors, n_numbers, n_lost = totals
        seconds, cpu_s = time.perf_counter() - start, time.process_time() - cpu
        print(  # noqa: T201 - a benchmark's result
            f"{dpi} dpi: {len(truths)} pages, {n_chars} characters, CER {errors / n_chars:.4f}, "
            f"{n_numbers} numbers, {n_lost / n_numbers:.4f} wrong; "
            f"below {MIN_CONFIDENCE}: {certain[1]} of {certain[0]} read right, "
            f"{certain[3]} of {certain[2]} read wrong; "
            f"{seconds / len(truths):.1f} s a page ({cpu_s / len(truths):.1f} s of CPU)",
            flush=True,
        )


if __name__ == "__main__":
    main()
