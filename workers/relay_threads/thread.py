"""The loop of a thread of the relay."""

import threading
from abc import ABC, abstractmethod

import structlog
from sqlalchemy import Engine

from shop.db.engine import DATABASE_ERRORS
from shop.observability.logs import OutageLogger

log = structlog.get_logger()


class RelayThread(threading.Thread, ABC):
    """Repeats its work until stopped. It waits while the database is unavailable, and logs any other error.

    ``outage_errors`` are the errors that mean that something is unavailable.
    """

    outage_errors: tuple[type[Exception], ...] = DATABASE_ERRORS

    def __init__(self, engine: Engine, name: str, outage: str, *, pause: float = 0.0) -> None:
        """Prepare the thread.

        :param outage: is logged when something becomes unavailable.
        :param pause: seconds between two rounds of work.
        """
        super().__init__(name=name, daemon=True)
        self._engine = engine
        self._pause = pause
        self._stopping = threading.Event()
        self._outage = OutageLogger(outage)

    def stop(self) -> None:
        """End the thread after the current round."""
        self._stopping.set()

    def run(self) -> None:
        """Work until stopped."""
        while not self._stopping.is_set():
            try:
                self.work()
            except self.outage_errors as error:
                self._outage.failed(error)
            except Exception:
                log.exception("a thread of the relay had an unexpected error; it continues", thread=self.name)
            else:
                self._outage.recovered()
            self.wait()

    @abstractmethod
    def work(self) -> None:
        """Do one round of work."""

    def wait(self) -> None:
        """Wait for the next round."""
        self._stopping.wait(self._pause)
