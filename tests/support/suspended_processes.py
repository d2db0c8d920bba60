"""Suspend processes for a while, such as backends of PostgreSQL."""

import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil
import psycopg


def backends(connection: psycopg.Connection[Any], name: str) -> list[int]:
    """Return the pids of the backends with connections of this name, such as `swarna api%`, the oldest first."""
    query = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE %s ORDER BY backend_start"
    return [pid for (pid,) in connection.execute(query, [name])]


@contextmanager
def stopped_backends(pids: Iterable[int]) -> Iterator[None]:
    """Send SIGSTOP to backends of PostgreSQL, each while it waits for its client, and SIGCONT at the end.

    During a statement a backend holds internal locks of the server for short times. A backend that is stopped then can
    block all others, and with them every client.
    """
    held = []
    try:
        for pid in pids:
            held.append(pid)
            with suppress(ProcessLookupError, psutil.NoSuchProcess):
                _stop_at_rest(psutil.Process(pid))
        yield
    finally:
        _resume(held)


def _resume(pids: Iterable[int]) -> None:
    """Send SIGCONT to those of these processes that still exist."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)


def _stop_at_rest(backend: psutil.Process) -> None:
    """Stop a backend. Continue it and stop it again until its title says that it waits for its client."""
    while True:
        backend.suspend()
        while backend.status() != psutil.STATUS_STOPPED:
            time.sleep(0.001)
        if "idle" in " ".join(backend.cmdline()).split()[-3:]:  # or "idle in transaction"
            return
        backend.resume()
        time.sleep(0.002)
