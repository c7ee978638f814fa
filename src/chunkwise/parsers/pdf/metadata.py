"""What a PDF says of itself."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Any

from chunkwise.model.block import Metadata

_KEYS = {"Title": "title", "Author": "author", "Subject": "subject", "Keywords": "keywords"}
_DATES = {"CreationDate": "created", "ModDate": "modified"}
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+\-Z])(?:(\d\d)'?(\d\d)?)?)?")


def read_metadata(document: Any) -> Metadata:
    """Title, author, subject, keywords, dates (ISO 8601) and the number of pages.

    What is blank is left out. The lock must be held.
    """
    given = document.get_metadata_dict()
    found: dict[str, object] = {}
    for key, name in _KEYS.items():
        value = " ".join((given.get(key) or "").replace("\0", "").split())
        if value:
            found[name] = value
    for key, name in _DATES.items():
        date = iso_date(given.get(key) or "")
        if date:
            found[name] = date
    found["page_count"] = len(document)
    return found


def iso_date(text: str) -> str | None:
    """A date of PDF in ISO 8601; None if it is none.

    >>> iso_date("D:20200331180255+09'00'"), iso_date("yesterday")
    ('2020-03-31T18:02:55+09:00', None)
    """
    found = _DATE.match(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute, second = (int(part or least) for part, least in zip(
        found.groups()[:6], (1, 1, 1, 0, 0, 0), strict=True
    ))  # fmt: skip
    zone = None
    if found[7]:
        offset = timedelta(hours=int(found[8] or 0), minutes=int(found[9] or 0))
        zone = timezone(-offset if found[7] == "-" else offset)
    try:
        return datetime(year, month, day, hour, minute, second, tzinfo=zone).isoformat()
    except ValueError:
        return None
