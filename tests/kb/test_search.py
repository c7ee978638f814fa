"""Searching: small to big, modes, filters, versions, what is degraded and said so."""

from __future__ import annotations

import pytest
from bases import WordEmbedder, contents

import chunkwise as cw
from chunkwise.errors import EmbedderError, InvalidOption, KnowledgeBaseError

TEXT = " ".join(f"Sentence {n} speaks of topic{n} and of the common theme." for n in range(40))


def test_children_are_found_and_their_parent_is_returned(kb, files):
    kb.add([files(a=TEXT)], "parent_child", parent_max_tokens=200, max_tokens=30, overlap_tokens=0)
    hit = kb.search("topic17", 1)[0]
    assert "topic17" in hit.matched[0].text  # "topic" and "17" are words of their own, too
    assert len(hit.chunk.text) > 3 * len(hit.matched[0].text)
    for child in hit.matched:
        assert child.parent_id == hit.chunk.id
        assert child.text in hit.chunk.text
    document = cw.parse(files() / "a.md").text
    assert [document[s.start : s.end] for s in hit.spans] == [
        c.text for c in sorted(hit.matched, key=lambda c: c.spans)
    ]


def test_a_parent_scores_as_its_best_child(kb, files):
    kb.add([files(a=TEXT)], "parent_child", parent_max_tokens=200, max_tokens=30, overlap_tokens=0)
    hits = kb.search("common theme topic3", 50)
    assert len({hit.chunk.id for hit in hits}) == len(hits) < sum(len(hit.matched) for hit in hits)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    children = kb.search("common theme topic3", 1)[0].matched
    assert "topic3 " in children[0].text


def test_as_many_parents_as_asked_for_however_many_children_they_have(kb, files):
    few = {f"z{n}": "One mention of lamps." + " Other words." * n for n in range(5)}
    many = " ".join(["Lamps, lamps and lamps."] * 300)
    kb.add([files(a=many, **few)], "parent_child", parent_max_tokens=4000, max_tokens=10, overlap_tokens=0)
    assert len(kb.search("lamps", 5)) == 5


def test_the_pair_is_returned_for_its_question(kb, files):
    kb.add(
        [
            files(
                **{
                    "faq.csv": "question,answer,region\nHow do I reset it?,Hold the key.,EU\nIs it red?,It is blue.,US\n"
                }
            )
        ],
        "qa",
    )
    hit = kb.search("reset", 1)[0]
    assert hit.chunk.content == "Question: How do I reset it?\nAnswer: Hold the key."
    assert kb.search("reset", 1, where={"region": "EU"})[0].chunk == hit.chunk
    assert len(kb.search("reset red", 5, where={"region": "US"})) == 1
    assert hit.chunk.metadata["region"] == "EU"
    assert hit.matched[0].content == "How do I reset it?"


def test_of_exact_duplicates_one_is_kept(kb, files):
    kb.add([files(a="Refunds take five days.", b="Refunds take five days.", c="Refunds take ten days.")])
    assert sorted(contents(kb, "refunds")) == ["Refunds take five days.", "Refunds take ten days."]


def test_filters(kb, files):
    text = "---\nyear: {year}\ntags: [law, {tag}]\n---\n\n# {tag}\n\nRefunds of {year}.\n"
    docs = files(
        a=text.format(year=2019, tag="old"),
        b=text.format(year=2024, tag="new"),
        **{"t.csv": "name,price\nlamp refunds,30\nrug refunds,75\n"},
    )
    kb.add([docs], metadata={"region": "EU"})

    def found(where):
        return sorted(hit.chunk.document_id for hit in kb.search("refunds", 9, where=where))

    assert found({"year": {"$gte": 2020}}) == ["b.md"]
    assert found({"tags": {"$contains": "old"}}) == ["a.md"]
    assert found({"region": "EU", "year": {"$exists": True}}) == ["a.md", "b.md"]
    assert found({"region": "US"}) == []
    assert found({"document_id": "a.md"}) == ["a.md"]
    assert found({"media_type": "text/csv"}) == ["t.csv"] * 2
    assert found({"method": "table", "kind": "table"}) == ["t.csv"] * 2
    assert found({"heading_path": {"$contains": "new"}}) == ["b.md"]
    assert kb.search("refunds", 1, where={"year": 2019})[0].chunk.metadata["region"] == "EU"
    with pytest.raises(InvalidOption, match="gt"):
        kb.search("refunds", where={"year": {"$gt2": 1}})


