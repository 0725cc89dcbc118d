"""Forty and more PDF files that go wrong, each in its own way; made anew by every run of the tests.

``HOSTILE`` maps a name to a function that gives the file's bytes.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable

import pikepdf
from PIL import Image, ImageDraw
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

SALES = "Net sales of Alder Springs rose in the year, as volumes grew in every region."
PASSWORD = "rowanberry"
_FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
_LETTER = b"[0 0 612 792]"


# ── how files are put together ───────────────────────────────────────────────────────────────


def letter(*pages: str, **options: object) -> bytes:
    """A PDF with one line of text a page; an empty text gives an empty page."""
    stream = io.BytesIO()
    canvas = Canvas(stream, invariant=True, pageCompression=0, **options)
    for text in pages:
        if text:
            canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def objects(*bodies: bytes, start: int | None = None, trailer: bytes = b"") -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalog."""
    out, offsets = bytearray(b"%PDF-1.7\n"), []
    for number, body in enumerate(bodies, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer\n<< /Size %d /Root 1 0 R %s >>\n" % (len(bodies) + 1, trailer)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % (table if start is None else start))


def stream(content: bytes, entries: bytes = b"", length: int | None = None) -> bytes:
    n_bytes = len(content) if length is None else length
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (n_bytes, entries, content)


def show(text: str = SALES, size: float = 12) -> bytes:
    return f"BT /F1 {size:.0f} Tf 72 700 Td ({text}) Tj ET".encode()


def page(
    content: bytes = b"5 0 R", box: bytes = _LETTER, more: bytes = b"", resources: bytes = b""
) -> bytes:
    return (
        b"<< /Type /Page /Parent 2 0 R /MediaBox %s /Contents %s"
        b" /Resources << /Font << /F1 4 0 R >> %s >> %s >>" % (box, content, resources, more)
    )


CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"


def tree(kids: bytes = b"3 0 R", count: int = 1, more: bytes = b"") -> bytes:
    return b"<< /Type /Pages /Kids [%s] /Count %d %s >>" % (kids, count, more)


def one_page(
    content: bytes | None = None, box: bytes = _LETTER, more: bytes = b"", *extra: bytes
) -> bytes:
    shown = stream(show()) if content is None else content
    return objects(CATALOG, tree(), page(box=box, more=more), _FONT, shown, *extra)


def zeros(n_mib: int) -> bytes:
    """That many MiB of zeros, compressed to a thousandth; made without compressing them all."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    end = packer.flush(zlib.Z_FINISH)
    n_bytes = n_mib << 20
    adler = (n_bytes % 65521) << 16 | 1
    return b"\x78\xda" + block * n_mib + end + adler.to_bytes(4, "big")


def _picture(width: int = 850, height: int = 1100) -> Image.Image:
    picture = Image.new("L", (width, height), 255)
    ImageDraw.Draw(picture).text((100, 100), "A field order", fill=0)
    return picture


def scan(*pages: str | None) -> bytes:
    """Pages of text, or (None) of a picture alone."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    for text in pages:
        if text is None:
            canvas.drawImage(ImageReader(_picture()), 0, 0, 612, 792)
        else:
            canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _rewritten(change: Callable[[pikepdf.Pdf], None], **options: object) -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(letter(SALES, SALES))) as pdf:
        change(pdf)
        pdf.save(out, **options)
    return out.getvalue()


# ── cut off, scrambled, or no PDF at all ─────────────────────────────────────────────────────


