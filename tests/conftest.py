"""Settings that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

collect_ignore = ["conftest.py"]  # doctest would import it a second time, under the same name

settings.register_profile("ci", max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fuzz", max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of corpora and golden cases beside the checkout; tests that need it skip without it."""
    if not SHARED.is_dir():
        pytest.skip("no shared folder beside the checkout")
    return SHARED
