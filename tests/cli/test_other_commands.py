"""``parse``, ``methods``, ``config`` and ``doctor``."""

from __future__ import annotations

import json
import tomllib
from importlib.metadata import EntryPoint

import pytest

import chunkwise as cw
from chunkwise import registry
from chunkwise.cli import checks
from chunkwise.methods import presets
from chunkwise.model.serialize import document_from_dict

MARKDOWN = (
    "# Title\n\nWords.\n\n## 第二章\n\n- one\n  - two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![alt](x.png)\n"
)


@pytest.fixture(autouse=True)
def files(folder):
    (folder / "a.md").write_text(MARKDOWN, encoding="utf-8")
    (folder / "b.txt").write_text("No newline at the end", encoding="utf-8")


def test_parse_gives_documents(cli):
    result = cli("parse", "a.md", "b.txt")
    assert [document_from_dict(row) for row in result.rows] == [cw.parse("a.md"), cw.parse("b.txt")]
    assert json.loads(cli("parse", "a.md", "b.txt", "--format", "json").out) == result.rows


def test_parse_gives_the_canonical_text(cli):
    assert cli("parse", "a.md", "--format", "text").out == MARKDOWN
    assert cli("parse", "b.txt", "--format", "text").out == "No newline at the end"
    assert cli("parse", "b.txt", "a.md", "--format", "text").out == "No newline at the end\n" + MARKDOWN


def test_the_tree_of_blocks(cli):
    lines = cli("parse", "a.md", "--format", "tree").out.splitlines()
    assert lines[0].startswith("a.md  text/markdown · markdown@")
    rows = {line.split()[0] + line.split()[1]: line for line in lines[3:] if line}
    assert rows["heading1"].endswith("0-7  Title")
    assert rows["heading2"].endswith("  第二章")
    assert "[2 x 2] | a | b |" in rows["table" + rows_span(rows, "table")]
    assert rows["list_item2"].index("- two") > rows["list_item1"].index("- one")


def rows_span(rows, kind):
    return next(key for key in rows if key.startswith(kind)).removeprefix(kind)


def test_the_tree_has_pages_where_there_are_any(capsys):
    import sys

    from chunkwise.cli.render.blocks import show_blocks
    from chunkwise.cli.render.console import open_screen

    document = cw.Document.from_sections([("Words on page seven", [7, 0, 100, 0, 10]), "No page"])
    show_blocks(open_screen(sys.stdout), document)
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["kind", "page", "span", "text"]
    assert lines[3].split()[:2] == ["paragraph", "7"]
    assert lines[4].split()[1] != "7"


def test_methods_are_listed(cli):
    rows = cli("methods").rows
    assert [row["name"] for row in rows] == presets.names()
    assert all(row["summary"] for row in rows)
    assert cli("methods", "list").rows == rows
    assert json.loads(cli("methods", "--format", "json").out) == rows
    assert "general" in cli("methods", "--format", "table").out


@pytest.mark.parametrize("name", presets.names())
def test_a_method_is_shown(cli, name):
    row = cli("methods", "show", name).rows[0]
    assert row["name"] == name
    assert {"max_tokens", "tokenizer"} <= {option["name"] for option in row["options"]}
    assert json.loads(cli("methods", "show", name, "--format", "json").out) == row
    shown = cli("methods", "show", name, "--format", "table").out
    for option in row["options"]:
        assert option["flag"] in shown
    source = cli("methods", "show", name, "--format", "toml").out
    assert tomllib.loads(source)["summary"] == row["summary"]


def test_options_are_shown_with_type_default_unit_and_help(cli, monkeypatch):
    monkeypatch.setenv("COLUMNS", "140")
    line = next(
        line
        for line in cli("methods", "show", "general", "--format", "table").out.splitlines()
        if "--max-tokens" in line and "Cap" in line
    )
    assert line.split()[:5] == ["--max-tokens", "512", "tokens,", "or", "none"]
    option = next(
        o for o in cli("methods", "show", "general").rows[0]["options"] if o["name"] == "max_tokens"
    )
    assert (option["type"], option["default"], option["unit"], option["none"]) == ("int", 512, "tokens", True)


def test_the_source_of_a_method_is_a_method(cli, folder):
    cli("methods", "show", "recursive", "--format", "toml", "-o", "mine.toml")
    assert cli("chunk", "a.md", "-m", "mine.toml").rows == cli("chunk", "a.md", "-m", "recursive").rows
    assert cli("methods", "show", "mine.toml").rows[0]["name"] == "mine"


