"""Looks whether a server that was away is back, so that what waited for it goes out at once.

Without this each delivery would wait for its own next try, which may be a minute away. A server counts as back only
where it was found away before: what one delivery is refused for says nothing of the others.
"""

import asyncio
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit

import aiosmtplib
import psycopg
import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.events import deliveries
from shop.media import ORIGINALS, media
from shop.settings import settings

EVERY_SECONDS = 3.0
ANSWER_SECONDS = 3.0
LONGEST_SECONDS = 3600.0
"""A watch ends by then; the next delivery that fails begins another one."""

log = structlog.get_logger()


class Watch:
    """Watches one server while deliveries of one queue wait for it."""

    def __init__(self, queue: str, errors: Sequence[str], check: Callable[[], None]) -> None:
        self._queue = queue
        self.errors = tuple(errors)
        self._check = check
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, database: Engine) -> None:
        """Watch in a thread of its own, unless that is done already."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, args=(database,), daemon=True, name="recovery")
                self._thread.start()

    def _watch(self, database: Engine) -> None:
        """End where the server answers at once; else let what waits be due as soon as it does."""
        pause = threading.Event()
        until = time.monotonic() + LONGEST_SECONDS
        was_away = False
        while not self._answers():
            was_away = True
            if time.monotonic() > until:
                return
            pause.wait(EVERY_SECONDS)
        if was_away:
            self._bring_forward(database)

    def _answers(self) -> bool:
        try:
            self._check()
        except Exception:  # noqa: BLE001 - whatever it is, the server does not do what it should
            return False
        return True

    def _bring_forward(self, database: Engine) -> None:
        with suppress(SQLAlchemyError, psycopg.Error), database.begin() as connection:
            count = deliveries.bring_forward(connection, self._queue, self.errors)
            log.info("a server is back; what waited for it is due", queue=self._queue, deliveries=count)


def _check_mail_server() -> None:
    """Greet the mail server and name the shop as sender and recipient, without a mail.

    :raises aiosmtplib.SMTPException, OSError: where it does not take that.
    """
    asyncio.run(_greet())


async def _greet() -> None:
    server = urlsplit(settings().smtp_url)
    _, own = parseaddr(settings().mail_from)
    client = aiosmtplib.SMTP(
        hostname=server.hostname,
        port=server.port,
        username=unquote(server.username) if server.username else None,
        password=unquote(server.password) if server.password else None,
        use_tls=server.scheme == "smtps",
        start_tls=True if server.scheme == "smtp+starttls" else None,
        timeout=ANSWER_SECONDS,
    )
    async with client:
        await client.mail(own)
        await client.rcpt(own)
        await client.rset()


def _check_storage() -> None:
    """Store something small where pictures go, or reach for it where that is a bucket.

    :raises StorageAway, OSError: where it cannot be.
    """
    if settings().media_url:
        media().holds("/media/pictures/none-000000000000.webp")
        return
    folder = settings().media_dir / ORIGINALS
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-") as file:
        file.write(bytes(64 * 1024))


_WATCHES = {
    "mail": Watch(
        "mail",
        ("SMTP", "ConnectionRefused", "TimeoutError", "OSError", "gaierror", "CodeNotSentYet"),
        _check_mail_server,
    ),
    "images": Watch("images", ("StorageAway",), _check_storage),
}


def watch(queue: str, error: Exception, database: Engine) -> None:
    """Watch the server that a queue needs, where the error may be its."""
    found = _WATCHES.get(queue)
    if found and type(error).__name__.startswith(found.errors):
        found.begin(database)
