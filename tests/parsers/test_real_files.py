"""Every real file there is: a sensible document or a clear error, never a crash or a hang."""

from __future__ import annotations

import time

import pytest

import chunkwise as cw
from chunkwise.runtime.workers import Worker
from chunkwise.testing.documents import check_document
from chunkwise.testing.laws import broken_laws


@pytest.mark.parametrize("kind", ["csv", "docx", "eml", "epub", "html", "md", "pdf", "pptx", "xlsx"])
def test_every_file_is_read_in_time_and_keeps_the_laws(shared, kind):
    files = sorted(path for path in (shared / "data/docs" / kind).iterdir() if path.is_file())
    assert files
    with Worker() as worker:
        for path in files:
            start = time.monotonic()
            documents = list(cw.parse_all(path, root=path.parent, isolate=worker))
            assert time.monotonic() - start < 30
            assert documents
            for document in documents:
                assert check_document(document) == [], path
                assert document.text.strip(), path
                assert broken_laws(cw.chunk(document, "auto")) == [], path


def test_one_broken_file_of_ten_costs_itself_alone(tmp_path, capsys):
    from binaries import EXAMPLES

    from chunkwise.cli.main import run

    for path in EXAMPLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "broken.docx").write_bytes((EXAMPLES / "manual.docx").read_bytes()[:9000])
    assert len(list(tmp_path.iterdir())) == 10
    assert run(["chunk", str(tmp_path), "-m", "auto", "-o", str(tmp_path / "out.jsonl")]) == 3
    assert "broken.docx" in capsys.readouterr().err
    lines = (tmp_path / "out.jsonl").read_text().splitlines()
    assert len({line.split('"document_id": "')[1].split('"')[0] for line in lines}) == 9