def test_versions_can_be_read(kb, files):
    docs = files(a="Apples are red.")
    kb.add([docs])
    files(a="Apples are green.", b="Apples are blue.")
    kb.add([docs])
    assert sorted(contents(kb, "apples")) == ["Apples are blue.", "Apples are green."]
    assert contents(kb, "apples", at=1) == contents(kb, "apples", at="1") == ["Apples are red."]
    assert contents(kb, "apples", at=0) == []
    assert contents(kb, "apples", at="head") == contents(kb, "apples", at=2)
    for wrong in (3, -1, "next", "1.5", True, "9" * 5000):
        with pytest.raises(KnowledgeBaseError, match="no version"):
            kb.search("apples", at=wrong)
    assert [version.seq for version in kb.versions()] == [2, 1]
    assert {version.state for version in kb.versions()} == {"draft"}


def test_a_version_stays_as_it_was_in_a_base_that_is_open_already(kb, files, tmp_path):
    docs = files(a="Apples are red.")
    kb.add([docs])
    with cw.open_kb(kb.path) as reader:
        assert contents(reader, "apples") == ["Apples are red."]
        files(a="Apples are green.")
        kb.add([docs])
        assert contents(reader, "apples") == ["Apples are green."]
        assert contents(reader, "apples", at=1) == ["Apples are red."]


def test_queries_without_a_word(kb, files):
    kb.add([files(a="Apples.")])
    for query in ("", "   ", "?!", "\x00", "\ud800", "🍎"):
        assert len(kb.search(query)) == 0


def test_odd_queries(kb, files):
    kb.add([files(a="Apples.")])
    for query in (
        "apples' OR 1=1 --",
        'apples"',
        "apples AND (",
        "a" * 100_000 + " apples",
        "apples\x00",
        "apples*",
    ):
        assert contents(kb, query) == ["Apples."], query[:20]


def test_wrong_arguments(kb, files):
    kb.add([files(a="Apples.")])
    for options in ({"k": 0}, {"k": True}, {"k": 2.5}, {"k": 10**12}, {"mode": "vector"}):
        with pytest.raises(InvalidOption):
            kb.search("apples", **options)
    with pytest.raises(InvalidOption, match="a text"):
        kb.search(b"apples")
    with pytest.raises(EmbedderError, match="no embedder"):
        kb.search("apples", mode="dense")


def test_an_empty_base_answers_with_nothing(kb):
    assert list(kb.search("anything")) == []
    assert kb.versions() == kb.documents() == []


@pytest.fixture
def both(tmp_path, files, embedder):
    """A base with an embedder."""
    with cw.open_kb(tmp_path / "v.kb", create=True, embedder=embedder) as opened:
        opened.add([files(a="Apples are red.", b="Bananas are yellow.", c="红苹果很甜。")])
        yield opened


def test_hybrid_has_the_parts_of_both(both):
    hits = both.search("red apples", 2)
    assert hits.mode == "hybrid"
    parts = hits[0].parts
    assert (parts["lexical_rank"], parts["dense_rank"]) == (1, 1)
    assert 0 < parts["dense"] <= 1
    assert hits[0].score == pytest.approx(1 + 0.75 * parts["dense"])
    assert set(both.search("red apples", 2, mode="dense")[0].parts) == {"dense", "dense_rank"}
    assert set(both.search("red apples", 2, mode="lexical")[0].parts) == {"kernel", "lexical", "lexical_rank"}


def test_vectors_find_what_words_do_not(both):
    assert both.search("yellow", 3, mode="lexical")[0].chunk.content == "Bananas are yellow."
    assert len(both.search("yellow", 3, mode="lexical")) == 1
    assert len(both.search("yellow", 3, mode="dense")) == 3
    assert both.search("红色", 3, mode="hybrid").warnings == ()


