"""Sends mails to the SMTP server of ``SHOP_SMTP_URL``."""

import asyncio
import re
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email import policy
from email.message import EmailMessage
from email.utils import getaddresses
from itertools import chain
from math import inf
from urllib.parse import unquote, urlsplit

import aiosmtplib
import structlog

from shop.events.retries import Failure
from shop.settings import settings

ANSWER_SECONDS = 18
"""Time-out of each response of the server."""
SEND_TIMEOUT_SECONDS = 20
"""Time-out of a mail, from connecting until the server accepted it."""
QUIT_SECONDS = 2
"""Time-out of the last response, which does not concern the mail."""
LOGIN_CHECK_SECONDS = 60.0
"""Seconds between two logins at a server that refuses them. Providers lock out clients that try more often."""
_TEMPORARY = 400
_PERMANENT = 500
_TOO_LARGE = 552
_OF_THE_RECIPIENT = ("4.1.1 ", "4.1.2 ", "4.1.3 ", "4.1.6 ", "4.1.10 ", "4.2.2 ")
"""Enhanced status codes (RFC 3463) of the recipient's address and of a full mailbox."""
SEND_ERRORS = (aiosmtplib.SMTPException, OSError)
"""The errors of :func:`send`."""
SERVER_ERRORS = (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPHeloError, aiosmtplib.SMTPSenderRefused)
"""Errors that do not concern the mail: the server is unavailable, or refuses TLS, the login or the shop as sender."""
_INTERRUPTIONS = (aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPTimeoutError)
REFUSALS = (aiosmtplib.SMTPResponseException, aiosmtplib.SMTPRecipientsRefused)
"""Responses of the server, after which it waits for the next command."""

_ADDRESS_HEADERS = ("From", "To", "Reply-To")
_ONE_HEADER = re.compile(r"[^\r\n:]+:[^\r\n]*(\r\n[ \t]+[^\s][^\r\n]*)*\r\n")
"""A header as it is sent. A line that continues it begins with a blank and has more than blanks (RFC 5322, 2.2.3)."""

_failed_logins: dict[str, tuple[float, str]] = {}
"""By URL of the server, when this process last tried after a login that failed, and the reason of the failure."""

has_accepted = threading.Event()
"""Set when the server accepts a mail. Who asks clears it first."""

log = structlog.get_logger()


class HeadersChanged(Exception):
    """The mail would arrive with other headers than the shop set, because one has a text that ends it.

    Another try changes nothing, so the delivery becomes a dead letter after the usual number of attempts.
    """

    def __init__(self) -> None:
        super().__init__("The mail was not sent: a text in its headers would change other headers or the body.")


def is_permanent(error: Exception) -> bool:
    """Whether the server refused a mail permanently, with a status of 5xx."""
    codes = [refusal.code for refusal in _refusals(error)]
    return bool(codes) and min(codes) >= _PERMANENT


def failure_of(error: Exception) -> Failure | None:
    """Return how the server failed, or None if it refused the mail permanently or is not the cause.

    A refusal with a status of 4xx is temporary, for example by greylisting. A possibly wrong address and a full mailbox
    are told apart, because they may be permanent and affect only one person.
    """
    if isinstance(error, SERVER_ERRORS):
        return Failure.AWAY
    if isinstance(error, _INTERRUPTIONS):
        return Failure.INTERRUPTED
    temporary = [refusal for refusal in _refusals(error) if _TEMPORARY <= refusal.code < _PERMANENT]
    if all(refusal.message.startswith(_OF_THE_RECIPIENT) for refusal in temporary):
        return Failure.MAILBOX if temporary else None
    return Failure.DEFERRED


def _refusals(error: Exception) -> list[aiosmtplib.SMTPResponseException]:
    """Return the responses with which the server refused a mail."""
    if isinstance(error, SERVER_ERRORS):
        return []
    refusals = error.recipients if isinstance(error, aiosmtplib.SMTPRecipientsRefused) else [error]
    return [refusal for refusal in refusals if isinstance(refusal, aiosmtplib.SMTPResponseException)]


def send(message: EmailMessage) -> bool:
    """Send the mail to the SMTP server of ``SHOP_SMTP_URL``. Return whether it has an address to be sent to.

    A mail without an address is not sent: the account was deleted, or its address is none that a header can have.

    :raises HeadersChanged: if the mail would arrive with other headers.
    :raises aiosmtplib.SMTPException, OSError: if the server did not accept it.
    """
    if not message["To"].addresses[0].username:
        log.info("a mail without an address is not sent", message_id=str(message["Message-ID"]))
        return False
    _check_headers(message)
    asyncio.run(_send(message))
    has_accepted.set()
    return True


