"""``add``, ``search``, ``versions``: what people and programs get."""

from __future__ import annotations

import json
import re
import sys

import pytest

pytest.importorskip("lancedb")


@pytest.fixture
def docs(folder):
    place = folder / "docs"
    place.mkdir()
    (place / "a.md").write_text("# Fruit\n\n## Red\n\nApples are red.\n")
    (place / "b.md").write_text("# 水果\n\n香蕉是黄色的。\n", encoding="utf-8")
    return place


def test_add_and_search(cli, docs):
    first = cli("add", "docs")
    assert first.code == 0
    assert first.rows[0]["added"] == ["a.md", "b.md"]
    assert (first.rows[0]["kb"], first.rows[0]["seq"]) == ("chunkwise.kb", 1)
    found = cli("search", "red apples", "-k", 1).rows
    assert [hit["chunk"]["content"] for hit in found] == ["Apples are red."]
    assert found[0]["chunk"]["heading_path"] == ["Fruit", "Red"]
    assert found[0]["parts"].keys() == {"kernel", "lexical", "lexical_rank"}
    assert found[0]["parts"]["kernel"] == found[0]["score"]
    assert found[0]["matched"] == [found[0]["chunk"]]
    assert cli("search", "黄色").rows[0]["chunk"]["document_id"] == "b.md"
    assert cli("add", "docs").rows[0]["unchanged"] == ["a.md", "b.md"]


def test_tables(cli, docs):
    shown = cli("add", "docs", "--kb", "f.kb", "--format", "table").out
    assert "f.kb is at version 1.  Chunks: 2 new" in shown
    assert "2 added: a.md, b.md" in shown
    assert (
        "Nothing to do: f.kb is up to date, version 1."
        in cli("add", "docs", "--kb", "f.kb", "--format", "table").out
    )
    shown = cli("search", "red", "--kb", "f.kb", "--format", "table").out
    assert " 1 a.md\n   Fruit > Red\n   score " in shown
    assert "\n   Apples are red.\n" in shown
    assert not [line for line in shown.split("\n") if line != line.rstrip()]
    assert "draft" in cli("versions", "--kb", "f.kb", "--format", "table").out


def test_the_base_from_the_environment(cli, docs, monkeypatch):
    monkeypatch.setenv("CHUNKWISE_KB", "elsewhere.kb")
    assert cli("add", "docs").rows[0]["kb"] == "elsewhere.kb"
    assert cli("search", "apples").rows


def test_versions_and_reading_them(cli, docs):
    cli("add", "docs")
    (docs / "a.md").write_text("# Fruit\n\nApples are green.\n")
    cli("add", "docs")
    rows = cli("versions").rows
    assert [(row["seq"], row["is_head"], row["is_read"]) for row in rows] == [
        (2, True, True),
        (1, False, False),
    ]
    assert rows[0]["summary"] == {
        "added": 0,
        "changed": 1,
        "removed": 0,
        "chunks_added": 1,
        "chunks_removed": 1,
        "chunks_changed": 0,
    }
    assert cli("search", "apples", "--at", 1).rows[0]["chunk"]["content"] == "Apples are red."
    assert cli("search", "apples", "--at", 7).code == 1


def test_prune(cli, docs):
    cli("add", "docs")
    (docs / "b.md").unlink()
    shown = cli("add", "docs", "--format", "table").out
    assert "1 gone, still in the base: add --prune to take them out: b.md" in shown
    assert cli("add", "docs", "--prune").rows[0]["removed"] == ["b.md"]


def test_metadata_and_filters(cli, docs):
    cli("add", "docs", "--meta", "year=2024", "--meta", "region=EU", "--meta", 'tags=["a", "b"]')
    for where in ("year=2024", '{"year": {"$gte": 2020}}', "region=EU", "tags=b", "document_id=a.md"):
        assert len(cli("search", "apples", "--where", where).rows) == 1, where
    result = cli("search", "apples", "--where", "year=2024", "--where", "region=US")
    assert (result.code, result.out, "Nothing was found" in result.err) == (0, "", True)
    for wrong in ("year", "{not json", '{"year": {"$near": 1}}'):
        assert cli("search", "apples", "--where", wrong).code == 2, wrong
    assert cli("add", "docs", "--meta", "year").code == 2
    assert cli("add", "docs", "--kb", "").code == 2
    assert cli("search", "apples", "-k", 10**12).code == 2


def test_one_json_object(cli, docs):
    cli("add", "docs")
    found = json.loads(cli("search", "apples", "--format", "json").out)
    assert (found["query"], found["mode"], found["version"], found["warnings"]) == (
        "apples",
        "lexical",
        1,
        [],
    )
    assert len(found["hits"]) == 1


def test_standard_input(process, folder):
    result = process("add", "-", "--name", "note.md", stdin=b"# Note\n\nLamps are bright.")
    assert (result.code, result.rows[0]["added"]) == (0, ["note.md"])
    assert process("add", "-", "--name", "note.md", stdin=b"\n").code == 1
    assert process("search", "lamps").rows[0]["chunk"]["heading_path"] == ["Note"]