def cut_third() -> bytes:
    whole = letter(*[SALES] * 9)
    return whole[: len(whole) // 3]


def cut_tail() -> bytes:
    return letter(*[SALES] * 9)[:-400]


def hole() -> bytes:
    whole = bytearray(letter(*[SALES] * 9))
    middle = len(whole) // 2
    whole[middle : middle + 600] = bytes(600)
    return bytes(whole)


def loop_in_tables() -> bytes:
    plain = one_page()
    table = plain.rindex(b"xref\n0")
    return plain.replace(b"/Root 1 0 R", b"/Prev %d /Root 1 0 R" % table)


# ── page trees ───────────────────────────────────────────────────────────────────────────────


def deep_tree(levels: int = 2_000) -> bytes:
    nodes = [
        b"<< /Type /Pages /Parent %d 0 R /Kids [%d 0 R] /Count 1 >>" % (n - 1, n + 1)
        for n in range(4, levels)
    ]
    last = b"<< /Type /Page /Parent %d 0 R /MediaBox %s >>" % (levels - 1, _LETTER)
    return objects(CATALOG, tree(b"4 0 R"), b"null", *nodes, last)


def deep_arrays(levels: int = 100_000) -> bytes:
    return one_page(None, _LETTER, b"/Annots " + b"[" * levels + b"]" * levels)


def many_pages(n_pages: int = 10_000) -> bytes:
    first = 3
    kids = b" ".join(b"%d 0 R" % (first + n) for n in range(n_pages))
    sheet = b"<< /Type /Page /Parent 2 0 R /MediaBox %s >>" % _LETTER
    return objects(CATALOG, tree(kids, n_pages), *[sheet] * n_pages)


# ── contents ─────────────────────────────────────────────────────────────────────────────────


def bomb() -> bytes:
    packed = zlib.compress(zeros(4_096))
    return objects(
        CATALOG,
        tree(b"3 0 R 6 0 R", 2),
        page(),
        _FONT,
        stream(packed, b"/Filter [/FlateDecode /FlateDecode]"),
        page(b"7 0 R"),
        stream(show()),
    )


def picture_bomb() -> bytes:
    image = stream(
        zlib.compress(zeros(500)),
        b"/Type /XObject /Subtype /Image /Width 65000 /Height 65000 /BitsPerComponent 1"
        b" /ColorSpace /DeviceGray /Filter [/FlateDecode /FlateDecode]",
    )
    return objects(
        CATALOG,
        tree(),
        page(resources=b"/XObject << /I 6 0 R >>"),
        _FONT,
        stream(b"q 612 0 0 792 0 0 cm /I Do Q"),
        image,
    )


def self_drawing_form() -> bytes:
    form = stream(
        b"/X Do " + show(),
        b"/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
        b" /Resources << /XObject << /X 6 0 R >> /Font << /F1 4 0 R >> >>",
    )
    return objects(
        CATALOG, tree(), page(resources=b"/XObject << /X 6 0 R >>"), _FONT, stream(b"/X Do"), form
    )


def no_unicode_font() -> bytes:
    """Letters drawn by a font that does not say which they are."""
    names = b" ".join(b"/g%d" % n for n in range(33, 123))
    font = (
        b"<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Unknown /FirstChar 33 /LastChar 122"
        b" /Widths [%s] /Encoding << /Type /Encoding /Differences [33 %s] >>"
        b" /FontDescriptor << /Type /FontDescriptor /FontName /ABCDEF+Unknown /Flags 4"
        b" /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700"
        b" /StemV 80 >> >>" % (b"500 " * 90, names)
    )
    shown = b"BT /F1 12 Tf 72 700 Td " + b"(%s) Tj 0 -14 Td " % SALES.encode() * 6 + b"ET"
    return objects(CATALOG, tree(), page(), font, stream(shown))


def codes_for_letters() -> bytes:
    """A text layer of signs instead of letters: garbage, however many of them there are."""
    signs = "\xa4\xa7\xb6\xa5\xa3\xa2\xb1\xbf\xa1\xab\xbb\xd7\xf7\xac\xb5\xb0\xae\xa9\xaa"
    coded = "".join(c if c == " " else signs[ord(c) % len(signs)] for c in SALES)
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    for number in range(12):
        canvas.drawString(72, 700 - 14 * number, coded)
    canvas.save()
    return out.getvalue()


def invisible_layer() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, invariant=True)
    canvas.drawImage(ImageReader(_picture()), 0, 0, 612, 792)
    text = canvas.beginText(72, 700)
    text.setTextRenderMode(3)
    text.textLine(SALES)
    canvas.drawText(text)
    canvas.save()
    return out.getvalue()


def data_dump() -> bytes:
    rows = b"".join(b"(%s) Tj 0 -1 Td " % (b"0123456789" * 20) for _ in range(2_500))
    dump = stream(zlib.compress(b"BT /F1 1 Tf 72 700 Td " + rows + b"ET"), b"/Filter /FlateDecode")
    return objects(
        CATALOG, tree(b"3 0 R 6 0 R", 2), page(), _FONT, dump, page(b"7 0 R"), stream(show())
    )


def _rotate(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].rotate(90, relative=False)
    pdf.pages[1].rotate(180, relative=False)


def _loop_outline(pdf: pikepdf.Pdf) -> None:
    item = pdf.make_indirect(pikepdf.Dictionary(Title=pikepdf.String("Again")))
    item.Next = item
    item.First = item
    pdf.Root.Outlines = pdf.make_indirect(pikepdf.Dictionary(First=item, Last=item, Count=1))


