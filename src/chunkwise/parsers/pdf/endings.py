"""How lines and paragraphs end."""

from __future__ import annotations

import re

from chunkwise.text.sentences import sentence_ends

_CLOSERS = "\"'”’»›）)\\]】」』〉》〕"
_MARKS = ".!?…。！？؟۔।॥．｡"
# A note's number may follow: "as we know.12", but not "Version 4.6".
_SENTENCE = re.compile(
    rf"(?:[{_MARKS}][{_CLOSERS}]*|(?<=[^\W\d_][{_MARKS}])\[?\d{{1,3}}\]?|[{_MARKS}][{_CLOSERS}]*[\u00b9\u00b2\u00b3*†‡])\Z"
)
_CLAUSE = re.compile(rf"[:;：；、，,][{_CLOSERS}]*\Z")
_BROKEN = re.compile(r"[^\W\d_][-\u00ad\u2010]\Z")
_REACH = 120


def ends_sentence(text: str) -> bool:
    """Whether a line looks like the end of a sentence, judged by its last characters.

    >>> ends_sentence("so it was.”"), ends_sentence("as we know.12"), ends_sentence("Version 4.6")
    (True, True, False)
    """
    return _SENTENCE.search(text[-12:]) is not None


def ends_clause(text: str) -> bool:
    """Whether a line ends with a comma, a colon or a semicolon: no heading does.

    >>> ends_clause("as follows:"), ends_clause("Scope")
    (True, False)
    """
    return _CLAUSE.search(text[-6:]) is not None


def breaks_word(text: str) -> bool:
    """Whether a line ends with a hyphen behind a letter.

    >>> breaks_word("a well-"), breaks_word("an aside -")
    (True, False)
    """
    return _BROKEN.search(text[-2:]) is not None


def sentence_ends_between(text: str, following: str) -> bool:
    """Whether a sentence ends where one line ends and another begins.

    >>> sentence_ends_between("See Fig.", "3 for this."), sentence_ends_between("Done.", "Next")
    (False, True)
    """
    before = text[-_REACH:]
    joined = f"{before} {following[:_REACH]}"
    return len(before) in sentence_ends(joined, max(0, len(before) - 1), len(before))
