"""Places at which a test makes the process die, as a power cut would."""

from __future__ import annotations

import os
import signal

VARIABLE = "CHUNKWISE_FAILPOINT"


def reach(name: str) -> None:
    """Die here without any cleaning up if ``CHUNKWISE_FAILPOINT`` names this place."""
    if os.environ.get(VARIABLE) == name:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
