"""Sixty-five Chinese statutes: asked, added again, one article edited, one law repealed."""

from __future__ import annotations

import shutil

import pytest

import chunkwise as cw

TAX_LAW = ("税收征收管理法.md", "tax_law.docx")
"""One law in two files."""
QUESTION = "对税务机关的处罚决定不服怎么办"


@pytest.fixture(scope="module")
def laws(shared, tmp_path_factory):
    if not (shared / "data" / "laws").is_dir():
        pytest.skip("no laws in the shared folder")
    place = tmp_path_factory.mktemp("laws")
    shutil.copytree(shared / "data" / "laws", place / "laws")
    with cw.open_kb(place / "laws.kb", create=True) as kb:
        report = kb.add([place / "laws"])
        assert (len(report.added), report.failed, report.skipped) == (65, [], [])
        yield kb, place / "laws"


@pytest.mark.parametrize(
    ("question", "article"),
    [
        (QUESTION, "第八十八条"),
        ("偷税会受到什么处罚", "第六十三条"),  # by plain BM25 it comes in place 17
        ("偷稅會受到什麼處罰", "第六十三条"),
    ],
)
def test_the_article_that_answers_comes_first(laws, question, article):
    kb, _ = laws
    hit = kb.search(question, 3)[0]
    assert hit.chunk.document_id in TAX_LAW
    assert hit.chunk.heading_path[-1] == article


def test_adding_again_does_no_work(laws):
    kb, folder = laws
    report = kb.add([folder])
    assert (len(report.unchanged), report.did_anything, report.seq) == (65, False, 1)


def test_one_edited_article_is_one_chunk_and_one_deleted_file_goes(laws):
    kb, folder = laws
    path = folder / "税收征收管理法.md"
    text = path.read_text("utf-8")
    start = text.index("第八十八条")
    path.write_text(text[:start] + text[start:].replace("行政复议", "行政复核", 1), "utf-8")
    (folder / "邮政法.md").unlink()
    report = kb.add([folder])
    assert (report.changed, len(report.unchanged), report.gone) == (["税收征收管理法.md"], 63, ["邮政法.md"])
    assert (report.chunks_added, report.chunks_removed) == (1, 1)
    assert report.chunks_kept > 90
    report = kb.add([folder], prune=True)
    assert report.removed == ["邮政法.md"]
    where = {"document_id": "邮政法.md"}
    assert [len(kb.search("邮政企业", 3, where=where, at=at)) for at in (2, 3)] == [3, 0]
