"""From offsets into UTF-8 to offsets in code points, without a table as long as the text."""

from __future__ import annotations

_EVERY = 4096
_CONTINUING = bytes(range(0x80, 0xC0))


class ByteOffsets:
    """Answers in a time that does not depend on the length of the text.

    >>> ByteOffsets("aé中b".encode()).code_points(6)
    3
    """

    __slots__ = ("_before", "_data")

    def __init__(self, data: bytes) -> None:
        """Count the code points before every 4,096th byte (none of ASCII)."""
        self._data = data
        self._before: list[int] = []
        if not data.isascii():
            count = 0
            for at in range(0, len(data), _EVERY):
                self._before.append(count)
                count += self._count(at, at + _EVERY)

    def code_points(self, offset: int) -> int:
        """How many code points begin before a byte offset."""
        if not self._before:
            return offset
        at = min(offset // _EVERY, len(self._before) - 1)
        return self._before[at] + self._count(at * _EVERY, offset)

    def _count(self, start: int, end: int) -> int:
        return len(self._data[start:end].translate(None, _CONTINUING))
