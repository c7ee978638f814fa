"""Sentence and clause ends: hand-marked texts, guards one by one, laws, cost on hostile text.

The files in ``data_sentences`` were marked by hand, before the code was run on them, with ⏎ after
each sentence. Rules of marking: a quotation and its reporting clause are one sentence; sentences
inside a quotation are marked; a Chinese ； ends one and an English ; does not; an item's number
belongs to the item.
"""

from __future__ import annotations

import re
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkwise.text.sentences as module
from chunkwise.text.sentences import (
    first_sentence_end,
    last_clause_end,
    last_sentence_end,
    sentence_ends,
    sentences,
)

DATA = Path(__file__).parent / "data_sentences"
SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def marked(language: str) -> tuple[str, set[int]]:
    """The text of a language's files and the offsets of its marked sentence ends."""
    raw = "\n\n".join(path.read_text(encoding="utf-8") for path in sorted(DATA.glob(f"{language}*.txt")))
    pieces = raw.split("⏎")
    ends, offset = set(), 0
    for piece in pieces[:-1]:
        offset += len(piece)
        ends.add(offset)
    return "".join(pieces), ends


def at_blank_lines(text: str) -> set[int]:
    return {match.start() for match in re.finditer(r"\s*\n\s*\n|\s*\Z", text)}


def f1(found: set[int], gold: set[int]) -> float:
    return 2 * len(found & gold) / (len(found) + len(gold))


def cut(text: str, newlines: bool = False) -> list[str]:
    return [span.of(text) for span in sentences(text, newlines=newlines)]


@pytest.mark.parametrize(
    ("language", "least", "size"),
    [
        ("en", 0.98, 150),
        ("zh", 0.98, 150),
        ("ja", 0.95, 40),
        ("ko", 0.95, 40),
        ("ar", 0.95, 40),
        ("hi", 0.95, 40),
    ],
)
def test_agrees_with_the_hand_marked_texts(language: str, least: float, size: int) -> None:
    text, gold = marked(language)
    assert len(gold) >= size
    # The ends at blank lines are given away: leave them out.
    easy = at_blank_lines(text)
    found, gold = set(sentence_ends(text)) - easy, gold - easy
    assert f1(found, gold) >= least, sorted(text[end - 20 : end] for end in found ^ gold)


@pytest.mark.parametrize(
    "one",
    [
        "Mr. Smith and Dr. Lee met Prof. Wu.",
        "It works, e.g. in tests, i.e. here, etc. and so on.",
        "Smith vs. Jones went to the U.S. Supreme Court at 9 a.m. on Monday.",
        "See No. 5, Fig. 3, pp. 4-7 and Sec. II of Vol. IV.",
        "Acme Inc. and Fjord Co. Ltd. merged in Sept. 2020.",
        "J. R. R. Tolkien met C. S. Lewis.",
        "Pi is 3.14 and v2.0.1 is out.",
        "Open a.txt, see https://example.com/a.b?c=d.e or mail a.b@c.de now.",
        "Well... maybe not... said he.",
        "I... I do not know.",
        "“Why?” he asked.",
        "“Stop!” Pierre shouted.",
        "He teaches (he was an engineer.) at school.",
        "Finance by Yahoo! Inc. is free.",
        "We met in St. Petersburg with Gov. Marsh.",
        "1. Open the box now",
        "3.1.2. Scope of this part",
        "Section 3. Term and renewal",
        "a. The first of them",
        "The treaty covers [...] all of them.",
        "First part; second part.",
        "「行こう。」と言った。",
        "「出てこい！」という声が聞こえた。",
        "映画『どうする？』は話題作だった。",
        '"집에 가자."라고 말했다.',
        "2024. 3. 15. 접수되었다.",
        "我……我不知道。",
        "一起去看《摔跤吧！爸爸》好吗？",
        "“你好！”他笑着说。",
        "他高呼“万岁！”后倒下。",
        "他（真倒霉！）又迟到了。",
        "版本3.14和文件a.txt都在www.example.com.cn上。",
        "数值为３．１４左右。",
        "د. سامر في ص. 14 من الدليل.",
        "डॉ. समीर और ए. के. शर्मा आए।",
        "Er kommt am 5. Mai, z. B. mit Dr. Maier.",
        "« Viens ! » dit-il.",
        "use foo.bar() and baz!x or a?b:c here",
    ],
)
def test_one_sentence(one: str) -> None:
    assert cut(one) == [one]


