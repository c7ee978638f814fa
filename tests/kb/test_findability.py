"""What people type is found: signs, numbers, addresses, accents, scripts; in a real base."""

from __future__ import annotations

import pytest

import chunkwise as cw
from chunkwise.model.document import Document

TEXTS = {
    "c++": "The driver is written in C++ and uses templates.",
    "c#": "The plug-in is written in C# for the desktop.",
    "c": "The kernel is written in C alone.",
    "pi": "The constant is 3.14 in this table.",
    "three": "Chapter 3 has 14 pages.",
    "mail": "Write to anna.lee+sales@example.org for an offer.",
    "version": "The fault is mended in v1.2.3 of the client.",
    "other-version": "The fault came with v1.2.30 of the client.",
    "accent": "They met at the café by the river.",
    "traditional": "會議記錄必須公開。",
    "simplified": "会议记录不得隐藏。",
    "wide": "型番はＡＢＣ－１２３です。",
    "kana": "これはひらがなとカタカナのテストです。",
    "hangul": "한국어 문서를 검색합니다.",
    "identifier": "Call parseHTTPResponse before close_session.",
    "plural": "The chargers were running all night.",
    "article": "第八十八条 当事人可以依法申请行政复议。",
    "thai": "ภาษาไทยไม่มีช่องว่าง",
    "emoji": "Ready to ship 🚀 tomorrow.",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    with cw.open_kb(tmp_path_factory.mktemp("kb") / "a.kb", create=True) as kb:
        kb.add([Document.from_text(text, name) for name, text in TEXTS.items()], "recursive")
        yield kb


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("c++", "c++"), ("C++ templates", "c++"), ("c#", "c#"), ("Ｃ＋＋", "c++"),
        ("3.14", "pi"), ("anna.lee+sales@example.org", "mail"), ("ANNA.LEE+SALES@EXAMPLE.ORG", "mail"),
        ("v1.2.3", "version"), ("1.2.3", "version"), ("v1.2.30", "other-version"),
        ("café", "accent"), ("cafe", "accent"), ("CAFÉ", "accent"), ("cafe\u0301", "accent"),
        ("公開", "traditional"), ("公开", "traditional"), ("會議記錄 隱藏", "simplified"), ("会议记录 公开", "traditional"),
        ("ABC-123", "wide"), ("ＡＢＣ－１２３", "wide"), ("abc", "wide"),
        ("ひらがな", "kana"), ("カタカナ", "kana"), ("ｶﾀｶﾅ", "kana"), ("한국어", "hangul"), ("검색", "hangul"),
        ("parseHTTPResponse", "identifier"), ("http response", "identifier"), ("session", "identifier"),
        ("charger runs", "plural"), ("行政复议", "article"), ("复议", "article"), ("第八十八条", "article"),
        ("ภาษาไทย", "thai"),
    ],
)  # fmt: skip
def test_is_found_first(base, query, first):
    assert base.search(query, 3)[0].chunk.document_id == first


@pytest.mark.parametrize(
    ("query", "missing"),
    [("c++", {"c", "c#"}), ("c#", {"c", "c++"}), ("3.14", {"three"}), ("v1.2.3", {"other-version"})],
)
def test_a_sign_makes_another_word(base, query, missing):
    assert not missing & {hit.chunk.document_id for hit in base.search(query, 20)}
