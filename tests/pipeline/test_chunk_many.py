"""Many documents, in order, with or without workers; one broken file never stops the rest."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import chunkwise as cw


@pytest.fixture
def folder(tmp_path):
    for number in range(5):
        (tmp_path / f"{number}.md").write_text(f"# T{number}\n\nText number {number}. 第{number}段。\n")
    (tmp_path / "3.docx").write_bytes(b"PK\x03\x04 broken")
    return sorted(tmp_path.iterdir())


@pytest.mark.parametrize("workers", [1, 2])
def test_chunkings_come_in_order_and_errors_are_handed_over(folder, workers):
    failed = []
    chunkings = list(
        cw.chunk_many(
            folder, "manual", workers=workers, on_error=lambda path, error: failed.append((path.name, error))
        )
    )
    assert [c[0].heading_path for c in chunkings] == [(f"T{number}",) for number in range(5)]
    ((name, error),) = failed
    assert (name, type(error)) == ("3.docx", cw.ParseError)


@pytest.mark.parametrize("workers", [1, 2])
def test_without_a_handler_the_error_is_raised(folder, workers):
    with pytest.raises(cw.ParseError, match=r"3\.docx"):
        list(cw.chunk_many(folder, workers=workers))


def test_a_wrong_call_fails_before_any_work(folder):
    with pytest.raises(cw.UnknownOption):
        next(cw.chunk_many(folder, "general", nonsense=1))


@pytest.mark.parametrize("one", ["some.md", b"bytes", cw.Document.from_text("One.")])
def test_one_input_is_not_several(one):
    with pytest.raises(cw.InvalidOption, match="put it in a list"):
        cw.chunk_many(one)


def test_inputs_are_taken_as_they_are_needed():
    taken = []

    def documents():
        for number in range(100):
            taken.append(number)
            yield cw.Document.from_text(f"Text {number}.")

    chunkings = cw.chunk_many(documents())
    next(chunkings)
    assert len(taken) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_counts_inputs_and_chunks_and_broken_ones_too(folder, workers):
    seen = []
    chunkings = list(
        cw.chunk_many(
            folder, "manual", workers=workers, on_error=lambda path, error: None, progress=seen.append
        )
    )
    assert [event.source for event in seen] == folder
    assert [event.done for event in seen] == [1, 2, 3, 4, 5, 6]
    assert {event.total for event in seen} == {6}
    assert seen[-1].chunks == sum(map(len, chunkings))


def test_progress_of_a_generator_has_no_total_and_no_terminal_no_bar(folder, capfd):
    seen = []
    list(cw.chunk_many(iter(folder[:2]), progress=seen.append))
    assert [event.total for event in seen] == [None, None]
    list(cw.chunk_many(folder[:2], progress=True))
    assert capfd.readouterr().err == ""


def test_one_chunker_serves_many_threads():
    chunker = cw.chunker("general", max_tokens=30)
    documents = [cw.Document.from_text(f"Sentence {n} here. 句子{n}。" * 50) for n in range(24)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(chunker.chunk, documents)) == [chunker.chunk(document) for document in documents]


def test_everything_can_be_pickled():
    chunking = cw.chunk_text("One. Two.", "parent_child", max_tokens=2)
    for value in (
        chunking,
        chunking[0],
        chunking.document,
        cw.chunker("auto", max_tokens=9),
        cw.UnknownName("method", "x", ["y"]),
    ):
        again = pickle.loads(pickle.dumps(value))
        assert str(again) == str(value)
        if not isinstance(value, Exception):
            assert repr(again) == repr(value)
    assert pickle.loads(pickle.dumps(chunking)) == chunking


@pytest.mark.parametrize(
    "error",
    [
        cw.UnknownName("method", "x", ["y"]),
        cw.UnknownOption("The method x", "a", ["b"], "hint"),
        cw.SeveralDocuments("f", ["a", "b"]),
        cw.MissingExtra("Reading", "pdf"),
        cw.ParseError("broken", "file", 3),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_keep_their_message_and_attributes(error):
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