def test_exit_codes(cli, docs):
    assert cli("search", "apples").code == 1
    assert re.search(r"chunkwise add FILES --kb \S*chunkwise\.kb", cli("search", "apples").err)
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7")
    result = cli("add", "docs")
    assert (result.code, len(result.rows[0]["failed"])) == (3, 1)
    assert "Error: " in result.err
    assert "broken.pdf" in result.err
    assert cli("add", "nowhere.md", "--kb", "new.kb").code == 1
    assert cli("add", "docs", "--max-tokens", "0").code == 2
    assert cli("add", "docs", "-m", "nosuch").code == 2
    assert cli("add", "docs", "--embedder", "nosuch:x").code == 2


def test_the_method_is_auto_unless_told(cli, docs, monkeypatch):
    (docs / "t.csv").write_text("name,price\nlamp,3\nrug,7\n")
    cli("add", "docs")
    assert cli("search", "lamp").rows[0]["chunk"]["content"] == "name: lamp\nprice: 3"
    assert "Options of the method auto" in cli("add", "--help").out
    assert "Options of the method laws" in cli("add", "-m", "laws", "--help").out
    monkeypatch.setenv("CHUNKWISE_METHOD", "one")
    assert "Options of the method one" in cli("add", "--help").out


def test_controls_in_texts_are_not_sent_to_a_terminal(cli, docs):
    (docs / "c.md").write_text("Lamps \x1b[31m are \x07 red.")
    cli("add", "docs")
    shown = cli("search", "lamps", "--format", "table").out
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_searching_loads_no_parser():
    import subprocess

    code = "import sys, chunkwise.kb.knowledge_base as k; print([m for m in sys.modules if m.startswith('lancedb')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_the_best_child_is_shown_however_deep_it_stands(cli, docs, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    text = " ".join(f"Sentence {n} is about roads and carts." for n in range(60))
    (docs / "deep.md").write_text(text + " The lamp is red. " + text)
    (docs / "deep-zh.md").write_text(
        "这里说的是马路。" * 60 + "灯是红色的灯泡。" + "这里说的是马路。" * 60, encoding="utf-8"
    )
    options = ("-m", "parent_child", "--parent-max-tokens", 4000, "--max-tokens", 12, "--overlap-tokens", 0)
    cli("add", "docs", *options)
    for query, answer in (("red lamp", "The lamp is red."), ("灯泡", "灯是红色的灯泡。")):
        shown = cli("search", query, "-k", 1, "--format", "table").out
        assert answer in "".join(line.strip() + " " for line in shown.split("\n")).replace("。 ", "。"), shown
        assert max(len(line) for line in shown.split("\n")) <= 60


def test_explained_hits(cli, docs, monkeypatch):
    monkeypatch.setenv("COLUMNS", "70")
    cli("add", "docs")
    shown = cli("search", "red apples", "-k", 1, "--explain", "--format", "table").out
    assert re.search(r"\n   appl +\d+\.\d\d +\d+%  here\n", shown), shown
    assert re.search(r"\n   red +\d+\.\d\d +\d+%  here, titles\n", shown), shown
    assert re.search(r"\n\d+ ms: embed \d+, lexical \d+, read \d+, rank \d+, answer \d+\n", shown), shown
    assert max(map(len, shown.split("\n"))) <= 70
    assert "here" not in cli("search", "red apples", "--format", "table").out
    shown = cli("search", "黄色的香蕉", "--explain", "--format", "table").out
    assert re.search(r"\n   香蕉 +\d+\.\d\d +\d+%  here\n", shown), shown
    (hit,) = cli("search", "red apples", "-k", 1).rows
    assert {share["term"] for share in hit["shares"]} == {"red", "appl"}
    assert sum(share["score"] for share in hit["shares"]) == pytest.approx(hit["score"])
    assert hit["unit"] == hit["chunk"]["spans"][0]
    found = json.loads(cli("search", "apples", "--format", "json").out)
    assert list(found["times"]) == ["embed", "lexical", "read", "rank", "answer"]


def test_neighbours_and_passages(cli, docs):
    (docs / "c.md").write_text(
        "# Roads\n\n## One\n\nRoads are long.\n\n## Two\n\nLamps stand there.\n\n## Three\n\nEnd.\n"
    )
    cli("add", "docs", "-m", "manual")
    options = ("-k", 1, "--neighbours", 1, "--spans", "focused", "--budget-chars", 100)
    shown = cli("search", "lamps", *options, "--format", "table").out
    assert "\n   before: Roads are long.\n" in shown
    assert "\n   after: End.\n" in shown
    assert re.search(r"\n 1 c\.md \[\d+, \d+\)\n   Roads > Two\n   Lamps stand there\.\n", shown), shown
    found = json.loads(cli("search", "lamps", *options, "--format", "json").out)
    assert [chunk["text"] for chunk in found["hits"][0]["before"]] == ["Roads are long."]
    assert [passage["text"] for passage in found["passages"]] == ["Lamps stand there."]
    assert cli("search", "lamps", "--spans", "sharp").code == 2


