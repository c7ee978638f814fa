"""Law 7 for ``code`` and ``json``: what reaches the tokenizer is counted, and what is hostile stays under the cap."""

from __future__ import annotations

import json

import pytest
from test_linear import CAP, HOSTILE, Recorder

import chunkwise as cw
from chunkwise.text.counters.toktok import ToktokCounter
from chunkwise.text.json_text import read_json

MORE = {
    "closed brackets": "[" * 100_000 + "]" * 100_000,
    "objects inside objects": '{"a":' * 50_000 + "1" + "}" * 50_000,
    "one string": json.dumps("word " * 200_000),
    "one word": json.dumps("a" * 1_000_000),
    "escapes": '"' + "\\n" * 300_000 + '"',
    "backslashes": '"' + "\\\\" * 300_000 + '"',
    "empty lists": "[" + "[]," * 200_000 + "[]]",
    "blanks": "[" + " " * 1_000_000 + "1]",
    "one number": "1" * 1_000_000,
    "one key": json.dumps({"k" * 200_000: list(range(50_000))}),
    "records in one line": json.dumps([{"id": n, "text": "Some words. " * 5} for n in range(12_000)]),
    "lines": "\n".join(json.dumps({"id": n}) for n in range(50_000)),
    "deep blocks": "".join("    " * n + "if x:\n" for n in range(300)),
    "functions in functions": "def f():\n" + " x = [" + "(" * 50_000 + ")" * 50_000 + "]",
    "one long list": "x = [" + "1,\n" * 100_000 + "]",
    "many functions": "def f(): pass\n" * 20_000,
}


@pytest.mark.parametrize("method", ["code", "json"])
@pytest.mark.parametrize("name", [*HOSTILE, *MORE])
def test_hostile_text(method, name):
    text = HOSTILE.get(name) or MORE[name]
    recorder = Recorder()
    options = {"language": "python"} if method == "code" else {}
    chunking = cw.chunk_text(text, method, max_tokens=CAP, tokenizer=recorder, **options)
    counts = ToktokCounter().count_many([chunk.index_text for chunk in chunking])
    assert [count for count in counts if count > CAP] == []
    assert [chunk.tokens for chunk in chunking] == counts
    assert all(chunk.text == text[chunk.spans[0].start : chunk.spans[0].end] for chunk in chunking)
    assert "".join("".join(chunk.text.split()) for chunk in chunking) == "".join(text.split())
    assert recorder.calls <= 25
    assert recorder.characters <= 8 * max(len(text), 1000)


@pytest.mark.parametrize("method", ["code", "json"])
def test_twice_the_text_is_twice_the_work(method):
    shares = []
    for times in (1, 2, 4):
        recorder = Recorder()
        if method == "json":
            cw.chunk_text(
                json.dumps([{"id": n, "a": "words " * 9} for n in range(1_000 * times)]),
                "json",
                tokenizer=recorder,
            )
        else:
            text = "class A:\n" + "    def f(self):\n        return [self, 1, 2, 3]\n\n" * (1_000 * times)
            cw.chunk_text(text, "code", language="python", tokenizer=recorder)
        shares.append(recorder.characters / times)
    assert max(shares) <= 1.1 * min(shares)


def test_depth_is_no_matter():
    assert read_json("[" * 100_000) is None
    assert read_json("[" * 100_000 + "]" * 100_000).text == "[" * 100_000 + "]" * 100_000
