"""``chunkwise chunk``: formats, options of the method, and what it says when something is wrong."""

from __future__ import annotations

import json
import os

import pytest

import chunkwise as cw
from chunkwise.model.serialize import chunk_from_dict, chunking_from_dict

TEXT = "The first sentence is here. The second one follows it. A third one ends the text."


@pytest.fixture(autouse=True)
def files(folder):
    (folder / "a.txt").write_text(TEXT)
    (folder / "law.md").write_text(
        "# 法\n\n## 第一章\n\n第一条 为了规范。\n\n## 第二章\n\n第二条 本法。\n", encoding="utf-8"
    )


def test_json_lines_are_the_chunks(cli):
    result = cli("chunk", "a.txt", "--max-tokens", 8)
    assert result.code == 0
    assert [chunk_from_dict(row) for row in result.rows] == list(cw.chunk("a.txt", max_tokens=8))
    assert len(result.rows) == 3
    assert result.err == ""


def test_json_is_an_array_of_chunkings(cli):
    result = cli("chunk", "a.txt", "law.md", "--format", "json")
    found = [chunking_from_dict(data) for data in json.loads(result.out)]
    assert found == [cw.chunk("a.txt"), cw.chunk("law.md")]


def test_text_shows_the_contents(cli):
    result = cli("chunk", "law.md", "--format", "text")
    assert "--- law.md 1/2" in result.out
    assert "法 > 第一章" in result.out
    assert "\n第一条 为了规范。\n" in result.out


