"""Structured logs on standard output: readable on a terminal, JSON elsewhere. Secrets are never logged.

With ``SHOP_LOG_LEVEL=debug`` each request, delivery and push is logged, with the same ``request_id`` from the POST to
the socket.
"""

import logging
import sys
from contextvars import ContextVar

import structlog

from shop.settings import log_level

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The id of the current request."""

_log = structlog.get_logger()

process = "shop"
"""The name of this process in logs and traces."""


def configure(name: str) -> None:
    """Set up logging for this process. Warnings of libraries get the same format."""
    global process  # noqa: PLW0603 - a process has one name, set at its start
    process = name
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.dev.ConsoleRenderer(colors=False) if sys.stdout.isatty() else structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(log_level()),
        logger_factory=structlog.PrintLoggerFactory(),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(process=name)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", force=True)
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
