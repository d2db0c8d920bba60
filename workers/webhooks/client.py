"""Posts a webhook: to the address that was checked, within ten seconds, without following redirects."""

import asyncio
import socket
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from email.utils import parsedate_to_datetime
from functools import cache, partial
from http import HTTPStatus
from urllib.parse import urlsplit

import httpx2

from shop.clock import now
from shop.integrations import rules, signing
from shop.integrations.results import ANSWER_LENGTH, Message, Outcome
from shop.security import outgoing_addresses
from shop.security.outgoing_addresses import ForbiddenAddress
from shop.settings import Settings

MAX_ANSWER_BYTES = 64 * 1024
RESOLVED_SECONDS = 5.0
"""How long an address that was resolved and checked is used for further calls."""
USER_AGENT = "Swarna-Webhooks/1"
_REDIRECTS = {
    HTTPStatus.MOVED_PERMANENTLY,
    HTTPStatus.FOUND,
    HTTPStatus.SEE_OTHER,
    HTTPStatus.TEMPORARY_REDIRECT,
    HTTPStatus.PERMANENT_REDIRECT,
}


@cache
def _tls() -> ssl.SSLContext:
    return httpx2.create_ssl_context(trust_env=False)


class EndpointClient:
    """The HTTP client of one address of an endpoint.

    Each has connections of its own, so that none is used for another host at the same IP address, and a thread of its
    own that resolves the host, so that a name server that does not answer delays no other endpoint. ``used_at`` is the
    monotonic time of the last call.
    """

    def __init__(self, settings: Settings) -> None:
        self.used_at = time.monotonic()
        self._settings = settings
        self._resolved: tuple[str, float] | None = None
        self._resolving = asyncio.Lock()
        self._resolver = ThreadPoolExecutor(1, thread_name_prefix="webhook-resolver")
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=15)
        self._client = httpx2.AsyncClient(
            verify=_tls(), trust_env=False, follow_redirects=False, timeout=rules.CALL_SECONDS, limits=limits
        )

    async def close(self) -> None:
        """Close its connections, and end its thread."""
        self._resolver.shutdown(wait=False, cancel_futures=True)
        await self._client.aclose()

    async def send(self, message: Message) -> Outcome:
        """Post a message and return the result. Errors of the network and of the address are results as well."""
        at, began = now(), time.monotonic()
        self.used_at = began
        try:
            async with asyncio.timeout(rules.CALL_SECONDS):
                status, answer, retry_after = await self._post(message)
        except TimeoutError:
            error = f"No answer within {rules.CALL_SECONDS:.0f} s"
            return replace(_failed(message, at, began, error), is_late=True)
        except ForbiddenAddress as error:
            return _failed(message, at, began, error.message)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            return _failed(message, at, began, f"{type(error).__name__}: {error}")
        reason = None if 200 <= status < 300 else _reason(status)
        return Outcome(message, at, _milliseconds(began), status, answer, reason, retry_after)

    async def _post(self, message: Message) -> tuple[int, str, float | None]:
        host, port = outgoing_addresses.check_url(message.url, is_local=self._settings.is_local)
        address = await self._resolve(host, port, urlsplit(message.url).scheme)
        url, host_header, tls_name = outgoing_addresses.pin(message.url, address, port)
        keys = [key for key in (message.secret, message.old_secret) if key]
        found = [secret for key in keys if (secret := signing.decrypt(key))]
        if not found:
            raise ValueError("The secret cannot be read. Please change it.")
        headers = signing.signed_headers(found, message.message_id, message.body, at=now())
        headers |= {"host": host_header, "content-type": "application/json", "user-agent": USER_AGENT}
        extensions = {"sni_hostname": tls_name}
        async with self._client.stream(
            "POST", url, content=message.body.encode(), headers=headers, extensions=extensions
        ) as response:
            body = b""
            async for part in response.aiter_raw():
                body += part
                if len(body) >= MAX_ANSWER_BYTES:
                    break
        text = body[: ANSWER_LENGTH * 4].decode("utf-8", "replace")[:ANSWER_LENGTH]
        return response.status_code, text, _retry_after(response.headers.get("retry-after", ""))

    async def _resolve(self, host: str, port: int, scheme: str) -> str:
        """Resolve a host once and check all its addresses; return the one to connect to."""
        async with self._resolving:
            if self._resolved and time.monotonic() - self._resolved[1] < RESOLVED_SECONDS:
                return self._resolved[0]
            self._resolved = await self._look_up(host, port, scheme), time.monotonic()
        return self._resolved[0]

    async def _look_up(self, host: str, port: int, scheme: str) -> str:
        loop = asyncio.get_running_loop()
        lookup = partial(socket.getaddrinfo, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
        found = await loop.run_in_executor(self._resolver, lookup, host.rstrip("."), port)
        names = [str(entry[4][0]) for entry in found]
        return outgoing_addresses.check_addresses(
            names, scheme=scheme, is_local=self._settings.is_local, allowed=self._settings.webhook_allowed
        )


def _failed(message: Message, at: datetime, began: float, error: str) -> Outcome:
    return Outcome(message, at, _milliseconds(began), error=error)


def _milliseconds(began: float) -> int:
    return round((time.monotonic() - began) * 1000)


def _reason(status: int) -> str:
    if status in _REDIRECTS:
        return f"Answered {status}; redirects are not followed"
    return f"Answered {status}"


def _retry_after(value: str) -> float | None:
    """Read the header Retry-After, in seconds or as a date (RFC 9110, 10.2.3). None if it is neither."""
    if value.isascii() and value.isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - now()).total_seconds())
    except (TypeError, ValueError, OverflowError):  # OverflowError: a year or an offset of twenty digits
        return None