def _start_program(pdf: pikepdf.Pdf) -> None:
    pdf.Root.OpenAction = pikepdf.Dictionary(S=pikepdf.Name.Launch, F=pikepdf.String("/bin/true"))


def _encrypted(user: str) -> bytes:
    key = pikepdf.Encryption(owner="owner-only", user=user, R=6)
    return _rewritten(lambda pdf: None, encryption=key)


HOSTILE: dict[str, Callable[[], bytes]] = {
    "whole": lambda: letter(SALES, SALES),
    "empty": lambda: b"",
    "header alone": lambda: b"%PDF-1.7\n",
    "noise after the header": lambda: b"%PDF-1.7\n" + bytes(range(256)) * 40,
    "nothing but zeros": lambda: bytes(100_000),
    "a ZIP archive": lambda: b"PK\x03\x04" + bytes(200),
    "junk before the header": lambda: b"\r\n" * 200 + letter(SALES),
    "junk after the end": lambda: letter(SALES) + b"\0junk" * 2_000,
    "cut after a third": cut_third,
    "cut tail": cut_tail,
    "a hole in the middle": hole,
    "wrong place of the table": lambda: objects(
        CATALOG, tree(), page(), _FONT, stream(show()), start=7
    ),
    "table that names itself": loop_in_tables,
    "no trailer": lambda: one_page().split(b"trailer")[0],
    "no catalog": lambda: objects(b"null", tree(), page(), _FONT, stream(show())),
    "tree that holds itself": lambda: objects(
        CATALOG, tree(b"2 0 R 3 0 R", 2), page(), _FONT, stream(show())
    ),
    "one page twice": lambda: objects(
        CATALOG, tree(b"3 0 R 3 0 R", 2), page(), _FONT, stream(show())
    ),
    "a tree 2,000 deep": deep_tree,
    "arrays 100,000 deep": deep_arrays,
    "a million pages claimed": lambda: objects(
        CATALOG, tree(count=1_000_000), page(), _FONT, stream(show())
    ),
    "a negative number of pages": lambda: objects(
        CATALOG, tree(count=-5), page(), _FONT, stream(show())
    ),
    "fewer pages claimed than there are": lambda: objects(
        CATALOG, tree(b"3 0 R 6 0 R", 1), page(), _FONT, stream(show()), page()
    ),
    "a page that is not there": lambda: objects(
        CATALOG, tree(b"3 0 R 99 0 R", 2), page(), _FONT, stream(show())
    ),
    "a page that is a number": lambda: objects(
        CATALOG, tree(b"3 0 R 6 0 R", 2), page(), _FONT, stream(show()), b"17"
    ),
    "10,000 pages": many_pages,
    "no contents": lambda: objects(
        CATALOG, tree(), b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>"
    ),
    "contents that can't be unpacked": lambda: one_page(
        stream(b"\x78\xda not compressed at all", b"/Filter /FlateDecode")
    ),
    "contents of unknown packing": lambda: one_page(stream(show(), b"/Filter /Shrunk")),
    "contents longer than said": lambda: one_page(stream(show(), length=5)),
    "contents shorter than said": lambda: one_page(stream(show(), length=900_000)),
    "a bomb": bomb,
    "a picture bomb": picture_bomb,
    "a form that draws itself": self_drawing_form,
    "a page of 2^31 points": lambda: one_page(None, b"[0 0 2147483648 2147483648]"),
    "an empty page of 2^31 points": lambda: one_page(
        stream(b"0 0 10 10 re f"), b"[0 0 2147483648 2147483648]"
    ),
    "a page of no size": lambda: one_page(None, b"[0 0 0 0]"),
    "a page measured in words": lambda: one_page(None, b"[0 0 (wide) /High]"),
    "rotated pages": lambda: _rewritten(_rotate),
    "a page askew": lambda: one_page(None, _LETTER, b"/Rotate 45"),
    "letters of endless size": lambda: one_page(stream(show(size=10**30))),
    "a scan": lambda: scan(None),
    "a scan between texts": lambda: scan(SALES, None, SALES),
    "a scan with an unseen layer": invisible_layer,
    "a font without Unicode": no_unicode_font,
    "codes for letters": codes_for_letters,
    "a data dump": data_dump,
    "locked": lambda: _encrypted(PASSWORD),
    "locked against printing": lambda: _encrypted(""),
    "a contents list that goes in circles": lambda: _rewritten(_loop_outline),
    "a program to start": lambda: _rewritten(_start_program),
}