def test_texts_are_embedded_once(both, files, embedder):
    assert len(embedder.asked) == 3
    docs = files(d="Apples are red.", e="Dates are brown.")
    report = both.add([docs])
    assert (report.embedded, sorted(embedder.asked[3:])) == (1, ["Dates are brown."])
    files(d=None, e=None)
    both.add([docs], prune=True)
    files(e="Dates are brown.")
    assert both.add([docs]).embedded == 0


def test_a_failing_embedder_degrades_the_search(both, embedder):
    embedder.fails = True
    hits = both.search("red apples", 2)
    assert (hits.mode, hits[0].chunk.content) == ("lexical", "Apples are red.")
    assert "Searched by words only: The endpoint does not answer" in hits.warnings[0]
    with pytest.raises(EmbedderError, match="does not answer"):
        both.search("red apples", mode="dense")


def test_a_failing_embedder_degrades_add_and_the_next_one_makes_up_for_it(both, files, embedder):
    docs = files(d="Dates are brown.", e="Eggplants are purple.")
    embedder.fails = True
    report = both.add([docs])
    assert (report.added, report.embedded) == (["d.md", "e.md"], 0)
    assert "found by words only" in report.warnings[0]
    assert len(report.warnings) == 1
    embedder.fails = False
    assert "Dates are brown." not in contents(both, "brown dates", k=9, mode="dense")
    assert contents(both, "brown dates", k=1, mode="lexical") == ["Dates are brown."]
    report = both.add([docs])
    assert (report.changed, report.embedded, report.chunks_added) == (["d.md", "e.md"], 2, 0)
    assert contents(both, "brown dates", k=1, mode="dense") == ["Dates are brown."]
    assert both.add([docs]).did_anything is False


def test_another_embedder_is_a_new_version_and_never_mixed(both, files):
    docs = files()
    before = both.documents()
    other = WordEmbedder("another-64")
    with cw.open_kb(both.path, embedder=other) as changed:
        hits = changed.search("red apples")
        assert (hits.mode, "vectors of the embedder words-64" in hits.warnings[0]) == ("lexical", True)
        report = changed.add([docs / "a.md"])
        assert (sorted(report.changed), report.seq, report.embedded) == (["a.md", "b.md", "c.md"], 2, 3)
        assert changed.search("red apples", 3).mode == "hybrid"
        assert len(changed.search("red apples", 9, mode="dense")) == 3
        assert [info.id for info in changed.documents()] == [info.id for info in before]
        assert changed.search("red apples", at=1).mode == "lexical"
    assert [version.embedder for version in both.versions()] == ["another-64", "words-64"]
    hits = both.search("red apples", 9)
    assert (hits.mode, len(hits.warnings)) == ("lexical", 1)
    assert both.search("red apples", at=1).mode == "hybrid"


def test_a_base_opened_without_its_embedder(both, files):
    with cw.open_kb(both.path) as bare:
        hits = bare.search("red apples", 2)
        assert (hits.mode, len(hits.warnings)) == ("lexical", 1)
        with pytest.raises(EmbedderError, match="give it to open_kb again"):
            bare.add([files(d="Dates.")])
    with cw.open_kb(both.path, embedder="none") as bare:
        bare.add([files(d="Dates.")])
        assert bare.versions()[0].embedder is None
        assert bare.search("dates").mode == "lexical"


def test_the_cap_is_the_embedders(tmp_path, files):
    docs = files(a=" ".join(f"word{n}" for n in range(900)))
    with cw.open_kb(tmp_path / "c.kb", create=True, embedder=WordEmbedder(max_tokens=100)) as kb:
        kb.add([docs], "recursive")
        chunks = [hit.chunk for n in range(0, 900, 50) for hit in kb.search(f"word{n}", 1)]
        assert 90 < min(chunk.tokens for chunk in chunks) <= max(chunk.tokens for chunk in chunks) <= 100
        for options in (
            {"max_tokens": 101}, {"max_tokens": None}, {"tokenizer": "words"}, {"pack.max_tokens": 101},
        ):  # fmt: skip
            with pytest.raises(InvalidOption, match="allow-truncation"):
                kb.add([docs], "recursive", **options)
        report = kb.add([docs], "recursive", max_tokens=300, allow_truncation=True)
        assert len(report.warnings) == 1
        assert "3 of its chunks are longer than the 100 tokens" in report.warnings[0]
        assert kb.add([docs], "recursive", max_tokens=50).chunks_added >= 18


