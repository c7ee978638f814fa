"""Places to cut at inside a window."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.testing.laws import broken_laws
from chunkwise.text.boundaries import last_letter
from chunkwise.text.graphemes import last_grapheme_end

FIRST = "เแโใไເແໂໃໄ"
THAI = "ประเทศไทยเป็นประเทศที่ตั้งอยู่ในทวีปเอเชียและมีเมืองหลวงชื่อกรุงเทพมหานคร"
LAO = "ປະເທດລາວເປັນປະເທດທີ່ຕັ້ງຢູ່ໃນທະວີບອາຊີແລະມີເມືອງຫຼວງຊື່ວຽງຈັນ"


@pytest.mark.parametrize(
    ("text", "high", "place"),
    [
        ("ประเทศ", 4, 3),  # not behind the vowel that ท is read with
        ("ประเทศ", 5, 5),
        ("ແລະ", 1, 1),  # nothing else is in the window
        ("กเแโข", 4, 1),
        ("คนเ", 3, 3),  # the end of the text
        ("English", 4, 4),
        ("中文文字", 3, 3),
        ("e\u0301e\u0301", 3, 2),
    ],
)
def test_the_last_letter(text, high, place):
    assert last_letter(text, 0, high) == place


@given(st.text(st.sampled_from(FIRST + "กขคະລ中e\u0301่็ \n👩‍🇩🇪"), min_size=1, max_size=30), st.data())
def test_it_is_between_clusters_and_behind_no_such_vowel_where_another_place_is(text, data):
    high = data.draw(st.integers(1, len(text)))
    places = [place for place in range(1, high + 1) if last_grapheme_end(text, 0, place) == place]
    good = [place for place in places if place == len(text) or text[place - 1] not in FIRST]
    expected = max(good or places, default=-1)
    assert last_letter(text, 0, high) == expected


@pytest.mark.parametrize("text", [THAI, LAO, f"The name is {THAI} here. 名字是{LAO}。"])
@pytest.mark.parametrize("method", ["recursive", "general", "sentence", "token", "markdown"])
@pytest.mark.parametrize("cap", [9, 12, 17, 23])
def test_no_chunk_ends_with_a_vowel_that_is_written_first(text, method, cap):
    chunking = cw.chunk_text(text * 3, method, max_chars=cap)
    assert broken_laws(chunking) == []
    assert len(chunking) > 5
    assert [chunk.text for chunk in chunking if chunk.text[-1] in FIRST] == []


def test_a_text_of_such_vowels_costs_what_it_is_long():
    text = "เ" * 300_000
    chunking = cw.chunk_text(text, "recursive", max_chars=1000)
    assert len(chunking) == 300
