"""EPUB, e-mail and pictures."""

from __future__ import annotations

import io
import zipfile
from email.message import EmailMessage

import pytest
from binaries import book, picture

import chunkwise as cw
from chunkwise.testing.documents import check_document


def test_chapters_come_in_the_order_of_the_spine():
    document = cw.parse(book(), key="book.epub")
    assert check_document(document) == []
    assert [(b.kind, b.level, b.span.of(document.text)) for b in document.blocks] == [
        ("heading", 1, "One"),
        ("paragraph", None, "First 章."),
        ("figure", None, "a map"),
        ("heading", 1, "Two"),
        ("paragraph", None, "Second."),
    ]
    assert document.blocks[2].data.image == "#OEBPS/img/map.png"
    assert document.metadata["title"] == "The Book"
    assert document.metadata["author"] == "Ann, Bob"


def test_a_missing_chapter_costs_itself_alone():
    document = cw.parse(book(without="OEBPS/text/two.xhtml"))
    assert document.warnings == ("The chapter OEBPS/text/two.xhtml is missing.",)
    assert "First" in document.text


def test_protected_and_broken_books_are_refused():
    encryption = (
        '<encryption xmlns="urn:x"><e:EncryptionMethod xmlns:e="urn:e" Algorithm="aes"/></encryption>'
    )
    with pytest.raises(cw.ParseError, match="copy-protected"):
        cw.parse(book(extra={"META-INF/encryption.xml": encryption}))
    with pytest.raises(cw.ParseError):
        cw.parse(book()[:400], media_type="application/epub+zip")


def mail(**parts):
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = (
        "Angebot 报价",
        "Ann <ann@example.org>",
        "bob@example.org",
    )
    message.set_content("Hello Bob,\n\n- one\n- two\n")
    if "html" in parts:
        message.add_alternative(parts["html"], subtype="html")
    for name, data in parts.get("files", {}).items():
        message.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    if "inner" in parts:
        message.add_attachment(parts["inner"])
    return message


def test_a_message_without_attachments_is_one_document():
    document = cw.parse(mail().as_bytes(), key="m.eml")
    assert check_document(document) == []
    assert document.id == "m.eml"
    assert [(b.kind, b.span.of(document.text)) for b in document.blocks] == [
        ("title", "Angebot 报价"),
        ("paragraph", "From: Ann <ann@example.org>\nTo: bob@example.org"),
        ("paragraph", "Hello Bob,"),
        ("list_item", "- one"),
        ("list_item", "- two"),
    ]


def test_the_html_body_is_preferred():
    document = cw.parse(mail(html="<h2>Offer</h2><p>3 <b>lamps</b></p>").as_bytes())
    assert document.text.endswith("Offer\n\n3 lamps")


def test_attachments_are_documents_of_their_own():
    inner = mail(files={"deep.txt": b"deep"})
    files = {"a.csv": b"x,y\n1,2\n", "b.bin": b"\x00\x01\x02" * 50}
    documents = list(cw.parse_all(mail(files=files, inner=inner).as_bytes(), key="m.eml"))
    ids = [document.id for document in documents]
    assert ids[:2] == ["m.eml#message", "m.eml#a.csv"]
    assert ids[-1].endswith("#deep.txt")
    assert all(document.metadata["part_of"].startswith("m.eml") for document in documents)
    assert "b.bin" in documents[0].warnings[0]
    assert documents[1].parser.startswith("csv@")
    with pytest.raises(cw.SeveralDocuments):
        cw.parse(mail(files=files).as_bytes())


def test_what_is_no_mail_is_refused():
    with pytest.raises(cw.ParseError, match="no e-mail"):
        cw.parse(b"\n\njust text", media_type="message/rfc822")


def test_a_picture_is_a_figure_on_a_page():
    document = cw.parse(picture(), key="lamp.png")
    assert check_document(document) == []
    assert document.blocks[0].kind == "figure"
    assert (document.pages[0].width, document.pages[0].height) == (200, 80)
    assert document.blocks[0].lines[0].position.x1 == 200


def test_a_broken_picture_is_refused():
    with pytest.raises(cw.ParseError, match="damaged"):
        cw.parse(picture()[:60], media_type="image/png")


def test_a_book_that_unpacks_to_too_much_is_refused(monkeypatch):
    monkeypatch.setattr("chunkwise.parsers.epub._MOST_BYTES", 100)
    with pytest.raises(cw.ParseError, match="512 MB"):
        cw.parse(book(), isolate=False)


def test_zip_without_a_container_is_no_book():
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("x", "y")
    with pytest.raises(cw.ParseError, match="damaged"):
        cw.parse(buffer.getvalue(), media_type="application/epub+zip")
