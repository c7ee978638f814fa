"""The catalogue's file: made, migrated, refused; and the folder around it."""

from __future__ import annotations

import shutil
import sqlite3

import pytest

import chunkwise as cw
from chunkwise.errors import InvalidOption, KnowledgeBaseError
from chunkwise.kb import schema
from chunkwise.kb.catalogue import Catalogue


@pytest.fixture
def path(tmp_path):
    return tmp_path / "catalogue.sqlite"


def test_a_new_one_has_the_newest_schema(path):
    catalogue = Catalogue(path)
    assert catalogue.connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    assert (catalogue.state().head_seq, catalogue.versions()) == (0, [])
    catalogue.close()


def test_an_older_one_is_migrated_once_with_its_content(path):
    catalogue = Catalogue(path)
    seq = catalogue.begin_job()
    catalogue.finish_job(seq, None, {"added": 1})
    catalogue.close()
    more = (*schema.MIGRATIONS, "ALTER TABLE version ADD COLUMN note TEXT; CREATE TABLE later (a); -- a; b\n")
    connection = sqlite3.connect(path, isolation_level=None)
    for _ in range(2):
        schema.migrate(connection, more)
    assert connection.execute("SELECT seq, note FROM version").fetchall() == [(1, None)]
    assert connection.execute("PRAGMA user_version").fetchone() == (len(more),)
    connection.close()
    with pytest.raises(KnowledgeBaseError, match="install a newer chunkwise"):
        Catalogue(path)


def test_a_migration_that_fails_changes_nothing(path):
    Catalogue(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    with pytest.raises(sqlite3.OperationalError):
        schema.migrate(
            connection, (*schema.MIGRATIONS, "CREATE TABLE later (a); SELECT nonsense FROM nowhere;")
        )
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'later'").fetchone() == (0,)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(schema.MIGRATIONS),)
    connection.close()
    Catalogue(path).close()


def test_something_else_is_refused(path, tmp_path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (a)")
    connection.commit()
    connection.close()
    with pytest.raises(KnowledgeBaseError, match="something else"):
        Catalogue(path)
    path.write_text("no database at all, but long enough to be taken for one " * 20)
    with pytest.raises(KnowledgeBaseError, match="cannot be opened"):
        cw.open_kb(tmp_path)


def test_opening(tmp_path):
    with pytest.raises(KnowledgeBaseError, match="chunkwise add"):
        cw.open_kb(tmp_path / "none.kb")
    (tmp_path / "file.kb").write_text("")
    with pytest.raises(KnowledgeBaseError, match="is a file"):
        cw.open_kb(tmp_path / "file.kb", create=True)
    with pytest.raises(KnowledgeBaseError, match="holds other files"):
        cw.open_kb(tmp_path, create=True)
    with pytest.raises(InvalidOption, match="server"):
        cw.open_kb("https://example.org/kb")
    for wrong in ("", b"a.kb"):
        with pytest.raises(InvalidOption):
            cw.open_kb(wrong)


def test_a_base_may_be_moved_and_copied(tmp_path):
    with cw.open_kb(tmp_path / "deep" / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
    shutil.copytree(tmp_path / "deep" / "a.kb", tmp_path / "copy.kb")
    (tmp_path / "deep" / "a.kb").rename(tmp_path / "moved.kb")
    for name in ("copy.kb", "moved.kb"):
        with cw.open_kb(tmp_path / name) as kb:
            assert kb.search("lamps")[0].chunk.text == "Lamps."


def test_without_its_vectors_and_its_store_a_base_says_so(tmp_path):
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
    shutil.rmtree(tmp_path / "a.kb" / "store")
    with cw.open_kb(tmp_path / "a.kb") as kb, pytest.raises(cw.StoreError, match="lost"):
        kb.search("lamps")


def test_two_jobs_cannot_take_one_place(path):
    catalogue = Catalogue(path)
    first, second = catalogue.begin_job(), catalogue.begin_job()
    catalogue.finish_job(first, None, {})
    with pytest.raises(KnowledgeBaseError, match="another job"):
        catalogue.finish_job(second, None, {})
    assert len(catalogue.versions()) == 1
    catalogue.close()


@pytest.mark.parametrize("lost", ["store/*", "store/rows.lance/_versions/*", "catalogue.sqlite*"])
def test_parts_that_do_not_belong_together_are_noticed(tmp_path, lost):
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
    for path in (tmp_path / "a.kb").glob(lost):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        with pytest.raises(cw.StoreError, match="do not belong together"):
            kb.add(cw.Document.from_sections(["Lamps."], id="e"))
        if "catalogue" not in lost:
            with pytest.raises(cw.StoreError, match="do not belong together"):
                kb.search("lamps")


def test_nothing_that_is_seen_is_ever_withdrawn(tmp_path):
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
        kb._base.withdraw(1)
        assert len(kb.search("lamps")) == 1


def test_a_base_that_may_not_be_written_can_be_read(tmp_path, monkeypatch):
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
    monkeypatch.setattr("chunkwise.kb.catalogue.is_writable", lambda path: False)
    with cw.open_kb(tmp_path / "a.kb") as kb:
        assert (len(kb.search("lamps")), len(kb.versions()), len(kb.documents())) == (1, 1, 1)
        with pytest.raises(KnowledgeBaseError, match="may not be written"):
            kb.add(cw.Document.from_sections(["Roads."], id="e"))
    assert not (tmp_path / "a.kb" / "catalogue.sqlite-wal").exists()


def test_damage_is_told_in_words(tmp_path):
    with cw.open_kb(tmp_path / "a.kb", create=True) as kb:
        kb.add(cw.Document.from_sections(["Lamps."], id="d"))
    for path in (tmp_path / "a.kb" / "store" / "rows.lance" / "data").iterdir():
        path.write_bytes(b"garbage")
    with cw.open_kb(tmp_path / "a.kb") as kb, pytest.raises(cw.StoreError, match="put a copy back"):
        kb.search("lamps")
