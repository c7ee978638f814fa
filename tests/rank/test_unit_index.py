"""The index of sentence units: what is found, in which order, and why."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_by_definition import by_definition

from chunkwise.model.document import Document
from chunkwise.rank.analysed import analysed_text
from chunkwise.rank.kernel import DEFAULT, KernelSettings, damping, idf, saturated
from chunkwise.rank.unit_index import UnitIndex
from chunkwise.testing.strategies import texts
from chunkwise.text.terms import query_terms, text_terms
from chunkwise.text.units import text_units

WORDS = [
    "tax",
    "interest",
    "court",
    "appeal",
    "notice",
    "refund",
    "税务",
    "机关",
    "处罚",
    "决定",
    "申请",
    "复议",
]


def sentence(rng):
    words = [rng.choice(WORDS) for _ in range(rng.randint(5, 9))]
    return "It says " + " and ".join(words) + "."


def document(seed, sentences=40, headings=True):
    rng = random.Random(seed)
    parts = []
    for at in range(sentences):
        if headings and at % 11 == 0:
            parts.append(f"\n{'=' * (1 + at // 11 % 2)} {rng.choice(WORDS)} {'=' * (1 + at // 11 % 2)}\n")
        parts.append(sentence(rng) + rng.choice((" ", "\n")))
    return "".join(parts)


def score_by_definition(documents, query):
    """{(document, unit): score}, from the formula alone."""
    analysed = [analysed_text(text) for text in documents]
    everything = [(number, unit) for number, text in enumerate(analysed) for unit in range(len(text.units))]
    lengths = {}
    for number, text in enumerate(analysed):
        paragraphs = [unit.paragraph for unit in text.units]
        for unit in range(len(text.units)):
            counts = [len(terms) for terms in text.terms]
            lengths[number, unit] = by_definition(counts, paragraphs, unit, DEFAULT)
    average = sum(lengths.values()) / len(lengths)
    scores = {}
    for number, unit in everything:
        text = analysed[number]
        paragraphs = [one.paragraph for one in text.units]
        total = 0.0
        for term in query_terms(query):
            containing = sum(term in terms for each in analysed for terms in each.terms)
            counts = [terms.count(term) for terms in text.terms]
            count = by_definition(counts, paragraphs, unit, DEFAULT)
            count += DEFAULT.path * text.path_terms[unit].count(term)
            if count:
                gain = idf(len(everything), containing)
                total += gain * saturated(count, damping(lengths[number, unit], average))
        if total:
            scores[number, unit] = total * (DEFAULT.heading if text.units[unit].heading else 1.0)
    return scores


@given(st.integers(0, 200), st.lists(st.sampled_from([*WORDS, "nothing"]), min_size=1, max_size=4))
def test_scores_are_those_of_the_formula(seed, words):
    documents = [document(seed, 30), document(seed + 1, 12)]
    query = " ".join(words)
    expected = score_by_definition(documents, query)
    found = UnitIndex.of(documents).search(query, limit=1000)
    for one in found:
        assert one.score == pytest.approx(expected.pop((one.document, one.unit)))
    texts = {one.span.of(documents[one.document]) for one in found}
    assert all(_text(documents, place) in texts for place in expected)  # later copies alone are left out
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)


def _text(documents, place):
    text = documents[place[0]]
    return analysed_text(text).units[place[1]].span.of(text)


def test_two_stages_find_the_same_with_the_same_scores():
    documents = [document(seed, 300) for seed in range(9)]
    rng = random.Random(5)
    for number, text in enumerate(documents):
        documents[number] = (
            text + f"The levy of region r{number} is paid in kind, with barley or with salt.\n"
        )
    exact, staged = UnitIndex.of(documents, exact_below=10**9), UnitIndex.of(documents, exact_below=1)
    assert exact._blocks is None
    assert staged._blocks is not None
    for _ in range(20):
        query = f"levy r{rng.randrange(9)} barley"
        one, other = exact.search(query, limit=10), staged.search(query, limit=10)
        assert one == other
    scores = {(one.document, one.unit): one.score for one in exact.search("tax appeal", limit=10_000)}
    for one in staged.search("tax appeal", limit=50):
        assert scores[one.document, one.unit] == one.score


def test_a_sentence_is_found_by_the_words_around_it():
    text = (
        "The harbour office collects the fees of every ship. Whoever pays late owes more than that. "
        "There are cats in the street and they are asleep. There are dogs in the yard and they bark."
    )
    found = UnitIndex.of([text]).search("harbour fees late")
    assert [one.unit for one in found[:2]] == [0, 1]
    assert found[1].score > found[2].score > found[3].score


def test_headings_above_are_a_field():
    text = "= Refunds =\nThe office decides in ten days.\n\n= Fines =\nThe office decides in nine days."
    index = UnitIndex.of([text])
    assert index.search("When does the office decide on refunds?")[0].span.of(text).endswith("ten days.")
    assert index.search("When does the office decide on fines?")[0].span.of(text).endswith("nine days.")


def test_of_equal_sentences_the_first_is_kept():
    text = "The fee is nine crowns a year for everyone."
    found = UnitIndex.of([text, "Something else is said in this place.", text]).search("fee of nine crowns")
    assert [(one.document, one.unit) for one in found] == [(0, 0)]


def test_equal_scores_come_in_reading_order():
    documents = [f"The fee is nine crowns for {name}." for name in ("Ann", "Bob", "Eve")]
    assert [one.document for one in UnitIndex.of(documents).search("crowns")] == [0, 1, 2]


def test_chinese_questions_find_their_sentence():
    text = (
        "纳税人未按照规定期限缴纳税款的，从滞纳税款之日起，按日加收滞纳税款万分之五的滞纳金。\n"
        "税务机关应当自收到申请之日起三十日内作出决定，并书面通知申请人。\n"
        "本法自公布之日起施行，具体办法由国务院财政部门另行规定。"
    )
    for chinese in ("pairs", "auto"):
        index = UnitIndex.of([text], chinese=chinese)
        assert index.search("滞纳金怎么计算？")[0].unit == 0
        assert index.search("什么时候作出决定？")[0].unit == 1


def test_explain_says_which_terms_and_from_where():
    text = (
        "= Harbour fees =\nShips pay fees in the first week of a year. Whoever pays late owes more than that."
    )
    index = UnitIndex.of([text])
    found = index.search("late harbour fees")
    for one in found:
        shares = index.explain("late harbour fees", one)
        assert sum(share.score for share in shares) == pytest.approx(one.score)
    last = next(one for one in found if one.unit == 2)
    by_term = {share.term: share for share in index.explain("late harbour fees", last)}
    assert by_term["late"].sources[0] == (0, 1.0)
    assert [distance for distance, _ in by_term["fee"].sources] == [-1, -2]
    assert by_term["harbour"].path == DEFAULT.path


def test_weights_of_terms_are_weights_of_shares():
    index = UnitIndex.of(["The levy is nine crowns a year.", "The tax is nine crowns a year."])
    plain = {one.document: one.score for one in index.search_terms({"levi": 1.0, "tax": 1.0})}
    light = {one.document: one.score for one in index.search_terms({"levi": 0.5, "tax": 1.0})}
    assert light[0] == pytest.approx(plain[0] / 2)
    assert light[1] == plain[1]


@given(st.lists(texts, max_size=4), texts)
def test_any_text_can_be_indexed_and_asked(documents, query):
    found = UnitIndex.of(documents).search(query, limit=5)
    assert len(found) <= 5
    for one in found:
        own = one.span.of(documents[one.document])
        assert own.strip() == own != ""
    everything = {
        term for text in documents for unit in text_units(text) for term in text_terms(unit.span.of(text))
    }
    assert bool(found) == bool(set(query_terms(query)) & everything)


def test_nothing_to_find():
    assert UnitIndex.of([]).search("tax") == []
    assert UnitIndex.of(["", "\n"]).search("tax") == []
    assert UnitIndex.of(["A text about tax and law."]).search("the of and") == []


def test_documents_and_texts_are_read_alike():
    text = document(3)
    one = UnitIndex.of([text]).search("tax appeal")
    assert UnitIndex.of([Document.from_text(text)]).search("tax appeal") == one


def test_an_analysed_text_is_kept_apart_from_its_index():
    text = analysed_text(document(4))
    copy = pickle.loads(pickle.dumps(text))
    assert copy == text
    assert UnitIndex([copy]).search("tax refund") == UnitIndex([text]).search("tax refund")


def test_other_constants_are_taken():
    text = "Ships pay fees here on the first of May. Whoever pays late owes more than that to us."
    index = UnitIndex.of([text], KernelSettings(leak=0.0))
    assert [one.unit for one in index.search("fees")] == [0]
