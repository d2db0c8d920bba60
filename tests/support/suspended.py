"""Processes that stand still for a while."""

import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress


@contextmanager
def stopped(pids: Iterable[int]) -> Iterator[None]:
    """Stop these processes; let them go on at the end, where they are still there."""
    held = list(pids)
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in held:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)
