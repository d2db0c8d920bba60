"""Time limits for a worker without children. Celery enforces its limits only on children."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from workers.app import is_child
from workers.queues import Queue

log = structlog.get_logger()


@contextmanager
def time_limit(queue: Queue) -> Iterator[None]:
    """Raise in work that exceeds the soft limit. At the hard limit, end the process; its supervisor restarts it.

    In a child this does nothing, as its parent enforces the limits.
    """
    if is_child():
        yield
        return
    alarm = _Alarm(queue.hard_limit)
    before = signal.signal(signal.SIGALRM, alarm.handle)
    signal.setitimer(signal.ITIMER_REAL, queue.soft_limit, queue.hard_limit - queue.soft_limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Alarm:
    """A signal handler that raises on the first signal and ends the process on the second."""

    def __init__(self, hard_limit: int) -> None:
        self._hard_limit = hard_limit
        self._has_raised = False

    def handle(self, _number: int, _frame: FrameType | None) -> None:
        if self._has_raised:
            log.error("work exceeded the hard limit; the worker ends", after_seconds=self._hard_limit)
            os._exit(os.EX_SOFTWARE)
        self._has_raised = True
        raise SoftTimeLimitExceeded
