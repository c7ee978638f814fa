"""What one write to a document comes to, given the rows that are there. No database in sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from chunkwise.errors import InvalidOption, StoreError
from chunkwise.store.base import DocumentChange, Row

NEVER = 2**62
"""The ``removed_seq`` of a row that lives."""


@dataclass(frozen=True, slots=True)
class Life:
    """From when to when a stored row is seen."""

    id: str
    digest: str
    added_seq: int
    removed_seq: int

    def seen_at(self, seq: int) -> bool:
        """Whether a reader at this seq sees the row."""
        return self.added_seq <= seq < self.removed_seq


@dataclass(frozen=True, slots=True)
class Change:
    """What has to be written."""

    add: tuple[Row, ...]
    """New rows, in place of any row of the same id and seq."""
    drop: tuple[str, ...]
    """Ids of rows that an earlier run at the same seq added, and this one does not."""
    lives: tuple[Life, ...]
    """Older rows that get another ``removed_seq``."""


def check_changes(changes: Sequence[DocumentChange]) -> list[Row]:
    """All rows that are added, if the changes can be made together.

    Raises:
        InvalidOption: a document is given twice, or two of them have a row with one id.
    """
    if len({change.document for change in changes}) < len(changes):
        raise InvalidOption("A document is given twice in one change.")
    rows = [row for change in changes for row in change.add]
    owners: dict[str, str] = {}
    for row in rows:
        owner = owners.setdefault(row.id, row.document_id)
        if owner != row.document_id:
            raise InvalidOption(f"{owner!r} and {row.document_id!r} both have a row {row.id!r}.")
    return rows


def plan_change(
    lives: Iterable[Life], document: str, add: Sequence[Row], remove: Collection[str], seq: int
) -> Change:
    """The change that makes a document's rows at ``seq`` those before it, less ``remove``, plus ``add``.

    Args:
        lives: the lives of the document's rows: at least those not ended before ``seq``.
        document: the document's id.
        add: as for ``Store.apply``.
        remove: as for ``Store.apply``.
        seq: as for ``Store.apply``.

    Raises:
        InvalidOption: a row of another document, an id twice, or a seq that cannot be.
        StoreError: the document was changed at a later seq.
    """
    _check_rows(document, add, seq)
    lives = list(lives)
    latest = max((_last_change(life) for life in lives), default=0)
    if latest > seq:
        raise StoreError(
            f"{document} cannot be changed at version {seq}: it has been changed at {latest} already. "
            "Withdraw that change first."
        )
    before = {life.id: life for life in lives if life.added_seq < seq <= life.removed_seq}
    earlier_run = [life.id for life in lives if life.added_seq == seq]
    removed = set(remove)
    new = tuple(row for row in add if row.id in removed or not _same(row, before.get(row.id)))
    new_ids = {row.id for row in new}
    ended: list[Life] = []
    for life in before.values():
        until = seq if life.id in removed or life.id in new_ids else NEVER
        if until != life.removed_seq:
            ended.append(Life(life.id, life.digest, life.added_seq, until))
    return Change(new, tuple(id for id in earlier_run if id not in new_ids), tuple(ended))


def _same(row: Row, life: Life | None) -> bool:
    return life is not None and life.digest == row.digest


def _last_change(life: Life) -> int:
    return life.added_seq if life.removed_seq == NEVER else life.removed_seq


def _check_rows(document: str, add: Sequence[Row], seq: int) -> None:
    if not 0 <= seq < NEVER:
        raise InvalidOption(f"A version is a number from 0 below 2**62, not {seq}.")
    seen: set[str] = set()
    for row in add:
        if row.document_id != document:
            raise InvalidOption(f"Row {row.id!r} belongs to {row.document_id!r}, not to {document!r}.")
        if row.id in seen:
            raise InvalidOption(f"Row {row.id!r} is given twice.")
        seen.add(row.id)