def test_the_table_has_a_row_for_each_chunk(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    result = cli("chunk", "law.md", "--format", "table")
    lines = result.out.splitlines()
    assert lines[0].startswith("law.md  general · 2 chunks · ")
    assert lines[1].split() == ["#", "kind", "tokens", "begins", "and", "ends", "at", "headings", "content"]
    assert lines[3].split()[:6] == ["1", "text", lines[3].split()[2], "heading", "→", "heading"]
    assert "法 > 第一章" in lines[3]
    assert lines[3].rstrip().endswith("第一条 为了规范。")


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_table_is_never_wider_than_the_terminal(cli, monkeypatch, folder, width):
    from rich.cells import cell_len

    (folder / "long.md").write_text(
        "# " + "长标题" * 40 + "\n\n" + "很长的内容。" * 200 + "wörds " * 300, encoding="utf-8"
    )
    monkeypatch.setenv("COLUMNS", str(width))
    result = cli("chunk", "long.md", "--max-tokens", 50, "--format", "table")
    rows = result.out.splitlines()[1:]
    assert max(map(cell_len, rows)) <= max(width, 60)
    assert len(rows) >= 20


def test_oversize_and_shed_are_shown(cli, folder):
    (folder / "t.md").write_text(
        "# A heading with quite a few words in it\n\n| a | b |\n|---|---|\n| " + "word " * 40 + "| x |\n"
    )
    result = cli("chunk", "t.md", "--max-tokens", 12, "--format", "table")
    assert "above the cap" in result.out
    assert "without " in result.out
    explained = cli("chunk", "t.md", "--max-tokens", 12, "--format", "table", "--explain")
    assert "above the cap" in explained.out


def test_control_characters_never_reach_the_terminal(cli, folder):
    (folder / "x.txt").write_bytes("a\x1b[2Jb \x9b31m c\x07 [bold]d[/bold] \u202ee".encode())
    for args in (["--format", "table"], ["--format", "text"], ["--format", "table", "--explain"]):
        out = cli("chunk", "x.txt", "--max-chars", 9, *args).out
        assert not set(out) & {"\x1b", "\x9b", "\x07", "\u202e"}
    assert "[bold]d" in cli("chunk", "x.txt", "--format", "table").out
    assert "a␛[2Jb" in cli("chunk", "x.txt", "--format", "table").out


def test_characters_instead_of_tokens(cli):
    result = cli("chunk", "a.txt", "--max-chars", 30, "--format", "table")
    assert "chars" in result.out
    assert "characters" in result.out.splitlines()[0]


def test_none_is_no_cap(cli, folder):
    (folder / "big.txt").write_text("Some words. " * 800)
    assert len(cli("chunk", "big.txt").rows) > 1
    assert len(cli("chunk", "big.txt", "--max-tokens", "none").rows) == 1


def test_set_reaches_the_steps(cli):
    assert len(cli("chunk", "a.txt", "--set", "pack.max_tokens=8").rows) == 3
    assert len(cli("chunk", "a.txt", "--set", "max-tokens=8").rows) == 3
    assert (
        len(cli("chunk", "a.txt", "--set", "pack.max_tokens=none", "--set", 'pack.levels=["sentence"]').rows)
        == 1
    )


def test_escapes_in_texts(cli):
    result = cli("chunk", "a.txt", "--delimiter", r"`one `\n", "--delimiter-mode", "delimiter")
    assert result.rows[0]["text"].endswith("The second")


def test_a_method_of_ones_own(cli, folder):
    (folder / "mine.toml").write_text(
        'split = ["whole"]\npack = { use = "fill" }\n[options]\nmax_tokens = { sets = "pack.max_tokens", type = "int", default = 9 }\n'
    )
    assert len(cli("chunk", "a.txt", "-m", "mine.toml").rows) == 3
    assert len(cli("chunk", "a.txt", "-m", "mine.toml", "--max-tokens", 100).rows) == 1
    assert "--max-tokens INTEGER" in cli("chunk", "-m", "mine.toml", "--help").out


def test_boolean_options_are_switches(cli, folder):
    (folder / "mine.toml").write_text(
        'split = ["whole"]\npack = { use = "fill" }\n[options]\nbrave = { type = "bool", default = false, help = "Courage" }\n'
    )
    help_text = cli("chunk", "-m", "mine.toml", "--help").out
    assert "--brave / --no-brave" in help_text
    settings = [
        json.loads(cli("chunk", "a.txt", "-m", "mine.toml", "--format", "json", *flag).out)[0]["settings"][
            "brave"
        ]
        for flag in ([], ["--brave"], ["--no-brave"])
    ]
    assert settings == [False, True, False]


def test_the_options_of_the_base_are_there_too(cli):
    result = cli(
        "chunk",
        "a.txt",
        "-m",
        "parent_child",
        "--base",
        "recursive",
        "--max-tokens",
        8,
        "--overlap-tokens",
        0,
    )
    assert len(result.rows) == 3
    assert "--delimiter" not in cli("chunk", "-m", "parent_child", "--base", "recursive", "-h").out
    assert "--delimiter" in cli("chunk", "-m", "parent_child", "-h").out


def test_parents_on_request(cli):
    args = ["chunk", "a.txt", "-m", "parent_child", "--max-tokens", 8, "--overlap-tokens", 0]
    leaves, rows = cli(*args).rows, cli(*args, "--parents").rows
    assert [row for row in rows if row["parent_id"]] == leaves
    assert rows[0]["id"] == leaves[0]["parent_id"]
    assert [row["id"] for row in rows].count(rows[0]["id"]) == 1
    table = cli(*args, "--parents", "--format", "table").out
    assert "P1" in table
    assert "3 chunks · 1 parent" in table


def test_explanations(cli):
    rows = cli("chunk", "a.txt", "--max-tokens", 8, "--explain").rows
    assert len(rows) == 3
    first = rows[0]
    assert first["rule"] == "a sentence ends" or first["ends"] == "delimiter"
    won = [found for found in first["candidates"] if found["wins"]]
    assert len(won) == 1
    assert TEXT[: won[0]["at"]].endswith(won[0]["before"])
    assert TEXT[won[0]["at"] :].startswith(won[0]["after"])
    assert rows[-1]["rule"] == "the document ends"
    shown = cli("chunk", "a.txt", "--max-tokens", 8, "--explain", "--format", "table").out
    assert "best kind of place first" in shown
    assert "│" in shown
    assert json.loads(cli("chunk", "a.txt", "--max-tokens", 8, "--explain", "--format", "json").out) == rows


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--chunk-size", "9"], "LangChain's chunk_size is --max-tokens here, or --max-chars for characters"),
        (["--chunk-overlap=9"], "LangChain's chunk_overlap is --overlap-tokens here"),
        (["--max-token", "9"], "Did you mean --max-tokens"),
        (["--formt", "json"], "Did you mean --format"),
        (["-m", "one", "--overlap-tokens", "9"], "The method one has no option --overlap-tokens. These methods have it: auto,"),
        (["--qwxyz"], "chunkwise methods show general"),
        (["-m", "gneral"], "Did you mean 'general'?"),
        (["--max-tokens", "x"], "max_tokens is 'x': it has to be a whole number of tokens, or none"),
        (["--max-tokens", "0"], "max_tokens is 0"),
        (["--titles", "some"], "'all' or 'nearest' or 'none'"),
        (["--max-tokens", "9", "--max-chars", "9"], "alternatives"),
        (["--set", "max_tokens"], "--set takes key=value"),
        (["--set", "pack.max_token=3"], "pack.max_token"),
        (["--set", "max_token=3"], "Did you mean 'max_tokens'"),
        (["--workers", "0"], "it has to be above 0"),
        (["--workers", "two"], "'two' is not a valid integer"),
        (["--timeout-s", "-1"], "it has to be above 0"),
        (["--parser", "txt"], "Did you mean 'text'?"),
        (["--type", "mdd"], "or a suffix such as md"),
        (["--tokenizer", "cl100"], "Did you mean 'cl100k_base'"),
        (["--format", "xml"], "'xml' is not one of"),
    ],
)  # fmt: skip
def test_wrong_use_ends_with_2_and_says_what_to_do(cli, args, message):
    result = cli("chunk", "a.txt", *args)
    assert result.code == 2
    assert message in " ".join(result.err.split())
    assert result.out == ""


