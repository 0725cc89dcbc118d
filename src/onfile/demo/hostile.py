"""Files that go wrong: a scan, garbled text, blank, empty, cut off, encrypted and restricted."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from reportlab.lib.utils import ImageReader

from onfile.demo.paper import BOLD, Paper, Printed

CANARY = "CANARY-HERON-4471"
PASSWORD = "tamarack"
SCANNED = (
    "HARROW BRIDGE REPLACEMENT, PROJECT HB-2231",
    "FIELD ORDER NO. 17",
    "Date: August 6, 2024",
    "",
    "Lower the bottom of Footing 3 by 1.5 feet, to elevation 196.0 feet.",
    "The added excavation is 46 cubic yards.",
    "Signed: R. Amadi, Resident Engineer",
)
_GARBLED = (
    "The turbidity of the creek was measured on nine days in July.",
    "It was highest on July 19, the day on which the cofferdam was drawn.",
    "No sample went beyond the limit of the permit.",
)
_CODES = "¤§¶¥£¢±¿¡«»×÷¬µ°®©ª"


def _bitmap(lines: tuple[str, ...]) -> ImageReader:
    picture = Image.new("L", (1275, 1650), 255)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size=32)
    for number, line in enumerate(lines):
        draw.text((130, 160 + 58 * number), line, fill=20, font=font)
    return ImageReader(picture)


def write_scanned_page(path: Path) -> list[Printed]:
    """A field order that is only a picture: it has no text layer."""
    paper = Paper(path, "Field order 17", label=lambda page: "")
    paper.canvas.drawImage(_bitmap(SCANNED), 0, 0, *paper.size)
    paper.save()
    return [Printed(1, line) for line in SCANNED if line]


def write_garbled(path: Path) -> list[Printed]:
    """Three pages: readable; a picture over a text layer of wrong characters; a blank one."""
    paper = Paper(path, "Water quality memo", label=lambda page: "")
    paper.line("MEMORANDUM", font=BOLD, size=13)
    paper.paragraph(
        "Water quality during in-water work, Harrow Bridge Replacement, Project HB-2231. The "
        "permit limits turbidity to 10 NTU above background. Readings are on the next page."
    )
    paper.new_page()
    paper.canvas.drawImage(_bitmap(_GARBLED), 0, 0, *paper.size)
    layer = paper.canvas.beginText(60, 700)
    layer.setFont("Helvetica", 10)
    layer.setTextRenderMode(3)  # invisible, as the text layer of a scan is
    for line in _GARBLED * 4:
        layer.textLine("".join(c if c == " " else _CODES[ord(c) % len(_CODES)] for c in line))
    paper.canvas.drawText(layer)
    paper.blank_page()
    paper.line("End of memorandum.")
    paper.save()
    return paper.rows


def write_restricted(path: Path) -> list[Printed]:
    """A document of a project that not everybody may see."""
    paper = Paper(path, "Settlement memo", head="RESTRICTED: Project HB-2231-L")
    paper.centred("SETTLEMENT MEMORANDUM", font=BOLD, size=14)
    paper.paragraph(
        f"Reference {CANARY}. The owner is prepared to settle the claim of Corran Civil LLC over "
        "differing site conditions at the east abutment for up to $418,000."
    )
    paper.save()
    return paper.rows


def write_encrypted(path: Path) -> list[Printed]:
    """A PDF that opens only with a password."""
    paper = Paper(path, "Bid bond", encrypt=PASSWORD)
    paper.paragraph("Bid bond of Blackthorn Builders for Project HB-2231.")
    paper.save()
    return []


def write_truncated(path: Path, whole: Path) -> list[Printed]:
    """The first third of another PDF: an interrupted download."""
    content = whole.read_bytes()
    path.write_bytes(content[: len(content) // 3])
    return []


def write_empty(path: Path) -> list[Printed]:
    """A file of no bytes."""
    path.write_bytes(b"")
    return []
