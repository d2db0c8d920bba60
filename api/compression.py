"""Sending answers compressed, where that tells nobody a secret.

The length of a compressed body tells whether a text in it resembles another one. Whoever can read lengths on the wire
and make someone's browser ask for pages that hold both a secret and a text of the attacker's choice, guesses the
secret letter by letter (BREACH, 2013). So two kinds of answer are compressed, and no others:

- what is the same for everyone: the pages, the catalogue, the gold rates. It is made without looking at who asks, so
  there is no secret in it. Tokens travel in cookies, which are headers and never compressed.
- what the shop's own page asked for itself, by ``Sec-Fetch-Site: same-origin``, which a browser sets and no script
  can. Another site's page, which is where the attacker's texts come from, gets a person's rows uncompressed; and as
  the cookies are SameSite=Lax, it could have opened them as a page at most.
"""

import gzip
from collections.abc import Callable
from functools import lru_cache

import brotli
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEAST = 1024
"""Bytes from which compressing is worth its time."""
MOST = 4 * 1024 * 1024
"""Bytes up to which it does not hold up other requests for long: some 40 ms."""

_TEXTS = ("application/json", "application/xml", "application/ld+json", "text/", "image/svg+xml")
_ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=4),
    "gzip": lambda body: gzip.compress(body, compresslevel=5, mtime=0),
}


@lru_cache(maxsize=256)
def choose(accepted: str) -> str | None:
    """Return the best encoding that ``Accept-Encoding`` takes, None where that is none of ours (RFC 9110, 12.5.3)."""
    taken = set()
    for part in accepted.lower().split(","):
        name, _, weight = part.replace(" ", "").partition(";")
        if weight.rstrip("0") not in {"q=", "q=0."}:
            taken.add(name)
    return next((encoding for encoding in _ENCODERS if encoding in taken or "*" in taken), None)


def compress(body: bytes, encoding: str) -> bytes:
    """Return the body in an encoding that :func:`choose` returned."""
    return _ENCODERS[encoding](body)


class OwnAnswers:
    """Compresses what the shop's own pages ask for. What everyone may read comes compressed already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (b"sec-fetch-site", b"same-origin") not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        encoding = choose(Headers(scope=scope).get("accept-encoding", ""))
        await self._app(scope, receive, _Compressing(send, encoding) if encoding else send)


class _Compressing:
    """Holds back the start of an answer until its body shows whether it is whole and worth it."""

    def __init__(self, send: Send, encoding: str) -> None:
        self._send = send
        self._encoding = encoding
        self._start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        start, self._start = self._start, None
        if start is not None:
            headers = MutableHeaders(scope=start)
            body = message.get("body", b"")
            is_whole = not message.get("more_body", False)
            if is_whole and LEAST <= len(body) <= MOST and _is_text(headers):
                body = compress(body, self._encoding)
                headers["Content-Encoding"] = self._encoding
                headers["Content-Length"] = str(len(body))
                headers.add_vary_header("Accept-Encoding")
                message = {**message, "body": body}
            await self._send(start)
        await self._send(message)


def _is_text(headers: Headers) -> bool:
    return "content-encoding" not in headers and headers.get("content-type", "").startswith(_TEXTS)
