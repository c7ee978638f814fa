"""``topic``: where the words change; measured by Pk on sections of an encyclopaedia."""

from __future__ import annotations

import random
import re
from bisect import bisect_right

import pytest
from real_models import minilm_folder

import chunkwise as cw
from chunkwise.embed.spec import load_embedder
from chunkwise.text.cohesion import content_words, topic_cuts
from chunkwise.text.sentences import sentence_ends

LAMPS = ["The lamp has a red bulb. ", "A broken bulb of the lamp is replaced. ", "No lamp without a bulb. "]
ROADS = ["The road is long and muddy. ", "Rain makes the road muddy. ", "Carts get stuck on a muddy road. "]
TEA = ["绿茶产于浙江的茶园。", "茶园里的绿茶在春天采摘。", "绿茶用热水冲泡。"]
TRAINS = ["火车从车站出发。", "车站里停着三列火车。", "火车的车票在车站出售。"]


def pk(reference, guess):
    """Beeferman, Berger, Lafferty 1999: how often two places half a segment apart are judged wrongly."""
    half = max(1, round(len(reference) / len(set(reference)) / 2))
    pairs = range(len(reference) - half)
    wrong = sum((reference[i] == reference[i + half]) != (guess[i] == guess[i + half]) for i in pairs)
    return wrong / len(pairs)


