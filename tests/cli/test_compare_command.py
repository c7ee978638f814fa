"""``chunkwise compare``: what it prints, writes, says and returns."""

from __future__ import annotations

import json

import pytest

TEXT = """# Handbook

## Leave

Every employee has thirty days of paid leave a year. Unused days expire at the end of March.

## Travel

Trains are booked in second class. Flights need the consent of the head of the department.
"""
QUESTIONS = [
    {
        "question": "When do unused days expire?",
        "document": "handbook.md",
        "quotes": ["expire at the end of March"],
    },
    {
        "question": "Who agrees to flights?",
        "quotes": ["the consent of the head of the department"],
        "id": "air",
    },
]


@pytest.fixture
def place(folder):
    (folder / "handbook.md").write_text(TEXT, "utf-8")
    lines = "".join(json.dumps(question) + "\n" for question in QUESTIONS)
    (folder / "q.jsonl").write_text(lines, "utf-8")
    return folder


def test_a_row_a_method(cli, place):
    result = cli("compare", "handbook.md", "-m", "markdown", "-m", "one", "--questions", "q.jsonl")
    assert (result.code, result.err) == (0, "")
    assert [row["label"] for row in result.rows] == ["markdown", "one"]
    by_section, whole = result.rows
    assert by_section["measures"]["recall"]["mean"] == 1
    assert by_section["against_first"] == {}
    assert whole["against_first"]["iou"]["mean"] < 0
    assert (whole["questions"], whole["generated"], whole["documents"]) == (2, 0, ["handbook.md"])
    assert by_section["structure"]["sentences"] == 4


def test_every_method_at_every_size_and_a_row_a_question(cli, place):
    result = cli(
        "compare", "handbook.md", "-m", "sentence", "-m", "token", "--max-tokens", 12, "--max-tokens", 24,
        "--questions", "q.jsonl", "--per-question", "-k", 1, "--budget", 80, "--set", "tokenizer=words",
    )  # fmt: skip
    methods = [row for row in result.rows if row["row"] == "method"]
    assert [row["label"] for row in methods] == ["sentence 12", "sentence 24", "token 12", "token 24"]
    assert methods[0]["options"] == {"max_tokens": 12, "tokenizer": "words"}
    assert all(row["structure"]["largest"] <= 24 for row in methods)
    asked = [row for row in result.rows if row["row"] == "question"]
    assert [(row["id"], row["label"]) for row in asked[:4]] == [(("1"), row["label"]) for row in methods]
    assert asked[-1]["id"] == "air"
    assert set(asked[0]["measures"]) >= {"recall", "recall_80", "omega"}
    assert all(len(row["retrieved"]) <= 1 for row in asked)


def test_tables_and_arrays(cli, place):
    table = cli(
        "compare", "handbook.md", "-m", "markdown", "-m", "one", "--questions", "q.jsonl", "--format", "table"
    )
    assert "handbook.md  2 methods · 2 questions" in table.out
    assert "recall@5" in table.out
    assert "difference to markdown" in table.out
    assert "With 2 questions only large differences" in " ".join(table.out.split())
    array = cli("compare", "handbook.md", "-m", "one", "--questions", "q.jsonl", "--format", "json")
    assert [row["label"] for row in json.loads(array.out)] == ["one"]


def test_questions_are_made_and_it_says_so(cli, place):
    result = cli("compare", "handbook.md", "-m", "markdown", "--save-questions", "made.jsonl")
    assert result.code == 0
    assert "No questions were given" in result.err
    made = [json.loads(line) for line in (place / "made.jsonl").read_text("utf-8").splitlines()]
    assert len(made) == result.rows[0]["generated"] > 2
    assert all(question["generated"] for question in made)
    again = cli("compare", "handbook.md", "-m", "markdown", "--questions", "made.jsonl", "--format", "table")
    assert "made by rule" in again.out
    assert again.err == ""


@pytest.mark.parametrize(("lang", "title"), [("en", "Methods compared"), ("zh", "切分方法对比")])
def test_the_report(cli, place, lang, title):
    arguments = ("compare", "handbook.md", "-m", "markdown", "-m", "one", "--questions", "q.jsonl")
    result = cli(*arguments, "--report", "r.html", "--lang", lang)
    assert "The report is in r.html." in result.err
    page = (place / "r.html").read_text("utf-8")
    assert f"<title>{title}</title>" in page
    assert "Who agrees to flights?" in page
    assert cli(*arguments, "--report", "none/r.html").code == 1


def test_a_folder_without_the_report(cli, place):
    cli("compare", ".", "-m", "one", "--report", "r.html", "-q")
    again = cli("compare", ".", "-m", "one", "--report", "r.html", "--questions", "q.jsonl")
    assert "r.html" not in again.rows[0]["documents"]


def test_what_cannot_be_found_is_said(cli, place):
    (place / "q.jsonl").write_text(
        json.dumps(QUESTIONS[1])
        + '\n{"question": "Where?", "document": "handbook.md", "quotes": ["nowhere"]}\n'
    )
    result = cli("compare", "handbook.md", "-m", "one", "--questions", "q.jsonl")
    assert (result.code, result.rows[0]["questions"]) == (0, 1)
    assert "Question 2 ('Where?'): the quote 'nowhere' does not occur in handbook.md." in result.err


def test_exit_codes(cli, place):
    ask = ("--questions", "q.jsonl")
    assert cli("compare", "handbook.md", *ask).code == 2  # no method
    wrong = cli("compare", "handbook.md", "-m", "lawz", *ask)
    assert (wrong.code, "Did you mean 'laws'" in wrong.err) == (2, True)
    assert cli("compare", "handbook.md", "-m", "one", "--max-tokens", 0, *ask).code == 2
    assert cli("compare", "handbook.md", "-m", "one", "--set", "colour=red", *ask).code == 2
    assert cli("compare", "none.md", "-m", "one", *ask).code == 1
    lost = cli("compare", "handbook.md", "-m", "one", "--questions", "none.jsonl")
    assert (lost.code, "none.jsonl" in lost.err) == (1, True)
    (place / "broken.jsonl").write_text("{\n")
    broken = cli("compare", "handbook.md", "-m", "one", "--questions", "broken.jsonl")
    assert (broken.code, "broken.jsonl: line 1" in broken.err) == (1, True)
    some = cli("compare", "handbook.md", "none.md", "-m", "one", *ask)
    assert (some.code, some.rows[0]["documents"]) == (3, ["handbook.md"])
    failed = cli("compare", "handbook.md", "-m", "one", "-m", "semantic", "--set", "embedder=onnx:none", *ask)
    assert (failed.code, [row["label"] for row in failed.rows]) == (3, ["one"])
    assert "Error: semantic: " in failed.err


def test_options_of_settings_hold_for_methods_that_have_them(cli, place, no_settings):
    (place / "chunkwise.toml").write_text('tokenizer = "words"\n[methods.sentence]\nmax_tokens = 10\n')
    result = cli("compare", "handbook.md", "-m", "sentence", "-m", "one", "--questions", "q.jsonl")
    assert result.rows[0]["options"]["max_tokens"] == 10
    assert result.rows[1]["options"]["tokenizer"] == "words"
