"""Planning of writes, against a model that keeps every version whole."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import InvalidOption, StoreError
from chunkwise.store.base import Row
from chunkwise.store.changes import NEVER, Life, plan_change

WRITES = st.lists(
    st.tuples(
        st.integers(0, 2),  # how far the seq moves on; 0 runs the job again
        st.dictionaries(st.sampled_from("abcd"), st.sampled_from("12"), max_size=4),
        st.sets(st.sampled_from("abcde"), max_size=3),
    ),
    max_size=8,
)


def a_row(id: str, digest: str, document: str = "d") -> Row:
    return Row(id, document, "text", (), (), "", digest)


def written(lives: list[Life], change: Any, seq: int) -> list[Life]:
    """What a store holds after the change."""
    kept = {(life.id, life.added_seq): life for life in lives}
    for id in change.drop:
        del kept[id, seq]
    for life in change.lives:
        assert (life.id, life.added_seq) in kept
        kept[life.id, life.added_seq] = life
    for row in change.add:
        kept[row.id, seq] = Life(row.id, row.digest, seq, NEVER)
    return list(kept.values())


def seen(lives: list[Life], seq: int) -> dict[str, str]:
    found = [life for life in lives if life.seen_at(seq)]
    assert len({life.id for life in found}) == len(found)
    return {life.id: life.digest for life in found}


@given(WRITES)
def test_every_version_is_seen_as_it_was_written(writes: Any) -> None:
    lives: list[Life] = []
    versions: list[dict[str, str]] = [{}, {}]
    for step, add, remove in writes:
        seq = len(versions) - 1 + step
        while len(versions) <= seq:
            versions.append(dict(versions[-1]))
        base = versions[seq - 1] if seq > 0 else {}
        versions[seq] = {id: digest for id, digest in base.items() if id not in remove} | add
        rows = [a_row(id, digest) for id, digest in add.items()]
        lives = written(lives, plan_change(lives, "d", rows, remove, seq), seq)
        again = plan_change(lives, "d", rows, remove, seq)
        assert written(lives, again, seq) == lives
        assert [seen(lives, at) for at in range(len(versions))] == versions


def test_what_is_unchanged_is_not_written() -> None:
    lives = [Life("a", "1", 1, NEVER), Life("b", "1", 1, NEVER)]
    change = plan_change(lives, "d", [a_row("a", "1"), a_row("b", "2")], [], 2)
    assert [row.id for row in change.add] == ["b"]
    assert change.lives == (Life("b", "1", 1, 2),)
    assert change.drop == ()


@pytest.mark.parametrize("life", [Life("a", "1", 5, NEVER), Life("a", "1", 1, 5)])
def test_later_changes_are_not_overtaken(life: Life) -> None:
    with pytest.raises(StoreError, match="at 5"):
        plan_change([life], "d", [], [], 4)


@pytest.mark.parametrize("seq", [-1, NEVER])
def test_seqs_have_limits(seq: int) -> None:
    with pytest.raises(InvalidOption):
        plan_change([], "d", [], [], seq)
