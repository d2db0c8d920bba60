"""Suspend processes for a while."""

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def stopped(pids: Iterable[int]) -> Iterator[None]:
    """Send SIGSTOP to these processes, and SIGCONT at the end to those that still exist."""
    held = list(pids)
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in held:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
