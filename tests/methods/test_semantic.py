"""``semantic``: the four rules against numbers worked out by hand, the partition against all of them."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.text.breakpoints import (
    RULES,
    best_partition,
    breaks,
    gradient,
    neighbour_distances,
    percentile,
    unit,
)

DISTANCES = [0.10, 0.20, 0.15, 0.90, 0.12, 0.18, 0.60, 0.11]
# Sorted: .10 .11 .12 .15 .18 .20 .60 .90; mean .295; deviation .26940...; quartiles .1175 and .30.
LAMPS = ["The lamp has a red bulb. ", "A broken bulb of the lamp is replaced. ", "No lamp without a bulb. "]
ROADS = ["The road is long and muddy. ", "Rain makes the road muddy. ", "Carts get stuck on a muddy road. "]


@pytest.mark.parametrize(
    ("rule", "amount", "found"),
    [
        ("percentile", 95, [3]),  # place 6.65 of 7: .60 + .65 * .30 = .795
        ("percentile", 80, [3, 6]),  # place 5.6: .20 + .6 * .40 = .44
        ("percentile", 100, []),
        ("percentile", 0, [1, 2, 3, 4, 5, 6, 7]),
        ("standard_deviation", 3, []),  # .295 + 3 * .2694 = 1.103
        ("standard_deviation", 1, [3, 6]),  # .5644
        ("standard_deviation", 2, [3]),  # .8338
        ("interquartile", 1.5, [3, 6]),  # .295 + 1.5 * .1825 = .56875
        ("interquartile", 3, [3]),  # .8425
        # Gradients: .10 .025 .35 -.015 -.36 .24 -.035 -.49; at 95 %: place 6.65: .24 + .65 * .11 = .3115.
        ("gradient", 95, [2]),
        ("gradient", 80, [2, 5]),  # place 5.6: .10 + .6 * .14 = .184
    ],
)
def test_kamradts_rules(rule, amount, found):
    assert breaks(DISTANCES, rule, amount) == found


def test_the_numbers_behind_the_rules():
    assert [round(value, 6) for value in gradient(DISTANCES)] == [
        0.1,
        0.025,
        0.35,
        -0.015,
        -0.36,
        0.24,
        -0.035,
        -0.49,
    ]
    assert percentile(DISTANCES, 25) == pytest.approx(0.1175)
    assert percentile(DISTANCES, 75) == pytest.approx(0.30)
    assert (percentile([7], 95), gradient([7]), breaks([], "percentile", 95)) == (7, [0.0], [])
    assert neighbour_distances([[1, 0], [1, 1], [0, 0]]) == pytest.approx([1 - 0.5**0.5, 1])


def test_the_same_as_numpy():
    numpy = pytest.importorskip("numpy")
    for values in (DISTANCES, [0.3, 0.1], [1.0] * 5):
        assert gradient(values) == pytest.approx(list(numpy.gradient(values)))
        for percent in (0, 5, 50, 95, 100):
            assert percentile(values, percent) == pytest.approx(numpy.percentile(values, percent))


vectors = st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=7)


@given(vectors, st.sampled_from([2, 4, None]), st.sampled_from([0.0, 0.3, 0.9]))
def test_the_partition_is_the_best_of_all(found, most, amount):
    units = [unit(vector) for vector in found]
    count = len(units)

    def cosine(a, b):
        return sum(x * y for x, y in zip(units[a], units[b], strict=True))

    near = [cosine(a, b) for a, b in combinations(range(count), 2) if most is None or b - a < most]
    if not near:
        return
    level = sum(near) / len(near)
    level += (1 - level) * amount

    def reward(cuts):
        places = [0, *cuts, count]
        pairs = [p for a, b in pairwise(places) for p in combinations(range(a, b), 2)]
        if most is not None and any(b - a > most for a, b in pairwise(places)):
            return float("-inf")
        return sum(cosine(*pair) - level for pair in pairs)

    best = max(reward(cuts) for n in range(count) for cuts in combinations(range(1, count), n))
    assert reward(best_partition(found, [1] * count, most, amount)) == pytest.approx(best)


@pytest.mark.parametrize("rule", RULES)
def test_two_topics(rule):
    text = "".join(LAMPS + ROADS).strip()
    amount = {"standard_deviation": 1, "interquartile": 0.5, "gradient": 80}.get(rule)
    chunking = cw.chunk_text(text, "semantic", rule=rule, amount=amount, buffer_sentences=0)
    assert "".join(LAMPS).strip() in [chunk.text for chunk in chunking] or rule == "gradient"
    assert chunking[-1].text.endswith("on a muddy road.")
    assert {chunk.reason.begins for chunk in chunking[1:]} == {"topic"}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    "text", ["", "One sentence.", "One. Two.", "One.\n\nTwo.", "。", "a" * 5000, "x. " * 3000]
)
def test_short_and_long_texts(rule, text):
    chunking = cw.chunk_text(text, "semantic", rule=rule, max_tokens=50)
    assert all(chunk.tokens <= 50 for chunk in chunking)
    assert "".join("".join(chunk.text for chunk in chunking).split()) == "".join(text.split())


def test_an_embedder_of_ones_own():
    class Parity:
        name, max_tokens, counter = "parity", None, None

        def embed(self, texts):
            self.asked = [*getattr(self, "asked", []), list(texts)]
            return [[1.0, 0.0] if "even" in text else [0.0, 1.0] for text in texts]

        def embed_query(self, text):
            return self.embed([text])[0]

    embedder = Parity()
    text = "One is odd. Three is odd. Two is even. Four is even. Six is even."
    chunking = cw.chunk_text(text, "semantic", embedder=embedder, buffer_sentences=0, amount=90)
    assert [chunk.text for chunk in chunking] == [
        "One is odd. Three is odd.",
        "Two is even. Four is even. Six is even.",
    ]
    assert len(embedder.asked) == 1
    assert chunking.settings["embedder"] == "parity"
    cw.chunk_text("One. Two. Three.", "semantic", embedder=embedder, buffer_sentences=1)
    assert embedder.asked[-1] == ["One. Two.", "One. Two. Three.", "Two. Three."]


def test_real_weights(tmp_path):
    from real_models import minilm_folder

    text = (
        "Breakfast is served from seven. Coffee and eggs cost nothing. Guests may eat on the terrace. "
        "The engine starts with a key. Fuel is filled in at the back. Change the oil every year."
    )
    spec = f"onnx:{minilm_folder(tmp_path / 'minilm')}"
    chunking = cw.chunk_text(text, "semantic", embedder=spec, rule="dynamic", buffer_sentences=0)
    assert [chunk.text[:9] for chunk in chunking] == ["Breakfast", "The engin"]


def test_wrong_values():
    for options in (
        {"rule": "kamradt"},
        {"amount": 101},
        {"rule": "dynamic", "amount": 2},
        {"buffer_sentences": -1},
    ):
        with pytest.raises(cw.InvalidOption):
            cw.chunk_text("One. Two.", "semantic", **options)
    with pytest.raises(cw.UnknownName, match="embedder"):
        cw.chunk_text("One. Two.", "semantic", embedder="nosuch:x")
