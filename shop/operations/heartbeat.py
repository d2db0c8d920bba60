"""The heartbeat of a process, written to PostgreSQL every two seconds with the counts of its work."""

import threading
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.observability.logs import OutageLogger
from shop.operations.incidents import incidents
from shop.operations.model import BEAT_SECONDS, beat, count, end, forget_old

_STACK = 256 * 1024  # a worker's memory is limited, and a thread's stack counts

log = structlog.get_logger()


class Work:
    """Counts of deliveries by consumer since the last heartbeat. Thread-safe."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset the counts. A forked child must do this: its parent may have held the lock or had counts."""
        self._lock = threading.Lock()
        self._done: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])

    def note(self, consumer: str, *, done: int = 0, failed: int = 0, seconds: float = 0.0) -> None:
        """Add to the counts."""
        with self._lock:
            counts = self._done[consumer]
            counts[0] += done
            counts[1] += failed
            counts[2] += seconds

    def drain(self) -> dict[str, tuple[int, int, float]]:
        """Return the counts since the last call and reset them."""
        with self._lock:
            taken = {name: (int(done), int(failed), seconds) for name, (done, failed, seconds) in self._done.items()}
            self._done.clear()
        return taken

    def restore(self, taken: dict[str, tuple[int, int, float]]) -> None:
        """Add back counts that could not be written."""
        for consumer, (done, failed, seconds) in taken.items():
            self.note(consumer, done=done, failed=failed, seconds=seconds)


work = Work()


class Heartbeat:
    """Sends heartbeats from its own thread until stopped. If the database is unavailable, only heartbeats are lost.

    If ``describe`` fails, a heartbeat is sent without what it would have returned.
    """

    def __init__(
        self, engine: Engine, name: str, kinds: list[str], describe: Callable[[], dict[str, Any]] | None = None
    ) -> None:
        self._engine = engine
        self._name = name
        self._kinds = kinds
        self._describe = describe
        self._stopped = threading.Event()
        self._silence = OutageLogger("heartbeats are not written")
        self.detail: dict[str, Any] = {}

    def start(self) -> threading.Thread:
        """Start the thread. A process that ends gracefully joins it after :meth:`stop`."""
        before = threading.stack_size(_STACK)
        try:
            thread = threading.Thread(target=self.run, daemon=True, name="heart")
            thread.start()
        finally:
            threading.stack_size(before)
        return thread

    def run(self) -> None:
        """Send heartbeats until :meth:`stop`, then record that the process ended."""
        while True:
            self._beat()
            if self._stopped.wait(BEAT_SECONDS):
                break
        self._beat()
        self._write(lambda connection: connection.execute(end(self._name)))

    def stop(self) -> None:
        """Stop the heartbeat."""
        self._stopped.set()

    def _beat(self) -> None:
        done = work.drain()
        said = self.detail | self._described()
        met = incidents.recent()

        def write(connection: Connection) -> None:
            connection.execute(beat(self._name, self._kinds, said | ({"troubles": met} if met else {})))
            connection.execute(forget_old())
            if done:
                connection.execute(*count(done))

        if not self._write(write):
            work.restore(done)

    def _described(self) -> dict[str, Any]:
        try:
            return self._describe() if self._describe else {}
        except Exception:
            log.exception("a heartbeat is sent without its details")
            return {}

    def _write(self, write: Callable[[Connection], object]) -> bool:
        try:
            with self._engine.begin() as connection:
                write(connection)
        except SQLAlchemyError as error:
            incidents.record_database_error(error)
            self._silence.failed(error)
            return False
        self._silence.recovered()
        return True
