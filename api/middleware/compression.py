"""Compress responses that cannot reveal a secret by their length.

The length of a compressed body shows whether one text in it repeats another. An attacker who sees lengths on the wire,
and makes a browser request pages that contain both a secret and a text of the attacker's choice, can guess the secret
letter by letter (BREACH, 2013). So only two kinds of responses are compressed:

- Responses that are the same for everyone: pages, catalogue, gold rates. They do not depend on the caller, so they
  contain no secret. Tokens are in cookies, which are headers and never compressed.
- Responses to requests of the shop's own pages, with ``Sec-Fetch-Site: same-origin``. Browsers set this header, and
  scripts cannot. A page of another site, which could send the attacker's texts, gets uncompressed responses.
"""

import asyncio
import gzip
from collections.abc import Callable
from functools import lru_cache

import brotli
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MIN_BYTES = 1024
"""Smaller bodies are not compressed, because this saves too little."""
MAX_BYTES = 4 * 1024 * 1024
"""Larger bodies are not compressed: one of this size takes about 40 ms of CPU time."""
MAX_INLINE_BYTES = 128 * 1024
"""Larger bodies are compressed in a thread, so that they do not block the event loop."""

_TEXTS = ("application/json", "application/xml", "application/ld+json", "text/", "image/svg+xml")
_ENCODERS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda body: brotli.compress(body, quality=4),
    "gzip": lambda body: gzip.compress(body, compresslevel=5, mtime=0),
}


@lru_cache(maxsize=256)
def choose_encoding(accepted: str) -> str | None:
    """Return the best supported encoding that ``Accept-Encoding`` allows, or None (RFC 9110, 12.5.3)."""
    allowed = set()
    for part in accepted.lower().split(","):
        name, _, weight = part.replace(" ", "").partition(";")
        if weight.rstrip("0") not in {"q=", "q=0."}:
            allowed.add(name)
    return next((encoding for encoding in _ENCODERS if encoding in allowed or "*" in allowed), None)


def compress(body: bytes, encoding: str) -> bytes:
    """Compress a body with an encoding of :func:`choose_encoding`."""
    return _ENCODERS[encoding](body)


class SameOriginCompression:
    """Compresses responses to the shop's own pages. Cached responses are already compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or (b"sec-fetch-site", b"same-origin") not in scope["headers"]:
            await self._app(scope, receive, send)
            return
        encoding = choose_encoding(Headers(scope=scope).get("accept-encoding", ""))
        await self._app(scope, receive, _CompressingSend(send, encoding) if encoding else send)


class _CompressingSend:
    """Holds the start of a response until its body shows whether it is complete and large enough."""

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
            is_complete = not message.get("more_body", False)
            if is_complete and MIN_BYTES <= len(body) <= MAX_BYTES and _is_text(headers):
                if len(body) > MAX_INLINE_BYTES:
                    body = await asyncio.to_thread(compress, body, self._encoding)
                else:
                    body = compress(body, self._encoding)
                headers["Content-Encoding"] = self._encoding
                headers["Content-Length"] = str(len(body))
                headers.add_vary_header("Accept-Encoding")
                message = {**message, "body": body}
            await self._send(start)
        await self._send(message)


def _is_text(headers: Headers) -> bool:
    return "content-encoding" not in headers and headers.get("content-type", "").startswith(_TEXTS)