def test_no_file_is_wrong_use(cli):
    result = cli("chunk")
    assert result.code == 2
    assert "Missing argument" in result.err


def test_help_shows_the_options_of_the_chosen_method(cli):
    assert "Options of the method general:" in cli("chunk", "--help").out
    assert "Options of the method one:" in cli("chunk", "-m", "one", "-h").out
    assert "[default: none]" in cli("chunk", "-mone", "-h").out


def test_help_works_with_broken_settings(cli, folder):
    (folder / "chunkwise.toml").write_text("method = ")
    assert cli("chunk", "a.txt").code == 2
    result = cli("chunk", "--help")
    assert result.code == 0
    assert "Options of the method general:" in result.out


def test_settings_choose_method_and_options(cli, folder):
    (folder / "chunkwise.toml").write_text(
        'method = "recursive"\n[options]\nmax_tokens = 8\n[methods.one]\nmax_tokens = 100\n'
    )
    assert len(cli("chunk", "a.txt").rows) == 3
    assert len(cli("chunk", "a.txt", "--max-tokens", 100).rows) == 1
    assert len(cli("chunk", "a.txt", "-m", "one").rows) == 1
    assert "Options of the method recursive" in cli("chunk", "-h").out


def test_variables_are_above_files_and_below_flags(cli, folder, monkeypatch):
    (folder / "chunkwise.toml").write_text("[options]\nmax_tokens = 100\n")
    monkeypatch.setenv("CHUNKWISE_MAX_TOKENS", "8")
    assert len(cli("chunk", "a.txt").rows) == 3
    assert len(cli("chunk", "a.txt", "--max-tokens", "none").rows) == 1
    monkeypatch.setenv("CHUNKWISE_MAX_TOKENS", "many")
    result = cli("chunk", "a.txt")
    assert (result.code, "CHUNKWISE_MAX_TOKENS: max_tokens is 'many'" in result.err) == (2, True)


def test_a_variable_that_no_method_knows(cli, monkeypatch):
    monkeypatch.setenv("CHUNKWISE_MAX_TOKEN", "8")
    result = cli("chunk", "a.txt")
    assert result.code == 2
    assert "CHUNKWISE_MAX_TOKEN: chunkwise has no option 'max_token'. Did you mean 'max_tokens'" in result.err


def test_a_shared_option_is_left_out_where_the_method_lacks_it(cli, folder):
    (folder / "chunkwise.toml").write_text("[options]\noverlap_tokens = 3\n")
    assert cli("chunk", "a.txt", "-m", "one").code == 0
    (folder / "chunkwise.toml").write_text("[methods.one]\noverlap_tokens = 3\n")
    result = cli("chunk", "a.txt", "-m", "one")
    assert result.code == 2
    assert "chunkwise.toml: the method one has no option 'overlap_tokens'" in result.err


