"""RAGFlow's merge and its context of tables and pictures, through the public API."""

from __future__ import annotations

import json

import chunkwise as cw


def folded(text):
    return " ".join(text.split())


def test_accumulate_merges_as_ragflow_did(shared):
    cases = json.loads((shared / "golden/merge_accumulate.json").read_text())
    assert len(cases) == 150
    for case in cases:
        document = cw.Document.from_sections([(s["text"], s["position"]) for s in case["sections"]])
        options = {key: case[key] for key in ("max_tokens", "delimiter", "overlap_percent")}
        chunking = cw.chunk(document, "general", overflow="accumulate", tokenizer="words", **options)
        made = [
            (
                folded(c.text),
                folded(c.context.overlap),
                [[p.page, p.x0, p.x1, p.y0, p.y1] for p in c.positions],
            )
            for c in chunking
        ]
        assert made == [(folded(c["own"]), folded(c["overlap"]), c["positions"]) for c in case["chunks"]]


def test_media_get_the_context_that_ragflow_gave_them(shared):
    cases = json.loads((shared / "golden/media_context.json").read_text())
    assert len(cases) == 80
    kinds = {"text": "paragraph", "image": "figure", "table": "table"}
    for case in cases:
        sections = [{"text": item["text"], "kind": kinds[item["kind"]]} for item in case["items"]]
        options = {key: case[key] for key in ("table_context_tokens", "image_context_tokens")}
        chunking = cw.chunk(
            cw.Document.from_sections(sections),
            "general",
            overflow="accumulate",
            tokenizer="words",
            media_sentences="ragflow",
            **options,
        )
        made = [[folded(c.context.above), folded(c.context.below)] for c in chunking if c.kind != "text"]
        assert made == [[folded(above), folded(below)] for above, below in case["media_contexts"]]
