"""Many documents, side by side: what cannot be sent, what fails, and processes that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import counting
import pytest

import chunkwise as cw
from chunkwise.pipeline.ordered import in_order

TEXTS = ["One two.", "一二。三四。", "Three four five.", "六七八。", "Nine."]


def documents(*texts):
    return [cw.Document.from_text(text, f"d{number}") for number, text in enumerate(texts)]


def cut(inputs, **options):
    """(the texts of all chunks, what went to on_error)."""
    failed = []
    found = cw.chunk_many(
        inputs, "recursive", on_error=lambda source, error: failed.append((source, error)), **options
    )
    return [[chunk.text for chunk in chunking] for chunking in found], failed


@pytest.mark.parametrize("workers", [1, 2])
def test_what_is_no_input_goes_to_on_error_and_the_rest_goes_on(workers, tmp_path):
    (tmp_path / "一.md").write_text("标题。", "utf-8")
    nothing = lambda: None  # noqa: E731 (it cannot be pickled, which is the point)
    found, failed = cut([nothing, tmp_path / "一.md", nothing, *documents("One.")], workers=workers)
    assert found == [["标题。"], ["One."]]
    assert [(source, type(error)) for source, error in failed] == [(nothing, cw.InputError)] * 2
    assert "not function" in str(failed[0][1])


@pytest.mark.parametrize("workers", [1, 2])
def test_open_files_are_inputs_with_workers_too(workers, tmp_path):
    (tmp_path / "a.txt").write_text("One. 一。", "utf-8")
    with (tmp_path / "a.txt").open("rb") as opened:
        assert cut([opened, b"Two. \xe4\xba\x8c"], workers=workers) == ([["One. 一。"], ["Two. 二"]], [])


def test_results_that_cannot_be_sent_back_are_made_here():
    (one, two) = in_order(counting.unsendable, ["一", "two"], 2, lambda item, why: why)
    assert (one[0], one[1](), two[0], two[1]()) == ("一", "一", "two", "two")


def test_a_function_without_a_name_needs_one_worker():
    with pytest.raises(cw.InvalidOption, match=r"in a module.* or take workers=1"):
        cw.chunk_many(documents(*TEXTS), workers=2, tokenizer=lambda text: len(text))
    assert len(list(cw.chunk_many(documents(*TEXTS), workers=1, tokenizer=lambda text: len(text)))) == 5


def test_a_function_that_the_processes_cannot_import_is_refused(monkeypatch):
    """As one of an interactive session."""
    monkeypatch.setattr(counting, "only_here", counting.words, raising=False)
    monkeypatch.setattr(counting.words, "__qualname__", "only_here")
    with pytest.raises(cw.InvalidOption, match="module that can be imported"):
        list(cw.chunk_many(documents(*TEXTS), workers=2, tokenizer=counting.words))


@pytest.mark.parametrize("workers", [1, 2])
def test_a_tokenizer_that_fails_costs_one_document(workers):
    inputs = documents("One.", "FAIL 一。", "三四。")
    found, failed = cut(inputs, workers=workers, tokenizer=counting.failing)
    assert found == [["One."], ["三四。"]]
    ((source, error),) = failed
    assert (source, type(error)) == (inputs[1], cw.TokenizerError)
    assert "failing failed on 'FAIL 一。': ValueError: not this text" in str(error)


def test_a_process_that_dies_costs_the_one_document_that_it_died_of():
    inputs = documents(*(f"DIE {text}" if at in (3, 4, 11) else text for at, text in enumerate(TEXTS * 3)))
    found, failed = cut(inputs, workers=2, tokenizer=counting.deadly)
    assert found == [[text] for at, text in enumerate(TEXTS * 3) if at not in (3, 4, 11)]
    assert [source.id for source, _ in failed] == ["d3", "d4", "d11"]
    assert all(type(error) is cw.InputError for _, error in failed)
    assert str(failed[0][1]).startswith("text (d3): the worker process that cut it died")


def test_a_path_that_a_process_died_of_is_named(tmp_path):
    for name, text in (("a.txt", "One."), ("坏.txt", "DIE 一。"), ("c.txt", "Two.")):
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(cw.InputError, match=r"坏\.txt: the worker process"):
        list(cw.chunk_many(sorted(tmp_path.iterdir()), workers=2, tokenizer=counting.deadly))
    _, failed = cut([b"One.", b"DIE"], workers=2, tokenizer=counting.deadly)
    assert str(failed[0][1]).startswith("b'DIE': ")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no such signal")
def test_a_process_that_is_killed_from_outside_costs_nothing(tmp_path):
    """As the system does where memory is short: the item is done again, and that works."""
    once = tmp_path / "once"
    items = [str(once), *map(str, range(8))]
    found = list(in_order(counting.killed_once, items, 2, lambda item, why: "died"))
    assert found == [(item, item) for item in items]
    assert once.exists()


def test_a_script_without_a_guard_is_told(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import chunkwise as cw\n"
        "texts = [cw.Document.from_text(f'{n}', f'd{n}') for n in range(3)]\n"
        "print(len(list(cw.chunk_many(texts, workers=2, on_error=print))))\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, env=os.environ, check=False
    )
    assert done.returncode == 1
    assert "UsageError: Worker processes end as soon as they start" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("workers", [1.5, "2", None, 0, -1, True, 2.0], ids=repr)
def test_workers_are_a_whole_number(workers, tmp_path):
    with pytest.raises(cw.InvalidOption, match="workers is a whole number from 1 on, not"):
        cw.chunk_many(documents("One. 一。"), workers=workers)
    pytest.importorskip("lancedb")
    with (
        cw.open_kb(tmp_path / "base.kb", create=True) as kb,
        pytest.raises(cw.InvalidOption, match="workers"),
    ):
        kb.add(documents("One. 一。"), workers=workers)


@pytest.mark.parametrize("given", [5, None, 1.5, len], ids=repr)
def test_what_holds_no_inputs_is_refused_with_advice(given):
    with pytest.raises(cw.InvalidOption, match="takes a list or another iterable of paths"):
        cw.chunk_many(given)


def test_one_open_file_is_not_several_inputs(tmp_path):
    (tmp_path / "a.txt").write_text("一。\ntwo\n", "utf-8")
    with (tmp_path / "a.txt").open(encoding="utf-8") as opened, pytest.raises(cw.InvalidOption, match="list"):
        cw.chunk_many(opened)
    with pytest.raises(cw.InvalidOption, match="list"):
        cw.chunk_many(bytearray(b"One."))


def test_a_base_goes_on_after_a_process_that_died(tmp_path):
    pytest.importorskip("lancedb")
    with cw.open_kb(tmp_path / "base.kb", create=True) as kb:
        report = kb.add(
            documents("One.", "DIE 一。", "三四。"), "recursive", workers=2, tokenizer=counting.deadly
        )
        assert report.added == ["d0", "d2"]
        assert [failure.message.partition(" that cut")[0] for failure in report.failed] == [
            "text (d1): the worker process"
        ]
        with pytest.raises(cw.InvalidOption, match="workers=1"):
            kb.add(documents("Four. 四。"), "recursive", workers=2, tokenizer=lambda text: len(text))
