"""What a Word document holds and its text does not: counted, and told in warnings."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

Loss: TypeAlias = Literal[
    "hidden", "hidden_rows", "hidden_pictures", "deleted", "comments", "embedded", "ruby", "cell_pictures"
]

_SENTENCES: dict[Loss, str] = {
    "hidden": "Hidden pieces of text, left out: {}.",
    "hidden_rows": "Hidden table rows, left out: {}.",
    "hidden_pictures": "Hidden pictures, left out: {}.",
    "deleted": "Tracked deletions, left out: {}.",
    "comments": "Comments, left out: {}.",
    "embedded": "Embedded documents, not read: {}.",
    "ruby": "Pronunciations above characters, left out: {}.",
    "cell_pictures": "Pictures in table cells, which stand there as text: {}.",
}


class Losses(Counter[Loss]):
    """How often each kind of thing was left out."""

    def warnings(self) -> list[str]:
        """One sentence for each kind, always in the same order."""
        return [sentence.format(self[kind]) for kind, sentence in _SENTENCES.items() if self[kind]]
