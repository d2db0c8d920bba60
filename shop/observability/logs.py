"""Structured logs on standard output: readable on a terminal, JSON elsewhere. Secrets are never logged.

With ``SHOP_LOG_LEVEL=debug`` each request, delivery and push is logged, with the same ``request_id`` from the POST to
the socket.
"""

import logging
import sys
from contextvars import ContextVar

import structlog
from structlog.typing import Processor

from shop.settings import log_level

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the current request."""

_log = structlog.get_logger()

process = "shop"
"""The name of this process in logs and traces."""


def configure(name: str) -> None:
    """Set up logging for this process. Warnings of libraries get the same format, one line each."""
    global process  # noqa: PLW0603 - a process has one name, set at its start
    process = name
    about: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    renderer: Processor = (
        structlog.dev.ConsoleRenderer(colors=False) if sys.stdout.isatty() else structlog.processors.JSONRenderer()
    )
    structlog.configure(
        processors=[*about, renderer],
        wrapper_class=structlog.make_filtering_bound_logger(log_level()),
        logger_factory=structlog.WriteLoggerFactory(),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=name)
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *about],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("uvicorn").handlers.clear()  # it has set up its own before it imported the application
    logging.getLogger("uvicorn").propagate = True
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # the caller that needed a connection logs the error


def is_traced() -> bool:
    """Whether each request and event is logged."""
    return log_level() <= logging.DEBUG


class OutageLogger:
    """Logs the first failure of something, and its recovery, instead of every failure."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_on = False

    def failed(self, error: Exception) -> None:
        """Log the failure with its reason, unless it was already logged."""
        if not self._is_on:
            _log.warning(self._what, reason=_sentence(error))
        self._is_on = True

    def recovered(self) -> None:
        """Log the recovery, if there was a failure."""
        if self._is_on:
            _log.info(f"no longer: {self._what}")
        self._is_on = False


def _sentence(error: Exception) -> str:
    """Return the first line of an error. For an error of PostgreSQL, omit what SQLAlchemy adds."""
    cause = getattr(error, "orig", None) or error
    return next(iter(str(cause).splitlines()), "") or type(cause).__name__