@pytest.mark.parametrize(
    "several",
    [
        ["He said so.", "She left!", "Why?", "Nobody knows…"],
        ["“Really?!”", "“Yes.”", "(He left.)", "Then it rained."],
        ["He works at Acme Inc.", "The firm is small."],
        ["I live in the U.S.", "It is big."],
        ["They left at 5 p.m.", "It rained."],
        ["It was plan B.", "His brother left."],
        ["than you and I.", "Did he see it?"],
        ["It costs $3.10.", "In 1999.", "14 came."],
        ["Read config.yaml.", "Then go to https://example.com.", "Mail a@b.com."],
        ["He said no.", "Then he left."],
        ["We know.[12]", "They do not.", "iPhone users do."],
        ["**Done.**", "_Next._"],
        ["Yes…", "No."],
        ["it is late.", "go home now."],
        ["« Viens ! »", "M. Dupont est parti."],
        ["„Nein!“", "Er geht."],
        ["¿Qué?", "¡Nada!"],
        ["هل هذا كافٍ؟", "لا!"],
        ["یہ شہر ہے۔", "وہ گاؤں ہے۔"],
        ["यह है।", "वह था॥"],
        ["집에 갔다.", "그는 잤다."],
        ["ខ្ញុំទៅផ្សារ។", "គាត់មក។"],
        ["ကျွန်တော်သွားတယ်။", "သူလာတယ်။"],
        ["እኔ እሄዳለሁ።", "እሱ መጣ።"],
        ["สวัสดีครับ", "วันนี้อากาศดี", "ผมไปตลาด 3 ครั้ง"],
    ],
)
def test_several_sentences_with_spaces(several: list[str]) -> None:
    assert cut(" ".join(several)) == several


@pytest.mark.parametrize(
    "several",
    [
        ["他走了。", "真的吗？", "好！！", "天哪？！", "我们走吧……", "就这样。"],
        ["有资格；", "有船舶；", "有制度。"],
        ["他说：“我走了。”", "然后他走了。"],
        ["“你好。”", "“再见。”"],
        ['他说："你好。"', "她走了。"],
        ["他走了。", '"你好。"'],
        ["（他走了。）", "后来下雨了。"],
        ["『本当？』", "「うん。」", "彼は帰った。"],
        ["图示如下．", "中位数下降．"],
        ["他说写入syslog.", "然后重启.", "好的!", "是吗?", "是"],
    ],
)
def test_several_sentences_without_spaces(several: list[str]) -> None:
    assert cut("".join(several)) == several


def test_paragraphs_and_lines() -> None:
    text = "A title\n\nOne line\nanother line\r\n \r\nMr.\n\nlast"
    assert cut(text) == ["A title", "One line\nanother line", "Mr.", "last"]
    assert cut(text, newlines=True) == ["A title", "One line", "another line", "Mr.", "last"]
    assert list(sentence_ends("no end here")) == []
    assert list(sentence_ends("no end here\n")) == []
    assert list(sentence_ends("an end here.")) == [12]
    assert cut("สวัสดี\nครับ English ไทย") == ["สวัสดี", "ครับ English ไทย"]


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("It is 3.14", 8),
        ("He left.”", 8),
        ("他走了。”", 4),
        ("Why?!", 4),
        ("走吧……", 3),
        ("v1.2.3", 3),
        ("end.) ", 4),
    ],
)
def test_looks_beyond_the_end_of_the_range(text: str, at: int) -> None:
    assert last_sentence_end(text, 0, at) == -1
    assert list(sentence_ends(text, 0, at)) == []


def test_a_line_end_beyond_the_range_counts() -> None:
    text = "abc" + " " * 300 + "\n\ndef"
    for high in (3, 50, 303, 304):
        assert list(sentence_ends(text, 0, high)) == [3]
        assert last_sentence_end(text, 0, high) == 3
        assert last_sentence_end(text, 3, high) == -1


MARKS = """. .. ... ? ! ?! … …… 。 ！ ？ ； ． ؟ ۔ । ॥ ។ ။ " ' ” “ ’ 」 「 ） （ ) ( [1] [12] » « 》 《 * _ ¹ \\n , ， 、 ; : —"""
WORDS = """Mr Dr e.g J U.S Inc no Fig 3 14 1 2024 a word Word I The said é 😀
    他 走了 说 と って 는 다 그는 ไทย ខ្មែរ ນາ श्री है د مرحبا"""
SPACES = [
    " ",
    "  ",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n\r\n",
    "\u3000",
    "\u2029",
    "\u00a0",
    "\t",
    " " * 70,
    "\x00",
    "\ud800",
]
FRAGMENTS = st.sampled_from([*MARKS.split(), *WORDS.split(), *SPACES])
TEXTS = st.one_of(st.lists(FRAGMENTS, max_size=60).map("".join), st.text(max_size=80))


