"""Ranking by sentence units: explained, from small to big at any depth, with what stands around hits."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from bases import WordEmbedder, contents

import chunkwise as cw
from chunkwise.errors import EmbedderError, InvalidOption, StoreError
from chunkwise.kb.units import count_terms

TEXT = " ".join(f"Sentence {n} speaks of topic{n} and of the common theme." for n in range(40))
LAW = """# 税法

## 第一章 总则

第一条 纳税人应当在五月申报。

## 第二章 罚则

第二条 逾期不申报的，处以罚款。

第三条 罚款的数额由税务机关决定。
"""


def test_shares_sum_to_the_score_and_say_where_words_stand(kb, files):
    kb.add([files(a="# Refunds\n\nThey take five days. A lamp is bright in the evening hours.", b=LAW)])
    for query, terms in (("refunds five lamp", {"refund", "five", "lamp"}), ("罚款数额", {"罚款", "数额"})):
        hit = kb.search(query, 1)[0]
        assert terms <= {share.term for share in hit.shares}
        assert sum(share.score for share in hit.shares) == pytest.approx(hit.score)
        assert hit.score == hit.parts["kernel"]
        assert [share.score for share in hit.shares] == sorted(
            (share.score for share in hit.shares), reverse=True
        )
    refund = next(share for share in kb.search("refunds five", 1)[0].shares if share.term == "refund")
    assert (refund.sources, refund.path > 0) == ((), True)


def test_the_best_unit_is_where_the_answer_stands(kb, files):
    docs = files(a=TEXT + " The lamp costs nine coins. " + TEXT)
    kb.add([docs])
    hit = kb.search("lamp coins", 1)[0]
    text = cw.parse(docs / "a.md").text
    assert "The lamp costs nine coins." in hit.unit.of(text)
    distances = {share.term: share.sources[0][0] for share in hit.shares}
    assert distances == {"lamp": 0, "coin": 0}


def test_a_sentence_beside_the_words_counts_more_than_one_far_away(kb):
    filler = "Roads are long and winding here. " * 12
    near = cw.Document.from_text("The lamp is switched on. It costs nine coins.", "near")
    far = cw.Document.from_text("The lamp is switched on. " + filler + "It costs nine coins.", "far")
    kb.add([far, near], "one")
    assert [hit.chunk.document_id for hit in kb.search("lamp coins", 2)] == ["near", "far"]


@pytest.mark.parametrize("index", ["children", "both"])
@pytest.mark.parametrize("levels", [2, 3, 4])
def test_the_uppermost_parent_is_returned_at_any_depth(kb, files, levels, index):
    kb.add(
        [files(a=TEXT)], "parent_child", parent_max_tokens=240, max_tokens=30, overlap_tokens=0,
        levels=levels, index=index,
    )  # fmt: skip
    hits = kb.search("topic17", 50)
    hit = hits[0]
    assert hit.chunk.parent_id is None
    assert "topic17" in hit.chunk.content
    assert hit.chunk.tokens > 120
    assert "topic17 " in hit.matched[0].text
    assert all(child.text in hit.chunk.text for child in hit.matched)
    assert len({hit.chunk.id for hit in hits}) == len(hits)
    assert hit.score == pytest.approx(sum(share.score for share in hit.shares))


def test_neighbours_are_those_of_the_document(kb, files):
    kb.add([files(a=LAW, b=TEXT)], "laws")
    hit = kb.search("逾期不申报", 1, neighbours=1)[0]
    assert hit.chunk.text.startswith("第二条")
    assert [chunk.text[:3] for chunk in hit.before] == ["第一条"]
    assert [chunk.text[:3] for chunk in hit.after] == ["第三条"]
    hit = kb.search("五月申报", 1, neighbours=9)[0]
    assert ([chunk.text[:3] for chunk in hit.before], len(hit.after)) == ([], 2)
    assert kb.search("五月申报", 1)[0].after == ()
    for wrong in (-1, 101, True, 1.5):
        with pytest.raises(InvalidOption, match="neighbours"):
            kb.search("五月", neighbours=wrong)


@pytest.mark.parametrize("levels", [2, 3])
def test_neighbours_of_parents_are_parents(kb, files, levels):
    kb.add(
        [files(a=TEXT)], "parent_child", parent_max_tokens=100, max_tokens=20, overlap_tokens=0, levels=levels
    )
    text = cw.parse(files() / "a.md").text
    hit = kb.search("topic17", 1, neighbours=2)[0]
    chunks = [*hit.before, hit.chunk, *hit.after]
    assert len(chunks) == 5
    for one, next_one in pairwise(chunks):
        assert one.parent_id is None
        assert text[one.spans[-1].end : next_one.spans[0].start].strip() == ""


def test_several_bases_are_one_ranking(tmp_path):
    with (
        cw.open_kb(tmp_path / "a.kb", create=True) as one,
        cw.open_kb(tmp_path / "b.kb", create=True) as other,
    ):
        one.add([cw.Document.from_text("Refunds take five days.", "d"), cw.Document.from_text("Cars.", "c")])
        other.add(
            [
                cw.Document.from_text("Refunds of late fees take nine days.", "d"),
                cw.Document.from_text("Refunds take five days.", "copy"),
            ]
        )
        hits = cw.search([one, other], "refunds of late fees", 5)
        assert [hit.chunk.content for hit in hits] == [
            "Refunds of late fees take nine days.", "Refunds take five days.",
        ]  # fmt: skip
        assert [hit.kb for hit in hits] == [str(other.path), str(one.path)]
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert contents(one, "refunds") == ["Refunds take five days."]
        turned = cw.search([other, one], "refunds of late fees", 5)
        assert [hit.score for hit in turned] == pytest.approx([hit.score for hit in hits])
        assert len(cw.search(one, "refunds")) == 1
        for wrong in ([], ["a.kb"], [one, None]):
            with pytest.raises(InvalidOption, match="open_kb"):
                cw.search(wrong, "refunds")


def test_vectors_of_several_models_are_never_compared(tmp_path, files):
    docs = files(a="Apples are red.")
    bases = []
    for name in ("words-64", "words-64", "another-64"):
        kb = cw.open_kb(tmp_path / f"{len(bases)}.kb", create=True, embedder=WordEmbedder(name))
        kb.add([docs])
        bases.append(kb)
    same = cw.search(bases[:2], "red apples")
    assert (same.mode, same.warnings, "dense" in same[0].parts) == ("hybrid", (), True)
    mixed = cw.search(bases, "red apples")
    assert (mixed.mode, len(mixed.warnings)) == ("lexical", 1)
    assert "several embedders" in mixed.warnings[0]
    with pytest.raises(EmbedderError, match="several embedders"):
        cw.search(bases, "red apples", mode="dense")
    for kb in bases:
        kb.close()


def test_a_filter_on_a_field_that_nothing_has_is_told(kb, files):
    kb.add([files(a="---\nyear: 2020\n---\n\nApples.")], metadata={"region": "EU"})
    hits = kb.search("apples", where={"yaer": 2020, "$or": [{"region": "EU"}, {"$not": {"colour": "red"}}]})
    assert (len(hits), len(hits.warnings)) == (0, 1)
    assert "'colour', 'yaer'" in hits.warnings[0]
    assert kb.search("apples", where={"year": 2020, "region": "EU", "kind": "text"}).warnings == ()


def test_a_vector_of_another_length_is_an_error_with_advice(tmp_path, files, monkeypatch):
    embedder = WordEmbedder()
    with cw.open_kb(tmp_path / "v.kb", create=True, embedder=embedder) as kb:
        kb.add([files(a="Apples are red.")])
        monkeypatch.setattr(embedder, "embed_query", lambda text: [1.0] * 32)
        with pytest.raises(EmbedderError, match=r"32 numbers, and those of the base 64.*Give the one"):
            kb.search("apples", mode="dense")
        hits = kb.search("apples")
        assert (hits.mode, len(hits), "32 numbers" in hits.warnings[0]) == ("lexical", 1, True)


def test_half_a_store_still_answers(tmp_path, files, monkeypatch):
    def fails(*_):
        raise StoreError("The index is gone.")

    with cw.open_kb(tmp_path / "v.kb", create=True, embedder=WordEmbedder()) as kb:
        kb.add([files(a="Apples are red.", b="Bananas are yellow.")])
        store = kb._base.store
        monkeypatch.setattr(store, "text", fails)
        hits = kb.search("red apples", 1)
        assert (hits[0].chunk.content, hits.mode) == ("Apples are red.", "hybrid")
        assert hits.warnings == ("Searched by vectors only: The index is gone.",)
        monkeypatch.setattr(store, "dense", fails)
        with pytest.raises(StoreError, match="index is gone"):
            kb.search("red apples", 1)
        monkeypatch.undo()
        monkeypatch.setattr(store, "dense", fails)
        hits = kb.search("red apples", 1)
        assert (hits.mode, hits.warnings) == ("lexical", ("Searched by words only: The index is gone.",))


def test_of_several_bases_one_may_fail(tmp_path, monkeypatch):
    with (
        cw.open_kb(tmp_path / "a.kb", create=True) as one,
        cw.open_kb(tmp_path / "b.kb", create=True) as other,
    ):
        for kb in (one, other):
            kb.add(cw.Document.from_text(f"Refunds of {kb.path.name} take five days.", "d"))

        def fails(*_):
            raise StoreError("The disk is gone.")

        monkeypatch.setattr(other._base.store, "text", fails)
        hits = cw.search([one, other], "refunds")
        assert [hit.kb for hit in hits] == [str(one.path)]
        assert any("b.kb is left out" in warning for warning in hits.warnings)
        monkeypatch.setattr(one._base.store, "text", fails)
        with pytest.raises(StoreError, match="disk"):
            cw.search([one, other], "refunds")


def test_every_stage_is_timed(kb, files):
    kb.add([files(a="Apples are red.")])
    hits = kb.search("apples")
    assert list(hits.times) == ["embed", "lexical", "read", "rank", "answer"]
    assert all(seconds >= 0 for seconds in hits.times.values())


def test_a_base_of_before_is_ranked_too(kb, files):
    kb.add([files(a=TEXT, b=LAW)], "laws")
    before = [(hit.chunk.id, hit.score) for hit in kb.search("罚款", 5)]
    with kb._base.catalogue.writing() as write:
        write.execute("UPDATE placement SET units = NULL")
    assert [(hit.chunk.id, hit.score) for hit in kb.search("罚款", 5)] == before


def test_rows_in_another_form_are_found_by_their_form(kb, files):
    kb.add([files(**{"t.csv": "name,price\nlamp,30\nrug,75\n", "u.csv": "name,size\nlamp,3\n"})], "table")
    hit = kb.search("price of the lamp", 1)[0]
    assert hit.chunk.content == "name: lamp\nprice: 30"
    assert {share.term for share in hit.shares} == {"lamp", "price"}


def test_words_of_no_meaning_are_answered_in_the_order_of_the_store(kb, files):
    kb.add([files(a="To be or not to be.", b="It is what it is.")])
    assert contents(kb, "to be or not to be", k=1) == ["To be or not to be."]


def test_passages_are_cut_by_how_good_their_units_are(kb, files):
    docs = files(a=TEXT + " The lamp costs nine coins. It is bright. " + TEXT, b=LAW)
    kb.add([docs])
    texts = {path.name: cw.parse(path).text for path in docs.iterdir()}
    sizes = []
    for mode in ("focused", "balanced", "wide"):
        hits = kb.search("what does the lamp cost in coins", 5, spans=mode)
        for passage in hits.passages:
            assert passage.text == passage.span.of(texts[passage.document_id])
        assert "The lamp costs nine coins." in hits.passages[0].text
        assert hits.passages[0].score >= hits.passages[-1].score
        sizes.append(sum(len(passage.text) for passage in hits.passages))
    assert sizes == sorted(sizes)
    passage = kb.search("逾期的罚款", 5, spans="focused").passages[0]
    assert ("处以罚款" in passage.text, passage.heading_path[0], passage.kb) == (True, "税法", str(kb.path))
    assert kb.search("lamp").passages == ()
    assert kb.search("nothing of that kind", spans="wide").passages == ()
    with pytest.raises(InvalidOption, match="sharp"):
        kb.search("lamp", spans="sharp")


def test_passages_keep_to_a_budget(kb, files):
    kb.add([files(a=TEXT + " The lamp costs nine coins. It is bright. " + TEXT)])
    for budget in (10, 100, 1000):
        for mode in (None, "wide"):
            found = kb.search("lamp coins theme", 5, spans=mode, budget_chars=budget).passages
            assert sum(len(passage.text) for passage in found) <= budget
    assert "nine coins" in kb.search("lamp coins", budget_chars=100).passages[0].text
    assert len(kb.search("common theme", budget_chars=3000).passages[0].text) > 200
    with pytest.raises(InvalidOption, match="budget_chars"):
        kb.search("lamp", budget_chars=0)


def test_passages_hold_nothing_that_a_filter_holds_back(kb):
    sections = [
        {"text": f"Lamp number {n} costs {n} coins at the market.", "kind": "paragraph"} for n in range(9)
    ]
    kb.add(cw.Document.from_sections(sections, id="lamps"), "general", delimiter="`\n`", max_tokens=16)
    wanted = [hit.chunk for hit in kb.search("lamp coins", 9) if int(hit.chunk.text.split()[2]) % 2]
    assert len(wanted) == 4
    where = {"document_id": "none"}
    assert kb.search("lamp coins", 9, where=where, spans="wide").passages == ()


def test_of_equal_passages_one_is_kept(kb):
    kb.add([cw.Document.from_text("The lamp costs nine coins in the shop.", name) for name in "abc"])
    assert len(kb.search("lamp coins", spans="wide").passages) == 1


def test_passages_of_rows_are_in_the_form_of_rows(kb, files):
    kb.add([files(**{"t.csv": "name,price\nlamp,30\nrug,75\n"})], "table")
    (passage,) = kb.search("price of the lamp", 1, spans="focused").passages
    assert passage.text == "name: lamp\nprice: 30"


def test_vectors_and_passages(tmp_path, files):
    with cw.open_kb(tmp_path / "v.kb", create=True, embedder=WordEmbedder()) as kb:
        kb.add(
            [files(a="Apples are red. " + TEXT, b="Bananas are yellow and long.")], "recursive", max_tokens=30
        )
        for mode in ("hybrid", "dense"):
            hits = kb.search("red apples", mode=mode, spans="focused", budget_chars=500)
            assert hits.passages[0].text.startswith("Apples are red.")


def test_a_reranker_has_the_last_word(kb, files):
    kb.add([files(a="Lamps.", b="Lamps are bright.", c="Lamps are bright in the evening.")])
    asked = []

    def by_length(query, texts):
        asked.append((query, list(texts)))
        return [len(text) for text in texts]

    first = kb.search("lamps", 3)
    hits = kb.search("lamps", 2, rerank=by_length)
    assert [hit.chunk.document_id for hit in hits] == ["c.md", "b.md"]
    assert [hit.score for hit in hits] == [hit.parts["rerank"] for hit in hits] == [32.0, 17.0]
    assert asked == [("lamps", [hit.chunk.content for hit in first])]
    assert "rerank" in hits.times
    assert len(kb.search("lamps", 3, rerank=by_length, rerank_top=1)) == 3


def test_a_failing_reranker_degrades_the_search(kb, files):
    kb.add([files(a="Lamps are bright.", b="Lamps.")])
    plain = kb.search("lamps", 2)
    hits = kb.search("lamps", 2, rerank=lambda query, texts: [1.0])
    assert list(hits) == list(plain)
    assert "Not reranked: 1 scores for 2 texts" in hits.warnings[0]
    with pytest.raises(InvalidOption, match="no reranker"):
        kb.search("lamps", rerank=3)


def test_terms_are_counted_over_the_head_whatever_was_done(kb, files):
    docs = files(a=LAW, b=TEXT, c="Lamps are bright.\n\nLamps are red.")
    kb.add([docs], "laws")
    files(a=LAW.replace("罚款", "罚金"), b=None, d="Lamps.")
    kb.add([docs], "laws", prune=True)
    kb.add([docs / "c.md"], "one")
    kb.remove("d.md")
    counted = Counter()
    for info in kb.documents():
        count_terms(kb._base.revisions.units_of(info.id, kb.head_seq), counted)
    rows = kb._base.catalogue.connection.execute("SELECT term, units FROM term WHERE units != 0")
    assert dict(rows) == dict(counted)
    assert (counted["lamp"], counted["topic17"], counted["罚金"] > 0) == (2, 0, True)


def test_what_all_candidates_have_counts_by_how_rare_it_is(kb):
    rare = cw.Document.from_text("The lamp of the road is here.", "rare")
    common = [
        cw.Document.from_text(f"The road number {n} is here and the road is long.", f"c{n}")
        for n in range(60)
    ]
    lamps = [cw.Document.from_text(f"Item {n} says nothing of it.", f"i{n}") for n in range(60)]
    kb.add([rare, *common, *lamps])
    shares = {share.term: share.score for share in kb.search("lamp road", 1)[0].shares}
    assert shares["lamp"] > 3 * shares["road"]
