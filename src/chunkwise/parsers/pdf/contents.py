"""Lines of a table of contents: dots lead from a title to its page number."""

from __future__ import annotations

import re

from chunkwise.parsers.pdf.lines import PageLine

_LEADER = re.compile(r"(?:[.·․‥…][\s\u00a0]?){4,}[\s\u00a0]*[\w\-–.]{0,10}\Z|…{2,}\s*\w{1,8}\Z")
_REACH = 400


def has_leader(line: PageLine) -> bool:
    """Whether dots lead to the end of the line, or to a number there.

    >>> _LEADER.search("1.2 Scope . . . . . . 12") is not None
    True
    """
    return _LEADER.search(line.text[-_REACH:]) is not None