@settings(max_examples=150, deadline=None)
@given(TEXTS, st.data(), st.booleans())
def test_the_three_searches_agree(text: str, data: st.DataObject, newlines: bool) -> None:
    low = data.draw(st.integers(0, len(text)))
    high = data.draw(st.integers(low, len(text)))
    whole = list(sentence_ends(text, newlines=newlines))
    inside = [end for end in whole if low < end <= high]
    assert whole == sorted(set(whole))
    assert list(sentence_ends(text, low, high, newlines)) == inside
    assert last_sentence_end(text, low, high, newlines) == (inside[-1] if inside else -1)
    assert first_sentence_end(text, low, high, newlines) == (inside[0] if inside else -1)


@settings(max_examples=100, deadline=None)
@given(TEXTS, TEXTS, st.integers(300, 900))
def test_searches_agree_over_several_windows(left: str, right: str, gap: int) -> None:
    text = left + "x" * gap + right
    for low, high in ((0, len(text)), (0, len(left) + gap), (len(left) // 2, len(text))):
        inside = list(sentence_ends(text, low, high))
        assert last_sentence_end(text, low, high) == (inside[-1] if inside else -1)


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.booleans())
def test_sentences_cover_the_text(text: str, newlines: bool) -> None:
    spans = list(sentences(text, newlines=newlines))
    covered = "".join(span.of(text) for span in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(span.of(text) == span.of(text).strip() != "" for span in spans)
    assert all(one.end <= two.start for one, two in pairwise(spans))


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("one, two", 4),
        ("one; two", 4),
        ("one: two", 4),
        ("(one) two", 5),
        ("“one,” two", 6),
        ("1,000 and 12:30 at https://a.b/c:d,e", -1),
        ("一，二", 2),
        ("一、二", 2),
        ("一：“二", 2),
        ("（一）二", 3),
        ("一——二", 3),
        ("你好,世界", 3),
        ("共1，000元", -1),
        ("one،two، three", 8),
        ("“一，”二", 4),
    ],
)
def test_clause_ends(text: str, end: int) -> None:
    assert last_clause_end(text, 0, len(text)) == end


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.data())
def test_clause_ends_do_not_depend_on_the_range(text: str, data: st.DataObject) -> None:
    high = data.draw(st.integers(0, len(text)))
    end = last_clause_end(text, 0, high)
    assert end == -1 or 0 < end <= high
    if end > 0:
        assert last_clause_end(text, end - 1, high) == end
        assert last_clause_end(text, end, high) == -1
        assert last_clause_end(text, 0, end) == end


HOSTILE = {
    "dots": "." * 200_000,
    "one word": "a" * 1_000_000,
    "quotes": "”" * 100_000,
    "straight quotes": '。"' * 50_000,
    "brackets": ")" * 1_000_000,
    "brackets after a stop": "." + ")" * 1_000_000,
    "newlines": "\n" * 300_000,
    "lines of spaces": "a" + " \n" * 200_000 + "b",
    "long gaps": ("x" + " " * 5_000 + "\n") * 100,
    "abbreviations": "Mr. " * 50_000,
    "spaced dots": ". " * 100_000,
    "numbers": "1." * 100_000,
    "opening brackets": "（" * 200_000 + "。）a" * 1_000,
    "Thai": "ก " * 100_000,
    "ellipses": "…" * 200_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_linear_on_hostile_text(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = HOSTILE[name]
    judged = 0
    confirm = module._judge

    def counting(*args: object) -> int:
        nonlocal judged
        judged += 1
        return confirm(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_judge", counting)
    began = time.perf_counter()
    for newlines in (False, True):
        list(sentence_ends(text, newlines=newlines))
    last_sentence_end(text, 0, len(text))
    last_clause_end(text, 0, len(text))
    assert judged <= 3 * len(text)
    judged = 0
    for high in range(2_000, len(text), 2_000):
        last_sentence_end(text, high - 2_000, high)
    # One window of the search may look at a few candidates left of it once more.
    assert judged <= 1.5 * len(text) + 100
    # Quadratic work inside the guards would take minutes.
    assert time.perf_counter() - began < 20


def test_the_last_end_costs_what_lies_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "He paid Mr. Smith 3.50 for it. " * 20_000
    judged = 0
    confirm = module._judge

    def counting(*args: object) -> int:
        nonlocal judged
        judged += 1
        return confirm(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "_judge", counting)
    for high in range(1_000, len(text), 1_000):
        assert last_sentence_end(text, 0, high) > high - 40
    assert judged <= 4 * len(text) // 1_000


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared data")
def test_ends_of_real_prose() -> None:
    text = (SHARED / "data" / "chroma" / "state_of_the_union.md").read_text(encoding="utf-8")
    ends = list(sentence_ends(text))
    before = [text[:end].rsplit(None, 1)[-1] for end in ends[:400]]
    assert not {"Mr.", "Dr.", "U.S.", "Ms."} & set(before)
    assert 40 < len(text) / len(ends) < 80
