"""The contract, on real databases in folders."""

from __future__ import annotations

import pytest

from chunkwise.store.lancedb import LanceStore
from chunkwise.testing.stores import StoreContract

pytest.importorskip("lancedb")


class TestLanceStore(StoreContract):
    opener = LanceStore
