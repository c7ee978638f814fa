from __future__ import annotations

import io
import os

import pytest

import chunkwise.parsers.read as read_module
from chunkwise import registry
from chunkwise.errors import InputError, ParseError, SeveralDocuments, UnknownName, UnsupportedFormat
from chunkwise.model.block import Block
from chunkwise.model.document import Document
from chunkwise.model.source import Source
from chunkwise.model.span import Span
from chunkwise.parsers.base import build_document
from chunkwise.parsers.read import open_source, parse, parse_all, parse_text
from chunkwise.runtime.workers import Worker


@pytest.fixture
def note(tmp_path):
    path = tmp_path / "docs" / "note.md"
    path.parent.mkdir()
    path.write_bytes("# 标题\n\ntext\n".encode())
    return path


def test_a_path_gives_a_document(note):
    document = parse(note)
    assert document.id == "note.md"
    assert document.source == str(note)
    assert document.media_type == "text/markdown"
    assert document.parser == "markdown@2"
    assert [block.kind for block in document.blocks] == ["heading", "paragraph"]


def test_ids_of_paths(note, monkeypatch):
    assert parse(note, root=note.parents[1]).id == "docs/note.md"
    assert parse(note, key="mine").id == "mine"
    monkeypatch.chdir(note.parents[1])
    assert parse(os.path.join("docs", "note.md")).id == "docs/note.md"


def test_bytes_and_file_objects(note):
    data = note.read_bytes()
    assert parse(data).id == parse(bytearray(data)).id == parse(io.BytesIO(data)).id
    assert parse(data).id.startswith("sha256:")
    assert parse(data, key="a.md").media_type == "text/markdown"
    with note.open("rb") as file:
        assert parse(file).text == data.decode()
    with note.open(encoding="utf-8") as file:
        document = parse(file)
    assert document.text == data.decode()
    assert document.id == "note.md"
    assert parse(io.StringIO("x\ud800")).text == "x\ufffd"


def test_strings_are_paths_and_parse_text_takes_texts():
    document = parse_text("\ufeff# A\n\nb\ud800", media_type="text/markdown", key="k")
    assert document.text == "# A\n\nb\ufffd"
    assert document.id == "k"
    assert len(document.warnings) == 1
    assert document.content_hash == parse("# A\n\nb\ufffd".encode()).content_hash
    assert parse_text("a\0b\0c\0d\0e\0f\0g\0h\0").text == "a\0b\0c\0d\0e\0f\0g\0h\0"


def test_what_the_caller_says_wins(note):
    assert {b.kind for b in parse(note, media_type="text/plain").blocks} == {"paragraph"}
    assert parse(note, parser="text").parser == "text@1"
    with pytest.raises(UnknownName, match="markdown"):
        parse(note, parser="markdwn")


def test_missing_files_folders_and_other_things(tmp_path):
    with pytest.raises(InputError, match="There is no file"):
        parse(tmp_path / "absent.md")
    with pytest.raises(InputError, match="chunk_many"):
        parse(tmp_path)
    with pytest.raises(InputError, match="chunk_text"):
        parse("a text\nand no path")
    with pytest.raises(InputError, match="download"):
        parse("https://example.org/a.html")
    with pytest.raises(InputError, match="not int"):
        parse(3)
    with pytest.raises(InputError, match="cannot be read"):
        parse("x" * 3_000)


def test_a_source_passes_through():
    source = Source("id", "a.md", data=b"# T")
    assert open_source(source) == source
    assert parse(source).id == "id"
    assert parse(source, key="other", media_type="text/plain").id == "other"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_is_read_once(tmp_path):
    import threading

    path = tmp_path / "pipe.md"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(b"# T",))
    writer.start()
    document = parse(path)
    writer.join()
    assert (document.text, document.blocks[0].kind) == ("# T", "heading")


def test_formats_that_nobody_reads_are_named():
    with pytest.raises(UnsupportedFormat, match=r"a\.db.*SQLite.*Markdown"):
        parse(b"SQLite format 3\0", key="a.db")
    with pytest.raises(UnsupportedFormat, match="binary file"):
        parse(bytes(range(256)))


def test_a_wrong_name_is_a_warning_on_the_document():
    document = parse(b'{"a": 1}', key="a.txt")
    assert document.media_type == "application/json"
    assert len(document.warnings) == 1


def test_several_documents(monkeypatch):
    monkeypatch.setattr("chunkwise.parsers.csv.ROWS_PER_PART", 1)
    with pytest.raises(SeveralDocuments, match="parse_all") as caught:
        parse(b"k,v\na,1\nb,2\n", key="t.csv")
    assert caught.value.ids == ("t.csv#rows-1-1", "t.csv#rows-2-2")
    assert [d.id for d in parse_all(b"k,v\na,1\nb,2\n", key="t.csv")] == list(caught.value.ids)


def test_errors_come_before_the_first_document_is_asked_for(tmp_path):
    with pytest.raises(InputError):
        parse_all(tmp_path / "absent")
    with pytest.raises(UnsupportedFormat):
        parse_all(b"\x7fELF" + bytes(100))


class Scripted:
    """A parser that does what the text says."""

    name = "scripted"
    version = "7"
    media_types = ("text/x-scripted",)
    isolated = True

    def parse(self, source):
        text = source.read().decode()
        if text == "die":
            os._exit(3)
        if text == "fail":
            raise ZeroDivisionError("odd")
        if text == "broken":
            raise ParseError("broken", source.name)
        if text == "unreadable":
            raise PermissionError(13, "Permission denied")
        if text == "nothing":
            return
        block = Block("b0", "paragraph", Span(0, len(text)))
        yield build_document(self, source, text.encode(), f"{text} {os.getpid()}", [block])


@pytest.fixture
def scripted(monkeypatch):
    monkeypatch.setitem(registry.PARSERS, "scripted", f"{__name__}:Scripted")


def _run(text, **options):
    return parse(text.encode(), key="s", parser="scripted", media_type="text/x-scripted", **options)


def test_isolated_parsers_run_in_another_process(scripted):
    assert _run("ok").text != f"ok {os.getpid()}"
    assert _run("ok", isolate=False).text == f"ok {os.getpid()}"
    assert _run("ok").parser == "scripted@7"
    with Worker() as worker:
        assert _run("ok", isolate=worker).text == _run("ok", isolate=worker).text
        assert parse(b"plain", isolate=worker).text == "plain"
        assert parse(b"plain", isolate=True).text == "plain"


def test_a_parser_that_dies_does_no_harm(scripted):
    with pytest.raises(ParseError, match="s: the parser's process ended with exit code 3") as caught:
        _run("die")
    assert caught.value.source == "s"


@pytest.mark.parametrize("isolate", [True, False])
def test_errors_of_parsers_are_input_errors(scripted, isolate):
    with pytest.raises(ParseError, match="ZeroDivisionError: odd"):
        _run("fail", isolate=isolate)
    with pytest.raises(ParseError, match=r"^s: broken(\n|$)"):
        _run("broken", isolate=isolate)
    with pytest.raises(ParseError, match="no document"):
        _run("nothing", isolate=isolate)


def test_files_that_cannot_be_read_are_input_errors(scripted):
    with pytest.raises(InputError, match="Permission denied"):
        _run("unreadable", isolate=False)


def test_the_package_is_light():
    assert isinstance(parse(b"x"), Document)
    assert not hasattr(read_module, "numpy")
