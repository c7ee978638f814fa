"""What script a text is in, judged by its characters alone."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Script: TypeAlias = Literal["han", "latin", "kana", "hangul", "arabic", "devanagari", "thai", "other"]

HAN = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9f"
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff\uffa1-\uffdc"
CJK_PUNCTUATION = "\u3000-\u3004\u3008-\u3020\u302a-\u3040\u30a0\u30fb\ufe30-\ufe4f\uff01-\uff65\uffe0-\uffee"
"""Ranges to stand inside the brackets of a regular expression."""

_CJK = re.compile(f"[{HAN}{KANA}{HANGUL}{CJK_PUNCTUATION}]")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_LETTERS: dict[Script, re.Pattern[str]] = {
    "han": re.compile(f"[{HAN}]"),
    "latin": re.compile("[A-Za-z\u00c0-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a]"),
    "kana": re.compile(f"[{KANA}]"),
    "hangul": re.compile(f"[{HANGUL}]"),
    "arabic": re.compile("[\u0620-\u064a\u066e-\u06d3\u0750-\u077f\u08a0-\u08c9\ufb50-\ufdff\ufe70-\ufefc]"),
    "devanagari": re.compile("[\u0900-\u0963\u0970-\u097f]"),
    "thai": re.compile("[\u0e01-\u0e3a\u0e40-\u0e4e]"),
}  # fmt: skip
_OTHER = re.compile(r"[^\W\d_]")

# A letter of an alphabet says less than a Han character or a syllable: three of them weigh as one.
_SYLLABIC: frozenset[Script] = frozenset({"han", "kana", "hangul"})
_LETTERS_PER_SYLLABLE = 3
# Japanese mixes both scripts, and a Chinese text quotes a Japanese name now and then.
_KANA_SHARE = 0.1


def is_cjk(char: str) -> bool:
    """Whether one character is Han, kana, Hangul, or CJK punctuation or a full-width form.

    >>> is_cjk("法"), is_cjk("，"), is_cjk("a")
    (True, True, False)
    """
    return _CJK.match(char) is not None


def dominant_script(text: str, limit: int = 4000) -> Script:
    """The script of most of the first ``limit`` code points; ``other`` where there are no letters.

    Japanese is ``kana`` even where it has more Han characters than kana.

    >>> dominant_script("第一条 本法适用于 HTTP 服务。"), dominant_script("漢字かな交じり文")
    ('han', 'kana')
    """
    head = text[:limit]
    counts = {script: len(pattern.findall(head)) for script, pattern in _LETTERS.items()}
    rest = len(_OTHER.findall(head)) - sum(counts.values())
    weights = {s: n * (_LETTERS_PER_SYLLABLE if s in _SYLLABIC else 1) for s, n in counts.items()}
    if counts["kana"] > _KANA_SHARE * (counts["kana"] + counts["han"]):
        weights["kana"] += weights.pop("han")
    best = max(weights, key=weights.__getitem__)
    return best if weights[best] > max(rest, 0) else "other"


def is_rtl(text: str, limit: int = 4000) -> bool:
    """Whether most letters of the first ``limit`` code points are written from right to left.

    >>> is_rtl("مرحبا بكم في Python"), is_rtl("Hello")
    (True, False)
    """
    letters = [char for char in text[:limit] if char.isalpha()]
    from_right = sum(1 for char in letters if _RIGHT_TO_LEFT.match(char))
    return 2 * from_right > len(letters)
