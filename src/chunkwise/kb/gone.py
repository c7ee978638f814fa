"""Which files that a base has are no longer there: only what surely is so, and where the user looked."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from chunkwise.kb.revisions import SourceState


def is_gone(path: str) -> bool:
    """Whether there is surely no such file: nothing, or a folder. What may not be looked at may be there."""
    return is_missing(path) or os.path.isdir(path)


def is_missing(path: str) -> bool:
    """Whether there is surely nothing of this name."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return True
    except (OSError, ValueError):
        return False
    return False


def resolved(path: str) -> str:
    """The absolute path of a file with the links of its folder followed; a link that is a file stays one."""
    folder, name = os.path.split(os.path.abspath(path))
    return os.path.join(os.path.realpath(folder), name)


def gone_keys(known: Mapping[str, SourceState], seen: Collection[str], folders: Collection[str]) -> list[str]:
    """Keys of files from below the folders that were named that are gone, sorted."""
    named = [os.path.join(os.path.realpath(folder), "") for folder in folders]
    return sorted(
        key
        for key, state in known.items()
        if key not in seen and state.path and state.path.startswith(tuple(named)) and is_gone(state.path)
    )


def follow_roots(known: Mapping[str, SourceState], seen: Mapping[str, SourceState]) -> list[SourceState]:
    """Where the files of a folder that was moved lie now, those included that were not found there.

    A folder counts as moved if it is gone and more than half of its files are unchanged below another one.
    """
    totals = Counter(state.root for state in known.values())
    went: dict[str, Counter[str]] = {}
    for key, state in seen.items():
        before = known.get(key)
        if before is None or not before.root or not state.root or before.root == state.root:
            continue
        if before.fingerprint == state.fingerprint:
            went.setdefault(before.root, Counter())[state.root] += 1
    moved = {
        old: new
        for old, places in went.items()
        for new, count in places.most_common(1)
        if 2 * count > totals[old] and is_missing(old)
    }
    return [
        replace(state, path=moved[state.root] + state.path[len(state.root) :], root=moved[state.root])
        for key, state in known.items()
        if key not in seen and state.root in moved and state.path
    ]
