"""Pictures of which nothing can be read stay with the text around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.testing.strategies import Part, assemble

ENGLISH = "The duck is a water bird. It swims on ponds and lakes. It eats grass."
CHINESE = "鸭子是一种水禽。它在池塘和湖泊里游泳。它吃草。"
METHODS = ["general", "recursive", "sentence", "character", "token", "html_header", "markdown", "manual",
           "paper", "html_section", "topic", "semantic"]  # fmt: skip


def page(*texts: str):
    """A document of paragraphs; an empty text is a picture without one."""
    return assemble([Part("paragraph", text) if text else Part("figure", "") for text in texts])


def only_pictures(chunk) -> bool:
    return not chunk.text.replace("[image]", "").strip()


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
@pytest.mark.parametrize("method", METHODS)
def test_a_picture_without_text_is_part_of_the_text_around(method, text):
    document = page(text, "", text, text, "", "", text, "")
    chunking = cw.chunk(document, method, max_tokens=60)
    assert broken_laws(chunking) == []
    assert {chunk.kind for chunk in chunking} == {"text"}
    assert not any(map(only_pictures, chunking))
    media = [image for chunk in chunking for image in chunk.media]
    assert media == ["#image1", "#image4", "#image5", "#image7"]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
@pytest.mark.parametrize("cap", range(28, 60, 2))
@pytest.mark.parametrize("shape", [("", "T"), ("T", ""), ("T", "", "T"), ("T", "", "", "T", "")])
def test_no_cap_cuts_it_off(text, cap, shape):
    document = page(*(text if part else "" for part in shape))
    for method in ("recursive", "html_header", "general"):
        chunking = cw.chunk(document, method, max_tokens=cap)
        assert broken_laws(chunking) == []
        assert not any(map(only_pictures, chunking)), [chunk.text for chunk in chunking]


@pytest.mark.parametrize("text", [ENGLISH, CHINESE])
def test_delimiters_and_topics_do_not_cut_it_off(text):
    document = page(text, "", text)
    chunking = cw.chunk(document, "general", delimiter_mode="delimiter", delimiter="\n.。")
    assert broken_laws(chunking) == []
    assert len(chunking) > 4
    assert not any(map(only_pictures, chunking))
    assert [chunk.media for chunk in chunking if "[image]" in chunk.text] == [("#image1",)]


def test_what_can_be_read_and_what_stands_alone_is_a_picture_as_before():
    document = assemble(
        [
            Part("heading", "Birds", 1),
            Part("figure", ""),
            Part("heading", "Ducks", 1),
            Part("paragraph", "They swim."),
            Part("figure", "a duck"),
            Part("figure", ""),
            Part("caption", "Figure 1: a duck"),
            Part("figure", ""),
        ]
    )
    chunking = cw.chunk(document, "recursive")
    assert broken_laws(chunking) == []
    assert [(chunk.kind, chunk.text, chunk.media) for chunk in chunking] == [
        ("image", "[image]", ("#image1",)),
        ("text", "They swim.", ()),
        ("image", "a duck", ("#image4",)),
        ("image", "[image]", ("#image5",)),
        ("image", "Figure 1: a duck\n[image]", ("#image7",)),
    ]


def test_markdown_pictures_without_alternative_text():
    text = f"# Ducks\n\n{ENGLISH}\n\n![](duck.png)\n\n{CHINESE}\n\n![a duck](duck.png)\n"
    chunking = cw.chunk_text(text, "markdown", max_tokens=60)
    assert broken_laws(chunking) == []
    assert [chunk.kind for chunk in chunking if "![](" in chunk.text] == ["text"]
    assert [chunk.text for chunk in chunking if chunk.kind == "image"] == ["![a duck](duck.png)"]


def test_code_below_a_picture_stays_whole():
    text = f"{ENGLISH}\n\n![](a.png)\n\n```\nx = 1\n\ny = 2\n```\n\n{ENGLISH}\n"
    chunking = cw.chunk_text(text, "markdown", max_tokens=30)
    assert broken_laws(chunking) == []
    assert any("![](a.png)\n\n```\nx = 1\n\ny = 2\n```" in chunk.text for chunk in chunking)


@given(
    st.lists(
        st.sampled_from(["", "One. Two three.", "一。二三四五六。", "e\u0301e\u0301 👩‍👩‍👧", "a" * 50]),
        max_size=8,
    ),
    st.sampled_from(["recursive", "general", "topic", "token", "manual"]),
    st.sampled_from([3, 8, 20, 40]),
)
def test_the_laws_hold(texts, method, cap):
    assert broken_laws(cw.chunk(page(*texts), method, max_tokens=cap)) == []


def test_a_real_page(shared):
    file = shared / "data/docs/html/wiki_duck.html"
    if not file.is_file():
        pytest.skip("the page is not there")
    chunking = cw.chunk(file, "html_header", max_tokens=300)
    assert sum(map(only_pictures, chunking)) == 1  # it stands between two tables
