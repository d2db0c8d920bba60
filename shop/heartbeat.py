"""A process's sign of life, written to PostgreSQL every two seconds."""

import threading
from typing import Any

import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.operations.model import BEAT_SECONDS, beat, forget

log = structlog.get_logger()


class Heart:
    """Beats in a thread of its own until stopped; a database that is away costs beats and nothing else."""

    def __init__(self, engine: Engine, name: str, kinds: list[str]) -> None:
        self._engine = engine
        self._name = name
        self._kinds = kinds
        self._stopped = threading.Event()
        self.detail: dict[str, Any] = {}

    def beat_for_ever(self) -> None:
        """Beat until :meth:`stop`, then take the process off the list."""
        while True:
            self._write(beat(self._name, self._kinds, self.detail))
            if self._stopped.wait(BEAT_SECONDS):
                break
        self._write(forget(self._name))

    def stop(self) -> None:
        """End the beating."""
        self._stopped.set()

    def _write(self, statement: Any) -> None:
        try:
            with self._engine.begin() as connection:
                connection.execute(statement)
        except SQLAlchemyError as error:
            log.warning("no sign of life written", reason=str(error.__class__.__name__))
