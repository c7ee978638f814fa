"""A store in a folder, by LanceDB.

BM25 counts words over all rows of the folder, those of other knowledge bases, of other versions and
of drafts included; what a search returns is never affected by that, only the weights of its words.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from chunkwise.store.base import DocumentChange, Row, Scored, StoreStats
from chunkwise.store.changes import NEVER, Life, check_changes, plan_change
from chunkwise.store.facts import decoded
from chunkwise.store.filters import Filter
from chunkwise.store.lance_query import batches, best, one_of, searched, unit_vector, unit_vectors, visible
from chunkwise.store.lance_table import (
    KEY,
    TOKEN_COLUMNS,
    add_vector_column,
    loaded,
    new_rows,
    open_table,
    persistently,
    row_from,
    vector_column,
)
from chunkwise.store.sql import quoted
from chunkwise.text.analysis import Tokens, escape

_LIFE = ("document", "id", "digest", "added_seq", "removed_seq")
_SEEN_BACK = timedelta(hours=1)
"""How long a read that has begun stays possible."""
_MOST_FRAGMENTS = 100
"""Pieces of the table, one a commit until they are joined: each costs a search a little."""
_REFINED = 300
"""Vectors that an approximate search compares exactly, about: more of them cost more than they find."""
_COARSE_WEIGHT = 2.0
"""Of a whole word, against a part of one."""


class LanceStore:
    """Rows in a folder, made where it does not exist.

    Args:
        folder: where the database lies or shall lie; on a disk of this machine.
        unindexed_most: rows without an index above which ``maintain`` has work to do.
        vector_index_from: vectors of one length from which an (approximate) index replaces the scan.

    Raises:
        MissingExtra: LanceDB is not installed.
        StoreError: the folder holds something else.
    """

    def __init__(
        self, folder: str | Path, *, unindexed_most: int = 2_000, vector_index_from: int = 20_000
    ) -> None:
        self._folder = Path(folder)
        self._unindexed_most = unindexed_most
        self._vector_index_from = vector_index_from
        self._table = open_table(self._folder)

    def apply(self, kb: str, document: str, add: Sequence[Row], remove: Collection[str], seq: int) -> None:
        """Make one change to a document's rows in one commit: see ``Store``."""
        self.apply_all(kb, [DocumentChange(document, add, remove)], seq)

    def apply_all(self, kb: str, changes: Sequence[DocumentChange], seq: int) -> None:
        """Make changes to several documents in one commit: see ``Store``."""
        rows = check_changes(changes)
        vectors = unit_vectors(rows)
        for size in {len(vector) for vector in vectors.values() if vector is not None}:
            add_vector_column(self._table, size)
        if changes:
            persistently(lambda: self._apply(kb, changes, seq, vectors))

    def _apply(
        self, kb: str, changes: Sequence[DocumentChange], seq: int, vectors: Mapping[str, Any]
    ) -> None:
        lives = self._lives(kb, [change.document for change in changes], seq)
        add: list[Row] = []
        ended: list[Life] = []
        shrunk: list[str] = []
        for change in changes:
            plan = plan_change(
                lives.get(change.document, ()), change.document, change.add, change.remove, seq
            )
            add += plan.add
            ended += plan.lives
            if plan.drop:
                shrunk.append(change.document)
        if not (add or ended or shrunk):
            return
        schema = self._table.schema
        new = new_rows(schema, kb, add, [vectors[row.id] for row in add], seq)
        source = loaded("pyarrow").concat_tables([new, *self._changed(kb, ended, schema)])
        merge = self._table.merge_insert(KEY).when_matched_update_all().when_not_matched_insert_all()
        if shrunk:  # rows of this seq that are not in the source; looking for them reads all keys
            own = f"kb = {quoted(kb)} AND {one_of('document', shrunk)}"
            merge = merge.when_not_matched_by_source_delete(f"{own} AND added_seq = {seq}")
        # A row without a vector of this length counts as a bad one; vectors have been checked before.
        merge.execute(source, on_bad_vectors="null")

    def _lives(self, kb: str, documents: Sequence[str], seq: int) -> dict[str, list[Life]]:
        """Document → the lives of its rows that a change at this seq may touch."""
        found: dict[str, list[Life]] = {}
        for some in batches(documents):
            own = f"kb = {quoted(kb)} AND {one_of('document', some)}"
            for row in self._rows(f"{own} AND (removed_seq >= {seq} OR added_seq >= {seq})", [*_LIFE]):
                life = Life(decoded(row["id"]), decoded(row["digest"]), row["added_seq"], row["removed_seq"])
                found.setdefault(decoded(row["document"]), []).append(life)
        return found

    def _changed(self, kb: str, lives: Sequence[Life], schema: Any) -> list[Any]:
        """Stored rows, as they are but for the end of their lives."""
        arrow = loaded("pyarrow")
        until = {(life.id, life.added_seq): life.removed_seq for life in lives}
        tables = []
        for ids in batches(list({life.id for life in lives})):
            where = f"kb = {quoted(kb)} AND {one_of('id', ids)}"
            found = self._table.search().where(where).to_arrow().select(schema.names)
            pairs = zip(map(decoded, found["id"].to_pylist()), found["added_seq"].to_pylist(), strict=True)
            ends = [until.get(pair) for pair in pairs]
            at = schema.get_field_index("removed_seq")
            found = found.set_column(at, "removed_seq", arrow.array(ends, arrow.int64()))
            tables.append(found.filter(arrow.array([end is not None for end in ends])).cast(schema))
        return tables

    def withdraw(self, kb: str, seq: int) -> None:
        """Undo every change made at this seq: see ``Store``. Breaking off and repeating does no harm."""
        own = f"kb = {quoted(kb)}"
        persistently(lambda: self._table.delete(f"{own} AND added_seq = {seq}"))
        reopened = f"{own} AND removed_seq = {seq}"
        persistently(lambda: self._table.update(where=reopened, values={"removed_seq": NEVER}))

    def dense(
        self, kbs: Sequence[str], vector: Sequence[float], k: int, filter: Filter, at: Mapping[str, int]
    ) -> list[Scored]:
        """The k rows nearest to a vector: exact by a scan, approximate where there is an index."""
        unit = unit_vector(vector, "The query's vector")
        column = vector_column(len(unit))
        where = searched(kbs, filter, at)  # nothing on the vectors: that would read all of them
        if column not in self._table.schema.names:
            return []

        def nearest(limit: int) -> list[Scored]:
            query = self._table.search(unit, vector_column_name=column).distance_type("dot")
            refine = max(2, min(10, _REFINED // limit))
            query = query.where(where).nprobes(40).refine_factor(refine).limit(limit)
            found = query.select(["kb", "id", "_distance"]).to_arrow().to_pylist()
            return [Scored(decoded(r["kb"]), decoded(r["id"]), 1.0 - r["_distance"]) for r in found]

        return best(nearest, k)

    def text(
        self, kbs: Sequence[str], tokens: Tokens, k: int, filter: Filter, at: Mapping[str, int]
    ) -> list[Scored]:
        """The k rows that fit the words best: see ``Store``."""
        words = " ".join(map(escape, dict.fromkeys((*tokens.coarse, *tokens.fine))))
        where = searched(kbs, filter, at)
        if not words.strip():
            return []
        language = loaded("lancedb.query")

        def fitting(limit: int) -> list[Scored]:
            query = language.MultiMatchQuery(words, [*TOKEN_COLUMNS], boosts=[_COARSE_WEIGHT, 1.0])
            search = self._table.search(query, query_type="fts").where(where).limit(limit)
            found = search.select(["kb", "id", "_score"]).to_arrow().to_pylist()
            return [Scored(decoded(r["kb"]), decoded(r["id"]), r["_score"]) for r in found]

        return best(fitting, k)

    def get(self, kb: str, ids: Sequence[str], seq: int) -> list[Row]:
        """Rows by id, in this order: see ``Store``."""
        columns = [name for name in self._table.schema.names if not name.startswith("vector_")]
        rows: dict[str, Row] = {}
        for some in batches(list(dict.fromkeys(ids))):
            found = self._rows(f"{visible(kb, seq)} AND {one_of('id', some)}", columns)
            rows |= {row.id: row for row in map(row_from, found)}
        return [rows[id] for id in ids if id in rows]

    def gc(self, kb: str, keep_seq: int) -> int:
        """Delete the rows that nobody sees who reads at ``keep_seq`` or later; returns their number."""
        dead = f"kb = {quoted(kb)} AND removed_seq <= {keep_seq}"
        count = int(self._table.count_rows(dead))
        if count:
            persistently(lambda: self._table.delete(dead))
        return count

    def maintain(self) -> bool:
        """Bring indexes up to date if enough has changed; returns whether anything was done."""
        made = self._index_vectors()
        stats = self.stats()
        few = stats.unindexed <= max(self._unindexed_most, stats.rows // 20)
        if few and self._table.stats()["fragment_stats"]["num_fragments"] <= _MOST_FRAGMENTS:
            return made
        indexes = loaded("lancedb.index")
        self._index("kb", indexes.Bitmap())
        self._index("document", indexes.BTree())
        # Dear even for few changes, hence the threshold.
        persistently(lambda: self._table.optimize(cleanup_older_than=_SEEN_BACK))
        return True

    def _index_vectors(self) -> bool:
        """Make the indexes of vectors that have become worth it."""
        indexes = loaded("lancedb.index")
        made = False
        for column in self._table.schema.names:
            if not column.startswith("vector_"):
                continue
            if self._table.count_rows(f"{column} IS NOT NULL") >= self._vector_index_from:
                size = int(column.removeprefix("vector_"))
                kind = indexes.IvfFlat if size % 8 else indexes.IvfRq  # the smaller one takes whole bytes
                made |= self._index(column, kind(distance_type="dot"))
        return made

    def _index(self, column: str, config: Any) -> bool:
        """Index a column that has no index; returns whether it had none."""
        if any(column in index.columns for index in self._table.list_indices()):
            return False
        persistently(lambda: self._table.create_index(column, config=config))
        return True

    def vector_sizes(self) -> list[int]:
        """The lengths that vectors of rows have: see ``Store``."""
        names = [name for name in self._table.schema.names if name.startswith("vector_")]
        return sorted(int(name.removeprefix("vector_")) for name in names)

    def stats(self) -> StoreStats:
        """The store's size now."""
        indexed = [index.name for index in self._table.list_indices()]
        behind = [self._table.index_stats(name).num_unindexed_rows for name in indexed]
        stats = self._table.stats()
        return StoreStats(self._table.count_rows(), max(behind, default=0), stats["total_bytes"])

    def close(self) -> None:
        """Let go of the table."""
        self._table = None

    def __enter__(self) -> LanceStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, where: str, columns: list[str]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._table.search().where(where).select(columns).to_arrow().to_pylist()
        return found