def measured(sections, joiner, **options):
    """Pk of the method, and of as many even pieces, sentence by sentence."""
    text = joiner.join(sections)
    ends = [*sentence_ends(text), len(text)]
    bounds = [0]
    for section in sections:
        bounds.append(bounds[-1] + len(section) + len(joiner))
    chunking = cw.chunk_text(text, "topic", **options)
    starts = [chunk.spans[0].start for chunk in chunking]
    reference, guess = ([bisect_right(places, end - 1) for end in ends] for places in (bounds[1:], starts))
    even = [at * len(starts) // len(ends) for at in range(len(ends))]
    return pk(reference, guess), pk(reference, even)


@pytest.fixture(scope="module")
def sections(shared):
    path = shared / "data" / "chroma" / "wikitexts.md"
    if not path.is_file():
        pytest.skip("no encyclopaedia in the shared folder")
    found = [[]]
    for line in path.read_text("utf-8").split("\n"):
        if re.fullmatch(r"(= )+.*( =)+", line.strip()):
            found.append([])
        elif line.strip():
            found[-1].append(line.strip())
    return [paragraphs for paragraphs in found if len(list(sentence_ends(" ".join(paragraphs)))) > 2]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("joiner", ["\n\n", " "])
def test_sections_are_told_apart(sections, seed, joiner):
    mixed = random.Random(seed).sample(sections, len(sections))
    ours, even = measured([joiner.join(paragraphs) for paragraphs in mixed], joiner)
    assert ours <= 0.30 < even


def test_sections_of_one_article_in_a_row_are_harder(sections):
    ours, even = measured(["\n\n".join(paragraphs) for paragraphs in sections], "\n\n")
    assert ours <= 0.36 < even


class Answers:
    """An embedder that knows two meanings: it finds lamps and bulbs on one side, all else on the other."""

    name, dimensions, max_tokens = "answers", 2, None
    counter = None
    asked = 0

    def embed(self, texts):
        self.asked += 1
        return [[1.0, 0.1] if re.search("lamp|bulb|light|glow", text) else [0.1, 1.0] for text in texts]

    def embed_query(self, text):
        return self.embed([text])[0]


def test_an_embedder_hears_what_words_do_not_say():
    first = ["A bulb burns out. ", "Any lamp can be lit. "]
    second = [
        "Mud is soft. ",
        "Carts get stuck. ",
        "Rain fell all day. ",
        "Stones are heavy. ",
        "Hens lay eggs. ",
    ]
    text = "".join(first + second).strip()
    assert cw.chunk_text(text, "topic")[0].text != "".join(first).strip()
    embedder = Answers()
    chunking = cw.chunk_text(text, "topic", embedder=embedder, min_tokens=0)
    assert [chunk.text for chunk in chunking] == ["".join(first).strip(), "".join(second).strip()]
    assert embedder.asked == 1
    assert chunking.settings["embedder"] == "answers"
    assert cw.chunk_text(text, "topic", embedder="none").settings["embedder"] is None


def test_a_real_embedder_tells_sections_of_one_paragraph_better_apart(sections, tmp_path):
    embedder = load_embedder(f"onnx:{minilm_folder(tmp_path / 'minilm')}")
    mixed = [" ".join(paragraphs) for paragraphs in random.Random(0).sample(sections, 20)]
    words, _ = measured(mixed, " ")
    both, _ = measured(mixed, " ", embedder=embedder)
    assert both < words


def test_no_topic_is_a_crumb():
    text = "CHAPTER I\n\n" + "".join(LAMPS) + "\n\nOh!\n\n" + "".join(ROADS)
    assert min(chunk.tokens for chunk in cw.chunk_text(text, "topic", min_tokens=0)) < 8
    assert min(chunk.tokens for chunk in cw.chunk_text(text, "topic")) >= 16
    assert max(chunk.tokens for chunk in cw.chunk_text(text, "topic", max_tokens=8)) <= 8
    with pytest.raises(cw.InvalidOption, match="min_tokens"):
        cw.chunker("topic", min_tokens=-1)


@pytest.mark.parametrize("method", ["topic", "semantic"])
def test_a_fence_is_one_sentence(method):
    fence = "```bash\n# One. Two.\nhelm upgrade\n\nkubectl get pods\n\n# Three. 四。五。\nls\n```"
    text = f"# Runbook\n\nDeploy it. Watch it.\n\n{fence}\n\n{''.join(LAMPS)}\n"
    chunking = cw.chunk(cw.parse(text.encode(), media_type="text/markdown"), method)
    assert sum(fence in chunk.text for chunk in chunking) == 1
    small = cw.chunk(cw.parse(text.encode(), media_type="text/markdown"), method, max_tokens=12)
    assert max(chunk.tokens for chunk in small) <= 12


@pytest.mark.parametrize(("first", "second"), [(LAMPS, ROADS), (TEA, TRAINS)])
def test_two_topics_in_one_paragraph(first, second):
    text = "".join(first * 2 + second * 2).strip()
    chunking = cw.chunk_text(text, "topic")
    assert [chunk.text for chunk in chunking] == ["".join(first * 2).strip(), "".join(second * 2).strip()]
    assert [chunk.reason.begins for chunk in chunking] == ["document", "topic"]
    assert chunking[0].reason.ends == "topic"


def test_a_topic_is_never_longer_than_the_cap():
    text = "".join(LAMPS * 40)
    chunking = cw.chunk_text(text, "topic", max_tokens=60)
    assert max(chunk.tokens for chunk in chunking) <= 60
    assert len(cw.chunk_text(text, "topic", max_tokens=None)) == 2  # a hundred sentences at most
    assert max(len(chunk.text) for chunk in cw.chunk_text(text, "topic", max_chars=200)) <= 200


def test_headings_and_tables_keep_their_chunks():
    text = f"# Lamps\n\n{''.join(LAMPS)}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n# Roads\n\n{''.join(ROADS)}\n"
    document = cw.parse(text.encode(), media_type="text/markdown")
    chunking = cw.chunk(document, "topic")
    assert [(chunk.kind, chunk.heading_path) for chunk in chunking] == [
        ("text", ("Lamps",)), ("table", ("Lamps",)), ("text", ("Roads",)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "a" * 300_000,
        "  \n" * 100_000,
        "." * 200_000,
        "中" * 300_000,
        "x. " * 60_000,
        "One two three. " * 4_000,
    ],
)
def test_hostile_texts_take_linear_work(text):
    class Words(list):
        taken = 0

        def __iter__(self):
            Words.taken += len(self)
            return super().__iter__()

    sentences = [Words(content_words(text[:200])) for _ in range(1000)]
    topic_cuts(sentences, [10] * 1000, 300, set())
    assert Words.taken <= 32 * sum(map(len, sentences))
    chunking = cw.chunk_text(text, "topic", max_tokens=100)
    assert all(chunk.tokens <= 100 for chunk in chunking)
    assert sum(len(chunk.text.replace(" ", "")) for chunk in chunking) >= len("".join(text.split())) * 0.99
