"""What worker processes are to call: they import it from here."""

from __future__ import annotations

import os
import signal


def words(text):
    """Words."""
    return len(text.split())


def failing(text):
    """Words, but for texts that it does not like."""
    if "FAIL" in text:
        raise ValueError("not this text")
    return len(text.split())


def deadly(text):
    """Words; ends its process at texts that it does not like."""
    if "DIE" in text:
        os._exit(3)
    return len(text.split())


def killed_once(item):
    """The item; of a path where no file is, the first process that is given it is killed."""
    if os.sep in item and not os.path.exists(item):
        with open(item, "w"):
            os.kill(os.getpid(), signal.SIGKILL)
    return item


def unsendable(item):
    """What cannot be pickled."""
    return lambda: item