def _check_headers(message: EmailMessage) -> None:
    """Check that each header is sent as one header, with the addresses that it was set to.

    :raises HeadersChanged: if one is not.
    """
    senders_and_recipients = [_addresses(str(message[name])) for name in ("From", "To")]
    needs_utf8 = not "".join(chain(*senders_and_recipients)).isascii()  # as aiosmtplib decides
    sent_by = policy.SMTP.clone(utf8=needs_utf8)
    for part in message.walk():
        for name, value in part.raw_items():
            sent = sent_by.fold(name, value)
            has_others = name in _ADDRESS_HEADERS and _differ(
                _addresses(sent.partition(":")[2]), _addresses(str(value))
            )
            if has_others or not _ONE_HEADER.fullmatch(sent):
                raise HeadersChanged


def _addresses(header: str) -> list[str]:
    return [address for _, address in getaddresses([header.replace("\r\n", "")])]


def _differ(sent: list[str], meant: list[str]) -> bool:
    """Whether there are other addresses. One with letters outside of ASCII may be sent encoded."""
    return len(sent) != len(meant) or any(one.isascii() and one != each for each, one in zip(sent, meant, strict=True))


@asynccontextmanager
async def connected(*, answer_seconds: float, seconds: float) -> AsyncIterator[aiosmtplib.SMTP]:
    """Connect to the server of ``SHOP_SMTP_URL``, with STARTTLS and a login if the URL has them, for a block.

    ``smtp://`` uses STARTTLS if the server offers it. Without a login any certificate is accepted, because relays of
    one's own network often have a self-signed one. An attacker who can replace the certificate can also remove the
    offer. After a failed login, this process connects once in :data:`LOGIN_CHECK_SECONDS` until a login succeeds. An
    interrupted block does not wait for the server, because the server may hang.

    :param answer_seconds: time-out of each response.
    :param seconds: time-out of connecting and the block together.
    :raises aiosmtplib.SMTPConnectError: if the server is unavailable, refuses TLS or the login, or is not tried yet.
    :raises aiosmtplib.SMTPReadTimeoutError: if the block takes longer.
    """
    until = asyncio.get_running_loop().time() + seconds
    client = await _connect(answer_seconds, until)
    try:
        async with asyncio.timeout_at(until):
            yield client
        await _quit(client)
    except REFUSALS:
        await _quit(client)
        raise
    except aiosmtplib.SMTPException:
        raise
    except TimeoutError as error:
        raise aiosmtplib.SMTPReadTimeoutError(_in_words(error)) from error
    finally:
        client.close()


async def _quit(client: aiosmtplib.SMTP) -> None:
    with suppress(*SEND_ERRORS):
        await client.quit(timeout=QUIT_SECONDS)


async def _connect(answer_seconds: float, until: float) -> aiosmtplib.SMTP:
    url = settings().smtp_url
    tried_at, reason = _failed_logins.get(url, (-inf, ""))
    if time.monotonic() - tried_at < LOGIN_CHECK_SECONDS:
        raise aiosmtplib.SMTPConnectError(reason)
    if reason:
        _failed_logins[url] = time.monotonic(), reason  # another thread must not try at the same time
    server = urlsplit(url)
    client = aiosmtplib.SMTP(
        hostname=server.hostname,
        port=server.port,
        use_tls=server.scheme == "smtps",
        start_tls=True if server.scheme == "smtp+starttls" else None,
        validate_certs=server.scheme != "smtp" or bool(server.username),
        timeout=answer_seconds,
    )
    try:
        async with asyncio.timeout_at(until):
            await client.connect()
    except aiosmtplib.SMTPConnectError:
        raise
    except SEND_ERRORS as error:  # an error of TLS
        raise aiosmtplib.SMTPConnectError(_in_words(error)) from error
    if server.username:
        try:
            async with asyncio.timeout_at(until):
                await client.login(unquote(server.username), unquote(server.password or ""))
        except SEND_ERRORS as error:  # after a wrong password, some servers time out or close the connection
            client.close()
            _failed_logins[url] = time.monotonic(), _in_words(error)
            raise aiosmtplib.SMTPConnectError(_in_words(error)) from error
    _failed_logins.pop(url, None)
    return client


def _in_words(error: Exception) -> str:
    in_short = "The server did not answer in time" if isinstance(error, TimeoutError) else type(error).__name__
    return str(error) or in_short


async def _send(message: EmailMessage) -> None:
    async with connected(answer_seconds=ANSWER_SECONDS, seconds=SEND_TIMEOUT_SECONDS) as client:
        try:
            await client.send_message(message)
        except aiosmtplib.SMTPSenderRefused as refusal:
            if refusal.code != _TOO_LARGE:
                raise
            raise aiosmtplib.SMTPDataError(refusal.code, refusal.message) from refusal
