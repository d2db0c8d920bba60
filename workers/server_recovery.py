"""Detect that a server works again, and make the deliveries that waited for it due at once.

Otherwise each delivery would wait for its own next attempt, which may be over a minute away. There are two signs:

- A server that was unavailable responds again. A thread checks it every few seconds.
- A mail is accepted after the server temporarily refused the content of several different mails. A check cannot detect
  this, because it sends no mail.

The refusal of a single delivery says nothing about others, so its pause stays as it is.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from email.utils import parseaddr
from math import inf

import aiosmtplib
import psycopg
import structlog
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.events import leasing
from shop.events.retries import MIN_REFUSED, Failure
from shop.media.media import media
from shop.settings import settings
from workers.mail import smtp
from workers.process import failure_of

CHECK_SECONDS = 3.0
MAX_CHECK_SECONDS = 60.0
"""Longest pause between two checks of a server that refuses them. Providers lock out clients that log in too often."""
ANSWER_SECONDS = 3.0
MAX_WATCH_SECONDS = 3600.0
"""A watch ends after this time. The next delivery that fails begins another one."""
MIN_SECONDS_BETWEEN_RETRIES = 600.0
"""If the server accepts few of many mails, as by a quota, each accepted one would repeat all the others otherwise."""
WATCHED = (Failure.AWAY, Failure.INTERRUPTED)
"""The failures after which a check tells when the server works again."""

log = structlog.get_logger()


class Watch:
    """Checks a server while deliveries of a queue wait for it."""

    def __init__(self, queue: str, check: Callable[[], None]) -> None:
        self._queue = queue
        self._check = check
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self, database: Engine) -> None:
        """Start the thread that checks, unless it is running."""
        with self._lock:
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._watch, args=(database,), daemon=True, name="recovery")
                self._thread.start()

    def _watch(self, database: Engine) -> None:
        """End if the server responds to the first check. Otherwise make waiting deliveries due once it responds."""
        pause, seconds = threading.Event(), CHECK_SECONDS
        until = time.monotonic() + MAX_WATCH_SECONDS
        was_away = False
        while (error := self._error()) is not None:
            was_away = True
            if time.monotonic() > until:
                return
            pause.wait(seconds)
            if isinstance(error, smtp.REFUSALS):
                seconds = min(2 * seconds, MAX_CHECK_SECONDS)
        if was_away:
            _retry_now(database, self._queue, WATCHED)

    def _error(self) -> Exception | None:
        try:
            self._check()
        except Exception as error:  # noqa: BLE001 - any error means that the server does not work
            return error
        return None


def _retry_now(database: Engine, queue: str, failures: Sequence[Failure]) -> None:
    with suppress(SQLAlchemyError, psycopg.Error), database.begin() as connection:
        count = leasing.retry_now(connection, queue, failures)
        log.info("a server works again; deliveries that waited for it are due", queue=queue, deliveries=count)


def _check_mail_server() -> None:
    """Connect to the mail server and name the shop as sender and recipient, without sending a mail.

    The shop's address may have no mailbox. So a server that permanently refuses the recipient counts as working.

    :raises aiosmtplib.SMTPException, OSError: if the server does not accept that.
    """
    asyncio.run(_greet())


async def _greet() -> None:
    _, own = parseaddr(settings().mail_from)
    async with smtp.connected(answer_seconds=ANSWER_SECONDS, seconds=smtp.SEND_TIMEOUT_SECONDS) as client:
        await client.mail(own)
        try:
            await client.rcpt(own)
        except aiosmtplib.SMTPRecipientRefused as refusal:
            if not smtp.is_permanent(refusal):
                raise
        await client.rset()


def _check_storage() -> None:
    """Store a small object in the storage of images, and delete it.

    :raises StorageUnavailable: if that fails.
    """
    media().check()


_WATCHES = {
    "mail": Watch("mail", _check_mail_server),
    "images": Watch("images", _check_storage),
}


class RefusedMails:
    """The mails whose content the server refused in this process since it last accepted one."""

    def __init__(self) -> None:
        self._ids: set[int] = set()
        self._retried_at = -inf

    def add(self, delivery_ids: Collection[int]) -> None:
        """Add deliveries whose mails were refused."""
        self._ids.update(delivery_ids)

    def note_accepted(self, database: Engine) -> None:
        """Forget them, as a mail was accepted. If there were several, make all refused mails of the shop due at once.

        This happens once in :data:`MIN_SECONDS_BETWEEN_RETRIES`; otherwise each waits for its own next attempt.
        """
        is_early = time.monotonic() - self._retried_at < MIN_SECONDS_BETWEEN_RETRIES
        if len(self._ids) >= MIN_REFUSED and not is_early:
            self._retried_at = time.monotonic()
            _retry_now(database, "mail", [Failure.DEFERRED])
        self._ids.clear()


refused_mails = RefusedMails()


def note_failure(queue: str, error: Exception, delivery_ids: Collection[int], database: Engine) -> None:
    """Start to check the server of a queue, if it caused this error.

    The refusal of a mail starts no check: the server responds, and the mail has pauses of its own.
    """
    failure = failure_of(error)
    if queue in _WATCHES and failure in WATCHED:
        _WATCHES[queue].begin(database)
    if failure is Failure.DEFERRED and isinstance(error, aiosmtplib.SMTPDataError):
        refused_mails.add(delivery_ids)