def test_several_bases(cli, docs):
    cli("add", "docs/a.md", "--kb", "one.kb")
    cli("add", "docs/b.md", "--kb", "two.kb")
    rows = cli("search", "apples 香蕉", "--kb", "one.kb", "--kb", "two.kb").rows
    assert {row["kb"].rpartition("/")[2] for row in rows} == {"one.kb", "two.kb"}
    shown = cli("search", "apples 香蕉", "--kb", "one.kb", "--kb", "two.kb", "--format", "table").out
    assert "one.kb: docs/a.md" in shown
    assert cli("search", "apples", "--kb", "one.kb", "--kb", "none.kb").code == 1


def test_synonyms(cli, docs):
    cli("add", "docs")
    assert cli("search", "pommes").rows == []
    assert (
        cli("synonyms", "--add", "pommes => apples : 0.8", "--format", "text").out
        == "pommes => apples : 0.8\n"
    )
    assert cli("search", "pommes").rows[0]["chunk"]["content"] == "Apples are red."
    assert cli("synonyms").rows == [{"words": ["pommes"], "means": ["apples"], "weight": 0.8}]
    (docs / "s.txt").write_text("# mine\n芭蕉, 香蕉\n", encoding="utf-8")
    assert cli("synonyms", "--load", "docs/s.txt").rows[0]["words"] == ["芭蕉", "香蕉"]
    assert cli("search", "芭蕉").rows[0]["chunk"]["document_id"] == "b.md"
    assert cli("synonyms", "--remove", "芭蕉").rows == []
    assert "no rule" in cli("synonyms", "--remove", "芭蕉").err
    assert cli("synonyms", "--add", "alone").code == 2
    assert cli("synonyms", "--load", "nowhere").code == 1


def test_rerankers_of_the_command_line(cli, docs):
    cli("add", "docs")
    assert cli("search", "apples", "--rerank", "cohere").code == 2
    result = cli("search", "apples", "--rerank", "endpoint:http://127.0.0.1:1/rerank")
    assert (len(result.rows), "Not reranked" in result.err) == (1, True)


@pytest.fixture
def asked(docs):
    lines = [
        {"question": "Which fruit is red?", "document": "a.md", "quotes": ["Apples are red."], "id": "red"},
        {"question": "什么是黄色的？", "quotes": ["香蕉是黄色的"]},
        {"question": "Where?", "document": "c.md", "quotes": ["nowhere"]},
    ]
    (docs.parent / "q.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return "q.jsonl"


def test_eval(cli, docs, asked):
    cli("add", "docs")
    result = cli("eval", asked, "-k", 1, "--budget", 100)
    assert result.code == 0
    assert "Question 3 ('Where?') is left out: there is no document 'c.md'." in result.err
    (whole,) = result.rows
    assert (whole["kb"], whole["version"], whole["mode"], whole["questions"], whole["k"]) == (
        "chunkwise.kb", 1, "lexical", 2, 1,
    )  # fmt: skip
    assert whole["measures"]["recall"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert set(whole["measures"]) == {"recall", "precision", "iou", "recall_100", "hit", "mrr", "ndcg"}
    rows = cli("eval", asked, "--per-question", "-q").rows
    assert [row["row"] for row in rows] == ["evaluation", "question", "question"]
    assert rows[1]["hits"][0]["document"] == rows[1]["read"][0]["document"] == "a.md"
    cut = cli("eval", asked, "--per-question", "--spans", "focused", "-q").rows[1]
    assert cut["read"] == [{"document": "a.md", "spans": cut["references"]}]
    whole = json.loads(cli("eval", asked, "--per-question", "--format", "json", "-q").out)
    assert [one["id"] for one in whole["answered"]] == ["red", "2"]
    filtered = cli("eval", asked, "--where", "document_id=a.md", "-q").rows[0]
    assert filtered["measures"]["recall"]["mean"] == 0.5


def test_eval_as_a_table(cli, docs, asked):
    cli("add", "docs")
    shown = cli("eval", asked, "--format", "table", "--where", "document_id=a.md", "-q").out
    assert "chunkwise.kb  version 1 · lexical · 2 questions" in shown
    assert re.search(r"recall@5 +50\.0 +0\.0–100\.0", shown)
    assert "Not found whole: 1 question" in shown
    assert "2  什么是黄色的？" in shown


def test_eval_goes_wrong(cli, docs, asked):
    assert cli("eval", asked).code == 1  # no base
    cli("add", "docs")
    assert cli("eval", "none.jsonl").code == 1
    assert cli("eval", asked, "--at", "9").code == 1
    assert cli("eval", asked, "-k", 0).code == 2
    assert cli("eval").code == 2
    (docs.parent / "q.jsonl").write_text('{"question": "Who?"}\n')
    broken = cli("eval", asked)
    assert (broken.code, "q.jsonl: line 1: say what answers it" in broken.err) == (1, True)
