"""E-mail messages (.eml): who wrote to whom, when and about what, then what was written.

Lines are counted in that text, not in the file, whose body may be encoded. Attachments are not
read: the text and the ledger name them, so that they can be saved as files of their own.
"""

from __future__ import annotations

import email
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import lxml.etree
import lxml.html

from onfile.adapters.decoding import content_of, looks_like_text
from onfile.types import Page, PageStatus

_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_FIELD = re.compile(
    rb"(?im)^(?:from|to|date|subject|received|message-id|mime-version|return-path):"
)
_SENT = re.compile(rb"(?im)^(?:received|message-id|mime-version|return-path):")
MIN_FIELDS = 2
_ENDS_LINE = frozenset(("br", "p", "div", "tr", "li", "h1", "h2", "h3", "blockquote"))


class MailReader:
    """Reads e-mail messages; implements ``ports.FileReader``."""

    name = "email of Python"

    def accepts(self, head: bytes, path: Path) -> bool:
        """True for the fields of a message, in a file named .eml or one that was sent."""
        if not looks_like_text(head):
            return False
        fields = head.lstrip().replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        is_message = len(_FIELD.findall(fields)) >= MIN_FIELDS
        return is_message and (path.suffix.lower() == ".eml" or _SENT.search(fields) is not None)

    def count_pages(self, path: Path) -> int:
        """Always 1. Raises: UnreadableFile."""
        return 1

    def read(self, path: Path, first: int, last: int) -> Iterator[Page]:
        """The message as page 1; nothing when page 1 is not asked for.

        Raises:
            UnreadableFile: the file can't be opened or is larger than ``MAX_BYTES``.
        """
        if not first <= 1 <= last:
            return
        start = time.perf_counter()
        message = email.message_from_bytes(content_of(path, "a message"), policy=default)
        written = _written(message)
        lines = [f"{name}: {_one_line(str(message[name]))}" for name in _SHOWN if message[name]]
        attached = [part.get_filename() or "unnamed" for part in message.iter_attachments()]
        if attached:
            lines.append(f"Attachments: {', '.join(attached)}")
        text = "\n".join((*lines, "", written.strip(), ""))
        reason = f"attachments are not read: {', '.join(attached)}" if attached else ""
        elapsed_ms = (time.perf_counter() - start) * 1000
        yield Page(1, text, PageStatus.TEXT, reason, reader=self.name, elapsed_ms=elapsed_ms)


def _written(message: EmailMessage) -> str:
    """The body as plain text; of one that is a web page alone, its text."""
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        content = str(part.get_content())
    except (LookupError, UnicodeError):  # a character set that nobody knows
        raw = part.get_payload(decode=True)
        content = raw.decode("latin-1") if isinstance(raw, bytes) else ""
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    return _of_html(content) if part.get_content_type() == "text/html" else content


def _of_html(content: str) -> str:
    try:
        tree = lxml.html.fromstring(content)
    except (lxml.etree.ParserError, ValueError):
        return ""
    for hidden in tree.xpath("//script|//style|//head"):
        hidden.drop_tree()
    for element in tree.iter():
        if element.tag in _ENDS_LINE:
            element.tail = "\n" + (element.tail or "")
    lines = (_one_line(line) for line in tree.text_content().split("\n"))
    return "\n".join(line for line in lines if line)


def _one_line(text: str) -> str:
    return " ".join(text.split())
