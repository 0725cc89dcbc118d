"""E-mail messages are read like letters; what hangs on them is named."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from asked import answered
from onfile.adapters.mailfile import MailReader
from onfile.engine import Engine
from onfile.errors import UnreadableFile

PLAIN = (
    b"From: Ada Quill <ada@larch.example>\r\nTo: site@larch.example\r\n"
    b"Date: Mon, 3 May 2032 10:00:00 +0000\r\nSubject: Delay of the culvert\r\n\r\n"
    b"The culvert is delayed by 12 days because the permit is late.\r\n"
)


def with_attachment() -> bytes:
    message = EmailMessage()
    message["From"], message["To"] = "a@larch.example", "b@larch.example"
    message["Subject"] = "Drawings of the caf\u00e9"
    message.set_content("<p>Door 7 is<br>2.1 m high.</p><script>alert(1)</script>", subtype="html")
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="plan.pdf")
    return message.as_bytes()


def read(path):
    (page,) = MailReader().read(path, 1, 1)
    return page


def test_a_message_is_its_fields_and_what_was_written(tmp_path):
    path = tmp_path / "delay.eml"
    path.write_bytes(PLAIN)
    assert MailReader().accepts(PLAIN, path)
    page = read(path)
    assert page.text.startswith("From: Ada Quill <ada@larch.example>\nTo: site@larch.example\n")
    assert "\nSubject: Delay of the culvert\n\nThe culvert is delayed by 12 days" in page.text
    assert page.reason == ""


def test_a_web_page_is_told_as_text_and_attachments_are_named(tmp_path):
    path = tmp_path / "drawings.eml"
    path.write_bytes(with_attachment())
    page = read(path)
    assert "Subject: Drawings of the café" in page.text
    assert page.text.rstrip().endswith("Door 7 is\n2.1 m high.")
    assert "\nAttachments: plan.pdf\n" in page.text
    assert page.reason == "attachments are not read: plan.pdf"


def test_a_memo_with_such_fields_is_plain_text_unless_it_was_sent(tmp_path):
    assert not MailReader().accepts(PLAIN, tmp_path / "memo.txt")
    sent = b"MIME-Version: 1.0\r\n" + PLAIN
    assert MailReader().accepts(sent, tmp_path / "message")
    assert not MailReader().accepts(b"Dear all,\n\nFrom: here\nTo: there\n", tmp_path / "a.eml")


def test_a_message_that_is_gone_is_an_unreadable_file(tmp_path):
    with pytest.raises(UnreadableFile):
        read(tmp_path / "gone.eml")


@pytest.mark.parametrize("content", [b"Subject:\nFrom: =?x-none?q?=FF?=\n\n\xff\xfe", PLAIN[:60]])
def test_a_broken_message_is_read_as_far_as_it_goes(tmp_path, content):
    path = tmp_path / "broken.eml"
    path.write_bytes(content)
    assert read(path).text


def test_a_message_answers_with_its_line(tmp_path):
    folder = tmp_path / "mail"
    folder.mkdir()
    (folder / "delay.eml").write_bytes(PLAIN)
    with Engine(tmp_path / "s") as engine:
        engine.ingest([folder], workers=1, embed=False, ocr=False)
        assert "because the permit is late" in answered(engine, "Why is the culvert delayed?")
        (citation,) = engine.ask("Why is the culvert delayed?").claims[0].citations
    assert citation.line == 6