def test_the_default_cap_is_512_at_most(tmp_path, files):
    docs = files(a=" ".join(f"word{n}" for n in range(1200)))
    with cw.open_kb(tmp_path / "c.kb", create=True, embedder=WordEmbedder(max_tokens=8191)) as kb:
        kb.add([docs], "recursive")
        assert kb.documents()[0].chunks == 3
        kb.add([docs], "one")
        assert kb.documents()[0].chunks == 1


def test_threads_share_a_base(both):
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: both.search("red apples", 1)[0].chunk.content, range(20)))
    assert set(found) == {"Apples are red."}


@pytest.mark.parametrize(
    "answer", [[float("nan")] * 64, [], [1e300] * 64, ["x"] * 64, None, RuntimeError("out of memory")]
)
def test_what_is_no_vector_is_the_embedders_failure(both, files, embedder, answer, monkeypatch):
    def answered(texts):
        if isinstance(answer, Exception):
            raise answer
        return [answer for _ in texts]

    good = embedder.embed
    monkeypatch.setattr(embedder, "embed", answered)
    monkeypatch.setattr(embedder, "embed_query", lambda text: answered([text])[0])
    hits = both.search("red apples")
    assert (hits.mode, len(hits.warnings)) == ("lexical", 1)
    report = both.add([files(d="Dates are brown.")])
    assert (report.added, len(report.warnings)) == (["d.md"], 1)
    monkeypatch.setattr(embedder, "embed", good)
    assert both.add([files()]).embedded == 1  # nothing of it was kept


def test_another_model_under_the_same_name_is_noticed(both, files, embedder, monkeypatch):
    monkeypatch.setattr(embedder, "embed", lambda texts: [[1.0] * 32 for _ in texts])
    docs = files(d="Dates are brown.")
    report = both.add([docs], metadata={"x": 1})
    assert any("another model answers under this name" in warning for warning in report.warnings)
    assert (len(both.documents()), report.failed) == (4, [])


def test_a_damaged_cache_of_vectors_is_made_anew(both, files, embedder):
    both.close()
    (both.path / "vectors.sqlite").write_bytes(b"garbage " * 1000)
    with cw.open_kb(both.path, embedder=embedder) as kb:
        assert kb.add([files(d="Dates are brown.")]).embedded == 1


def test_all_duplicates_do_not_hide_the_rest(kb):
    same = [cw.Document.from_text("alpha alpha", f"d{n}") for n in range(300)]
    others = [
        cw.Document.from_text(f"alpha stands among longer words, number {n}", f"o{n}") for n in range(4)
    ]
    kb.add([*same, *others])
    assert len(kb.search("alpha", 5)) == 5


def test_reading_after_closing_says_so(kb, files):
    kb.add([files(a="Apples.")])
    kb.close()
    with pytest.raises(KnowledgeBaseError, match="was closed"):
        kb.search("apples")


def test_a_spec_holds_wherever_it_is_named_from(tmp_path, files, monkeypatch):
    from real_models import minilm_folder

    minilm_folder(tmp_path / "models")
    docs = files(a="Apples.")
    monkeypatch.chdir(tmp_path)
    with cw.open_kb("a.kb", create=True, embedder="onnx:models") as kb:
        kb.add([docs])
    for spec in (None, "onnx:models", "onnx:./models", f"onnx:{tmp_path}/models"):
        with cw.open_kb("a.kb", embedder=spec) as kb:
            assert kb.add([docs]).did_anything is False, spec
    (tmp_path / "models").rename(tmp_path / "moved")
    with cw.open_kb("a.kb", embedder="onnx:moved") as kb:
        assert kb.add([docs]).did_anything is False
    with cw.open_kb("a.kb") as kb:
        assert kb.search("apples").mode == "hybrid"
