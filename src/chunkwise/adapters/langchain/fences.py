"""Fenced code in Markdown, line by line."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")


@dataclass(slots=True)
class Fence:
    """Knows of each line whether it belongs to fenced code, the fences included.

    A fence ends code if it is of the same character, at least as long as the one that began it,
    and alone on its line (CommonMark 4.5). Code that nothing ends goes to the end of the text.
    """

    opening: str = ""
    """The fence that began the code, or nothing outside of code."""

    def takes(self, line: str) -> bool:
        """Read the next line; whether it belongs to code."""
        match = _FENCE.match(line)
        if not self.opening:
            # "```code``` in one line" is a code span.
            if match is None or (match[1][0] == "`" and "`" in match[2]):
                return False
            self.opening = match[1]
        elif match and not match[2].strip() and match[1].startswith(self.opening):
            self.opening = ""
        return True
