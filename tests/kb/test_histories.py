"""Whatever happened to a folder, the base holds what one made anew would; and old versions stay as they were."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import chunkwise as cw

NAMES = ("a.md", "b.md", "sub/c.md", "d.csv")
PARTS = (
    "Apples are red.",
    "香蕉是黄色的。",
    "Refunds take five days.",
    "The same text.",
    "Lamps\n\n## Deep\n\nRoads.",
)

writes = st.tuples(st.just("write"), st.sampled_from(NAMES), st.lists(st.sampled_from(PARTS), max_size=4))
deletes = st.tuples(st.just("delete"), st.sampled_from(NAMES))
renames = st.tuples(st.just("rename"), st.sampled_from(NAMES), st.sampled_from(NAMES))
adds = st.tuples(st.just("add"), st.sampled_from(["auto", "recursive", "parent_child"]), st.booleans())
histories = st.lists(st.one_of(writes, writes, deletes, renames, adds, adds), min_size=2, max_size=12)


def text_of(name, parts):
    if name.endswith(".csv"):
        return "name,words\n" + "".join(f'{n},"{part}"\n' for n, part in enumerate(parts))
    return "# Title\n\n" + "\n\n".join(parts)


def happen(folder, event):
    kind, name, *rest = event
    path = folder / name
    if kind == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text_of(name, rest[0]), encoding="utf-8")
    elif kind == "delete":
        path.unlink(missing_ok=True)
    elif kind == "rename" and path.exists() and name != rest[0]:
        target = folder / rest[0]
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)


def seen(kb, at):
    """All that a version shows: documents, and what searches find, with places and metadata."""
    documents = [(info.id, info.method, info.chunks) for info in kb.documents(at=at)]
    hits = [
        kb.search(query, 99, at=at, mode=mode) for query in ("red refunds lamps 黄色 same text", "five", "roads") for mode in ("lexical", "dense")
    ]  # fmt: skip
    found = [sorted((hit.chunk.id, hit.matched[0].id) for hit in one) for one in hits]
    chunks = {child.id: child for one in hits for hit in one for child in (*hit.matched, hit.chunk)}
    rows = {row.id: (row.digest, row.metadata) for row in kb._base.store.get("kb", list(chunks), at)}
    return documents, found, chunks, rows


@given(histories)
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=15)
def test_a_base_with_a_history_is_like_a_new_one(history):
    from bases import WordEmbedder

    place = Path(tempfile.mkdtemp())
    docs = place / "docs"
    docs.mkdir()
    (docs / "always.md").write_text("Always here.")
    states = {}
    try:
        with cw.open_kb(place / "a.kb", create=True, embedder=WordEmbedder()) as kb:
            for event in [*history, ("add", "auto", True)]:
                if event[0] != "add":
                    happen(docs, event)
                    continue
                report = kb.add([docs], event[1], prune=event[2])
                assert not report.failed
                assert kb.add([docs], event[1]).did_anything is False
                states[report.seq] = seen(kb, report.seq)
            last = kb.head_seq
            with cw.open_kb(place / "b.kb", create=True, embedder=WordEmbedder()) as fresh:
                fresh.add([docs], "auto")
                assert seen(fresh, 1) == states[last]
            for seq, state in states.items():
                assert seen(kb, seq) == state
    finally:
        shutil.rmtree(place)
