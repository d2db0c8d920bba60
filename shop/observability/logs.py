"""Structured logs on standard output: readable on a terminal, JSON elsewhere. Never a code, a password or a token.

With ``SHOP_LOG_LEVEL=debug`` each request, delivery and push is a line, and one ``request_id`` runs through them from
the POST to the socket.
"""

import logging
import sys
from contextvars import ContextVar

import structlog

from shop.settings import log_level

request_id: ContextVar[str | None] = ContextVar("request_id", default=None)
"""The number of the request that is being answered."""

_log = structlog.get_logger()

process = "shop"
"""What this process is called, in logs and traces."""


def configure(name: str) -> None:
    """Set up logging for this process; libraries' warnings come out in the same form."""
    global process  # noqa: PLW0603 - a process has one name, which it is given at its start
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
    logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # who asked for a connection says what went wrong


def is_traced() -> bool:
    """Whether each request and event is to be a line."""
    return log_level() <= logging.DEBUG


class OutageLogger:
    """Tells once that something is away, however often that is met, and once that it is back."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._is_on = False

    def failed(self, error: Exception) -> None:
        """Note that it is away, and why in the words of what failed."""
        if not self._is_on:
            _log.warning(self._what, reason=_sentence(error))
        self._is_on = True

    def recovered(self) -> None:
        """Note that it is there."""
        if self._is_on:
            _log.info(f"no longer: {self._what}")
        self._is_on = False


def _sentence(error: Exception) -> str:
    """Return the first line of what failed; of a refusal by PostgreSQL, without what SQLAlchemy puts around it."""
    cause = getattr(error, "orig", None) or error
    return next(iter(str(cause).splitlines()), "") or type(cause).__name__
