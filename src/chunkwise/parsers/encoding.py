"""From bytes to text: which encoding it is, and what could not be decoded."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress

from chunkwise.parsers.western import is_western

_MARKS = (
    # UTF-32 first: its little-endian mark begins with the one of UTF-16.
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPE = b"\x1b$"
"""Begins two-byte characters in ISO-2022-JP, which is all ASCII otherwise."""
_FEWEST_WIDE = 16
"""Bytes below which zero bytes prove nothing."""
_SAMPLE = 65_536
_HIGH = bytes(range(0x80, 0x100))
_ENCODINGS = (
    "gb18030", "big5hkscs", "cp932", "euc_jp", "cp949", "cp1252", "cp1251", "cp1250", "koi8_r", "cp866",
    "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "iso8859_2", "iso8859_5",
    "mac_roman", "cp437", "cp850",
)  # fmt: skip
"""What files are really written in. Fewer candidates are fewer wrong guesses."""
_CLOSE = 0.02
"""Difference of charset-normalizer's chaos below which two guesses are equally good."""
_LAST_ASCII = re.compile(rb"[\x00-\x7f](?=[\x80-\xff]*\Z)")
_ADJACENT = re.compile(rb"[\x80-\xff]{2}")
_BEYOND = re.compile(r"[^\W\d_\x00-\x7f]")
_TOUCHING = re.compile(r"(?<=[A-Za-z])[^\W\d_\x00-\x7f]|[^\W\d_\x00-\x7f](?=[A-Za-z])")
_ALIKE = 10
"""Bytes of a valid multi-byte character for each broken one, above which a text is UTF-8."""


def decode(data: bytes) -> tuple[str, str, list[str]]:
    """Decode a file: byte order mark, else UTF-8, else a guess from its first 64 KB.

    The text is untouched otherwise: no newline is translated, nothing is normalised, NUL stays.

    Returns:
        The text without its byte order mark, the name of the encoding, and warnings. Bytes that
        do not belong to the encoding become U+FFFD, and a warning says how many.

    >>> decode("中文".encode("utf-16"))
    ('中文', 'utf-16-le', [])
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode_as(data[len(mark) :], encoding)
    escaped = "iso2022_jp" if _ESCAPE in data else None
    certain = wide_encoding(data) or escaped
    if certain is not None:
        return _decode_as(data, certain)
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8"), "utf-8", []
    with suppress(UnicodeDecodeError):
        return _join_surrogates(data.decode("utf-8", "surrogatepass"))
    if _is_broken_utf8(data):
        return _decode_as(data, "utf-8")
    guess = _guess(data)
    if guess is not None:
        return _decode_as(data, guess)
    text, encoding, warnings = _decode_as(data, "cp1252")
    return text, encoding, ["The encoding could not be recognised: read as cp1252.", *warnings]


def wide_encoding(data: bytes) -> str | None:
    """UTF-16 or UTF-32 without a byte order mark, by where the zero bytes stand; None if neither."""
    sample = data[:4096]
    if len(sample) < _FEWEST_WIDE or len(data) % 2 or b"\0" not in sample:
        return None
    quarters = [sample[offset::4] for offset in range(4)]
    zeros = [quarter.count(0) / max(1, len(quarter)) for quarter in quarters]
    if min(zeros[2:]) > 0.9 and zeros[0] < 0.1:
        return "utf-32-le"
    if min(zeros[:2]) > 0.9 and zeros[3] < 0.1:
        return "utf-32-be"
    even, odd = (zeros[0] + zeros[2]) / 2, (zeros[1] + zeros[3]) / 2
    if odd > 0.3 and even < 0.05:
        return "utf-16-le"
    if even > 0.3 and odd < 0.05:
        return "utf-16-be"
    return None


def _decode_as(data: bytes, encoding: str) -> tuple[str, str, list[str]]:
    try:
        return data.decode(encoding), encoding, []
    except UnicodeDecodeError:
        text = data.decode(encoding, "replace")
    count = text.count("\ufffd") - data.count("\ufffd".encode(encoding, "ignore") or b"\xff" * 9)
    places = "1 place" if count == 1 else f"{max(count, 1)} places"
    return text, encoding, [f"{places} could not be decoded as {encoding} and became U+FFFD."]


def _join_surrogates(text: str) -> tuple[str, str, list[str]]:
    """Surrogate pairs that some exporters write as UTF-8 become characters, lone ones U+FFFD."""
    joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    count = joined.count("\ufffd") - text.count("\ufffd")
    return joined, "utf-8", [f"Lone surrogates that became U+FFFD: {count}."] if count else []


def _is_broken_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 but for a few: most of the multi-byte characters are valid."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    ascii_bytes = len(data.translate(None, _HIGH))
    valid = len(text) - ascii_bytes - broken
    return valid >= _ALIKE * broken


def _guess(data: bytes) -> str | None:
    """The encoding of bytes that are not UTF-8; None if nothing fits."""
    from charset_normalizer import from_bytes  # costs 30 ms to import

    sample = _whole_lines(data)
    western = is_western(sample.decode("cp1252", "replace"))
    if western and not _ADJACENT.search(sample):
        return "cp1252"
    found = list(from_bytes(sample, cp_isolation=list(_ENCODINGS), enable_fallback=False))
    if not found:
        return None
    least = min(match.chaos for match in found)
    likely = [match for match in found if match.chaos <= least + _CLOSE]
    # Of equals the one that stands first in the list; sorted() would not see the difference.
    likely.sort(key=lambda match: (-match.coherence, _ENCODINGS.index(match.encoding)))
    names = [match.encoding for match in likely]
    if western and _touches_ascii(sample.decode(names[0], "replace")):
        return "cp1252"
    return next((name for name in names if western or name != "cp1252"), "cp1252")


def _whole_lines(data: bytes) -> bytes:
    """The first 64 KB up to a line end, else up to an ASCII character: none is cut in two."""
    if len(data) <= _SAMPLE:
        return data
    end = data.rfind(b"\n", 0, _SAMPLE) + 1
    if not end:
        last = _LAST_ASCII.search(data, 0, _SAMPLE)
        end = last.end() if last else 0
    return data[: end or _SAMPLE]


def _touches_ascii(text: str) -> bool:
    """Whether letters beyond ASCII mostly stand inside words of ASCII letters, as accented ones do."""
    others = _BEYOND.findall(text)
    return 2 * len(_TOUCHING.findall(text)) >= len(others)
