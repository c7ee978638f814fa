"""How captions begin."""

from __future__ import annotations

import re

# "Figure 3 shows that …" is a sentence of the text.
CAPTION = re.compile(
    r"(?:Figure|FIGURE|Fig\.|FIG\.|Table|TABLE|Tab\.|Abbildung|Abb\.|Tabelle|Chart|Listing|Algorithm)\s*"
    r"(?:[A-Z]{1,2}[.-]?)?\d{1,3}(?:[.\-–]\d{1,3}){0,3}[a-z]?(?:\s*[.:：|–—]|\s+[A-Z\u2e80-\u9fff\uac00-\ud7af]|\Z)"
    r"|[图圖表]\s?\d{1,3}(?:[.\-–—]\d{1,3}){0,2}\s*(?:[.:：|、]|\s(?=\S)|(?=[^\s\d所中列和与的，。]))"
    r"|[\[(【]?\s?[그표]\S?\s?\d{1,3}(?:[.-]\d{1,3})?[\])】]"
)
"""The beginning of "Figure 3. …", 表1-2 …."""
