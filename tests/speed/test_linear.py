"""Law 7, guarded by counting the characters and calls that reach the tokenizer, not by a clock."""

from __future__ import annotations

import base64
import random
import re

import pytest

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.text.counters.toktok import ToktokCounter

CAP = 512


class Recorder:
    """A counter that records what it is asked."""

    name = "cl100k_base"

    def __init__(self):
        self.inner, self.calls, self.characters = ToktokCounter(), 0, 0

    def count_many(self, texts):
        self.calls += 1
        self.characters += sum(map(len, texts))
        return self.inner.count_many(texts)

    def safe_cuts(self, text, longest):
        return self.inner.safe_cuts(text, longest)


def check(text, method, most_calls=20, most_share=4.0, **options):
    recorder = Recorder()
    chunking = cw.chunk_text(text, method, max_tokens=CAP, tokenizer=recorder, **options)
    counts = ToktokCounter().count_many([chunk.index_text for chunk in chunking])
    assert [count for count in counts if count > CAP] == []
    assert [chunk.tokens for chunk in chunking] == counts
    text = chunking.document.text
    assert all(chunk.text == text[chunk.spans[0].start : chunk.spans[-1].end] for chunk in chunking)
    assert "".join("".join(chunk.text.split()) for chunk in chunking) == "".join(text.split())
    assert not any("\ufffd" in chunk.text for chunk in chunking)
    assert recorder.calls <= most_calls
    assert recorder.characters <= most_share * max(len(text), 1000)
    return chunking


@pytest.mark.parametrize("method", ["general", "recursive"])
@pytest.mark.parametrize("file", ["en.txt", "zh.txt"])
def test_five_megabytes(shared, method, file):
    text = (shared / "data/speed" / file).read_bytes().decode()
    check(text, method, most_share=1.5)


@pytest.mark.parametrize("method", ["general", "recursive"])
@pytest.mark.parametrize("file", ["en.txt", "zh.txt"])
def test_five_megabytes_in_one_line(shared, method, file):
    text = (shared / "data/speed" / file).read_bytes().decode()
    check(text.replace("\n", " " if file == "en.txt" else ""), method)


HOSTILE = {
    "newlines": "\n" * 300_000,
    "one_letter": "a" * 1_000_000,
    "han": "中" * 300_000,
    "families": "👨‍👩‍👧‍👦" * 20_000,
    "base64": base64.b64encode(random.Random(1).randbytes(750_000)).decode(),
    "blanks_at_line_ends": "  \n" * 100_000,
    "dots": "." * 200_000,
    "brackets": "[" * 100_000,
    "spaces": " " * 1_000_000 + "x",
    "words_far_apart": ("x" + " " * 3000) * 300,
    "crlf": "line of words\r\n\r\n" * 20_000,
    "flags": "🇫🇷" * 20_000,
    "thai": "ภาษาไทยไม่มีวรรค" * 5_000,
    "quotes": "”" * 100_000,
    "sentences": "Go. " * 100_000,
}


@pytest.mark.parametrize("method", ["general", "recursive", "character", "token", "sentence", "markdown"])
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(method, name):
    check(HOSTILE[name], method)


@pytest.mark.parametrize(
    "options", [{"overlap_tokens": 50}, {"overlap_sentences": 2}], ids=["tokens", "sentences"]
)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_with_overlap(name, options):
    check(HOSTILE[name], "recursive", most_share=4.5, **options)


@pytest.mark.parametrize("keep", ["start", "end", "drop"])
@pytest.mark.parametrize("separator", ["a", ".", "[", " ", "aa", "\n\n"])
def test_a_text_of_nothing_but_separators(separator, keep):
    text = separator * 100_000
    for regex in (False, True):
        options = {"is_separator_regex": regex, "keep_separator": keep, "max_tokens": CAP}
        written = re.escape(separator) if regex else separator
        chunking = cw.chunk_text(text, "character", separator=written, **options)
        assert broken_laws(chunking) == []


PAGES = {
    "brackets": "<" * 100_000,
    "divs": "<div>" * 100_000 + "text" + "</div>" * 100_000,
    "never_closed": "<b>" * 100_000 + "text",
    "lists": "<ul><li>" * 50_000 + "text",
    "tables": "<table><tr><td>" * 20_000 + "text",
    "rows": "<table><tr><th>a</th><th>b</th></tr>"
    + "".join(f"<tr><td>row {n}</td><td>value {n}</td></tr>" for n in range(30_000)),
    "headings": "".join(f"<h{n % 6 + 1}>Heading {n}</h{n % 6 + 1}><p>Text {n}.</p>" for n in range(1000)),
    "one_line": "Some words, and a few more of them. " * 28_000,
}


@pytest.mark.parametrize("method", ["html_header", "html_section"])
@pytest.mark.parametrize("name", PAGES)
def test_hostile_pages(method, name):
    recorder = Recorder()
    chunking = cw.chunk_text(PAGES[name], method, max_tokens=CAP, tokenizer=recorder)
    assert broken_laws(chunking, ToktokCounter()) == []
    assert chunking.document.text.strip()
    assert recorder.calls <= 20
    assert recorder.characters <= 4 * max(sum(len(chunk.index_text) for chunk in chunking), 1000)


@pytest.mark.parametrize("method", ["markdown", "recursive", "sentence"])
def test_a_table_of_30_000_rows_in_markdown(method):
    rows = "\n".join(f"| row {n} | value {n} |" for n in range(30_000))
    check(f"| a | b |\n|---|---|\n{rows}", method)


def test_a_cluster_that_never_ends_is_broken_in_few_rounds():
    check("e" + "\u0301" * 100_000, "recursive", most_calls=20, most_share=14)


def test_a_table_of_30_000_rows():
    rows = "\n".join(f"| row {n} | value {n} |" for n in range(30_000))
    document = cw.Document.from_sections([{"text": "| a | b |\n" + rows, "kind": "table"}])
    recorder = Recorder()
    chunking = cw.chunk(document, "general", max_tokens=CAP, tokenizer=recorder)
    assert broken_laws(chunking, ToktokCounter()) == []
    assert recorder.calls <= 20
    assert all(
        line.startswith("| ") and line.endswith(" |")
        for chunk in chunking
        for line in chunk.text.splitlines()
    )


def test_twice_the_text_is_twice_the_work():
    shares = []
    for times in (1, 2, 4):
        recorder = Recorder()
        cw.chunk_text("Some words, and a few more of them. " * 20_000 * times, tokenizer=recorder)
        shares.append(recorder.characters / times)
    assert max(shares) <= 1.1 * min(shares)
