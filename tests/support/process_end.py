"""Wait for the end of a process that is not a child of the tests."""

import time

import psutil


def ends(pid: int, *, within: float = 30) -> bool:
    """Return whether the process ends within these seconds.

    A zombie has ended: in a container whose first process waits for no others, it stays.
    """
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            if psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
                return True
        except psutil.NoSuchProcess:
            return True
        time.sleep(0.02)
    return False