def test_unknown_methods(cli):
    result = cli("methods", "show", "genral")
    assert (result.code, "Did you mean 'general'?" in result.err) == (2, True)
    assert cli("methods", "frobnicate").code == 2


def test_settings_are_shown_with_their_origin(cli, folder, monkeypatch):
    (folder / "chunkwise.toml").write_text(
        'method = "one"\n[options]\nmax_tokens = 9\n[methods.laws]\npack.merge = true\n'
    )
    monkeypatch.setenv("CHUNKWISE_WORKERS", "2")
    rows = {row["key"]: row for row in cli("config", "show", "--origin").rows}
    file = str(folder / "chunkwise.toml")
    assert rows["method"] == {"key": "method", "value": "one", "origin": file}
    assert rows["workers"] == {"key": "workers", "value": 2, "origin": "CHUNKWISE_WORKERS"}
    assert rows["options.max_tokens"]["value"] == 9
    assert rows["methods.laws.pack.merge"]["origin"] == file
    assert rows["kb"] == {"key": "kb", "value": None, "origin": "default"}
    assert all("origin" not in row for row in cli("config").rows)
    shown = cli("config", "show", "--origin", "--format", "table").out
    assert "CHUNKWISE_WORKERS" in shown
    assert json.loads(cli("config", "--format", "json").out) == cli("config").rows


def test_wrong_settings_are_told(cli, folder):
    (folder / "chunkwise.toml").write_text("methd = 1")
    result = cli("config", "show")
    assert result.code == 2
    assert "chunkwise.toml has no option 'methd'. Did you mean 'method'" in result.err


def test_paths_of_settings_files(cli, folder, no_settings):
    rows = cli("config", "path").rows
    assert rows == [{"file": str(no_settings / "config.toml"), "exists": False, "whose": "user"}]
    (folder / "chunkwise.toml").write_text("")
    assert cli("config", "path").rows[-1] == {
        "file": str(folder / "chunkwise.toml"),
        "exists": True,
        "whose": "project",
    }
    assert "true" in cli("config", "path", "--format", "table").out


def test_the_doctor_finds_nothing(cli):
    result = cli("doctor")
    assert result.code == 0, result.out
    rows = {(row["section"], row["name"]): row for row in result.rows}
    assert rows["system", "chunkwise"]["detail"] == cw.__version__
    assert {name for section, name in rows if section == "parsers"} == set(registry.names("parser"))
    assert {name for section, name in rows if section == "methods"} == set(presets.names())
    assert rows["steps", "pack fill"]["status"] == "ok"
    assert rows["tokenizers", "cl100k_base"]["status"] == "ok"
    assert rows["packages", "click"]["status"] == "ok"
    assert ("extras", "tiktoken") in rows
    shown = cli("doctor", "--format", "table")
    assert (shown.code, shown.out.rstrip().endswith("Everything works.")) == (0, True)
    assert json.loads(cli("doctor", "--format", "json").out) == result.rows


def test_something_built_in_is_broken(cli, monkeypatch):
    monkeypatch.setitem(registry.PARSERS, "csv", "chunkwise.parsers.nowhere:Parser")
    result = cli("doctor")
    assert result.code == 1
    broken = [row for row in result.rows if row["status"] == "broken"]
    assert [(row["section"], row["name"]) for row in broken] == [("parsers", "csv")]
    assert "nowhere" in broken[0]["detail"]
    shown = cli("doctor", "--format", "table")
    assert (shown.code, "do not work." in shown.out) == (1, True)


def test_a_plugin_that_fails_is_reported_and_no_failure(cli, monkeypatch):
    point = EntryPoint("odd", "no_such_package:Parser", "chunkwise.parsers")
    monkeypatch.setattr(registry, "plugins", lambda kind: {"odd": point} if kind == "parser" else {})
    result = cli("doctor")
    assert result.code == 0
    row = next(row for row in result.rows if row["name"] == "odd")
    assert (row["status"], row["builtin"]) == ("broken", False)
    assert "no_such_package" in row["detail"]


def test_broken_settings_do_not_stop_the_doctor(cli, folder):
    (folder / "chunkwise.toml").write_text("x = ")
    result = cli("doctor")
    row = next(row for row in result.rows if row["section"] == "settings")
    assert (row["status"], "no valid TOML" in row["detail"]) == ("broken", True)


def test_missing_extras_say_how_to_get_them(monkeypatch):
    def version(name):
        if name == "tiktoken":
            raise checks.metadata.PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(checks.metadata, "version", version)
    row = next(row for row in checks.examine() if row.name == "tiktoken")
    assert (row.status, row.detail) == ("missing", 'not installed: pip install "chunkwise[tiktoken]"')
