"""Time limits where a worker does its work itself: Celery ends only what children do."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import structlog
from celery.exceptions import SoftTimeLimitExceeded

from workers.subscriptions import Queue

log = structlog.get_logger()

_MAIN = os.getpid()


@contextmanager
def limited(queue: Queue) -> Iterator[None]:
    """Raise in work that exceeds the soft limit, and end the process at the hard one; it is started again.

    In a child this does nothing: its parent looks at the time.
    """
    if os.getpid() != _MAIN:
        yield
        return
    alarm = _Alarm(queue.hard_limit)
    before = signal.signal(signal.SIGALRM, alarm.ring)
    signal.setitimer(signal.ITIMER_REAL, queue.soft_limit, queue.hard_limit - queue.soft_limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class _Alarm:
    """Rings twice: the first time it raises, the second time the process has not heard."""

    def __init__(self, hard_limit: int) -> None:
        self._hard_limit = hard_limit
        self._rang = False

    def ring(self, _number: int, _frame: FrameType | None) -> None:
        if self._rang:
            log.error("work does not end and its worker does", after_seconds=self._hard_limit)
            os._exit(os.EX_SOFTWARE)
        self._rang = True
        raise SoftTimeLimitExceeded