def test_wrong_values_in_a_file_name_the_file(cli, folder):
    (folder / "chunkwise.toml").write_text('[options]\nmax_tokens = "8"\n')
    result = cli("chunk", "a.txt")
    assert result.code == 2
    assert "chunkwise.toml: max_tokens is '8': it has to be a whole number" in result.err


def test_a_flag_in_characters_ends_a_setting_in_tokens(cli, folder):
    (folder / "chunkwise.toml").write_text("[options]\nmax_tokens = 100\n")
    result = cli("chunk", "a.txt", "--max-chars", 30)
    assert result.code == 0
    assert len(result.rows) == 3


def test_step_keys_in_settings(cli, folder):
    (folder / "chunkwise.toml").write_text("[methods.general]\npack.max_tokens = 8\n")
    assert len(cli("chunk", "a.txt").rows) == 3


def test_the_format_of_the_settings(cli, folder, monkeypatch):
    monkeypatch.setenv("CHUNKWISE_FORMAT", "text")
    assert cli("chunk", "a.txt").out.startswith("--- a.txt")
    monkeypatch.setenv("CHUNKWISE_FORMAT", "tree")  # which this command has not
    assert cli("chunk", "a.txt").rows
    monkeypatch.setenv("CHUNKWISE_FORMAT", "jsn")
    result = cli("chunk", "a.txt")
    assert (result.code, "Did you mean" in result.err) == (2, True)


def test_an_empty_file_gives_no_chunks(cli, folder):
    (folder / "empty.txt").write_text("")
    result = cli("chunk", "empty.txt")
    assert (result.code, result.out) == (0, "")
    assert "0 chunks" in cli("chunk", "empty.txt", "--format", "table").out
    assert json.loads(cli("chunk", "empty.txt", "--format", "json").out)[0]["chunks"] == []


def test_warnings_go_to_standard_error_unless_quiet(cli, folder):
    (folder / "odd.txt").write_bytes(b"text \xc3\xa9\xc3\xa9\xc3\xa9 " * 40 + b"\xff")
    loud, quiet = cli("chunk", "odd.txt"), cli("chunk", "odd.txt", "--quiet")
    assert "Warning: odd.txt: " in loud.err
    assert quiet.err == ""
    assert loud.out == quiet.out


def test_workers_change_nothing(cli, folder):
    for number in range(5):
        (folder / f"{number}.txt").write_text(TEXT + str(number))
    names = [f"{number}.txt" for number in range(5)] + ["none.txt", "a.txt"]
    one, two = (
        cli("chunk", *names, "--max-tokens", 8),
        cli("chunk", *names, "--max-tokens", 8, "--workers", 2),
    )
    assert one.rows == two.rows
    assert (one.code, two.code) == (3, 3)
    assert one.err == two.err


def test_a_time_limit(cli):
    result = cli("chunk", "a.txt", "--timeout-s", 30)
    assert (result.code, len(result.rows)) == (0, 1)


def test_quiet_and_debug_may_stand_anywhere(cli):
    for args in (["--quiet", "--debug", "chunk", "a.txt"], ["chunk", "a.txt", "-q", "--debug"]):
        assert cli(*args).code == 0
    result = cli("--debug", "chunk", "nope.txt")
    assert "Traceback" in result.err
    assert "Traceback" not in cli("chunk", "nope.txt").err


def test_line_separators_inside_chunks(cli, folder):
    (folder / "sep.txt").write_text("a\u2028b\x85c\x0bd", encoding="utf-8")
    rows = cli("chunk", "sep.txt").rows
    assert [row["text"] for row in rows] == ["a\u2028b\x85c\x0bd"]


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_names_that_are_no_utf8(cli, folder):
    try:
        (folder / os.fsdecode(b"caf\xe9.txt")).write_text("text")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    for format_ in ("jsonl", "json", "table", "text"):
        result = cli("chunk", ".", "--format", format_)
        assert result.code == 0
    row = next(row for row in cli("chunk", ".").rows if row["text"] == "text")
    assert row["document_id"] == "caf\udce9.txt"
    failed = cli("chunk", "a.txt", os.fsdecode(b"n\xf6.txt"))
    assert failed.code == 3
