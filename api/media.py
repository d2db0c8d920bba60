"""Pictures over HTTP: kept for ever by whoever has them, in parts where asked, and never anything but a picture.

With a bucket, pictures go through this process rather than by redirect: they stay at the shop's own origin, as the
pages' content policy demands, and carry our headers, which a bucket would not; the bucket stays closed. A name stands
for its content, so a cache in front of the shop asks for each once.
"""

import re
from collections.abc import AsyncIterator
from pathlib import PurePosixPath

import anyio
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from shop.errors import refusal
from shop.media import ORIGINALS, TYPES, URL, Media, StorageAway, key_of
from shop.media.storage import Opened
from shop.operations.work import troubles
from shop.settings import Settings

PIECE = 256 * 1024

TURNS = anyio.CapacityLimiter(16)
"""Threads that may be waiting for the place of the pictures: where it hangs, the rest of the shop has its own."""

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_SAFETY = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
_SENTENCES = {
    404: "There is no such picture.",
    416: "The picture does not go on that far.",
    503: "The shop cannot reach its pictures just now.",
}


class Pictures:
    """The application that answers for ``/media``."""

    def __init__(self, config: Settings) -> None:
        self._media = Media.of(config, shows=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            key = _shown_key(request)
            opened = await anyio.to_thread.run_sync(self._media.open, key, limiter=TURNS)
        except (ValueError, FileNotFoundError):
            await _refusal(404)(scope, receive, send)
        except StorageAway as error:
            troubles.meet("storage", str(error))
            await _refusal(503, {"Retry-After": "3"})(scope, receive, send)
        else:
            with opened:
                await _answer(request, key, opened)(scope, receive, send)


def _shown_key(request: Request) -> str:
    """Return the key of what is asked for.

    :raises ValueError: where it is nothing that is shown.
    """
    path = request.url.path
    if request.method not in {"GET", "HEAD"} or path.startswith(f"{URL}/{ORIGINALS}/"):
        raise ValueError(path)
    return key_of(path)


def _answer(request: Request, key: str, opened: Opened) -> Response:
    name = PurePosixPath(key)
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "ETag": f'"{name.stem}"',
        "Accept-Ranges": "bytes",
        **_SAFETY,
    }
    if _is_known(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    asked = _part(request, opened.size, headers["ETag"])
    if asked is not None and not asked:
        return _refusal(416, {"Content-Range": f"bytes */{opened.size}"})
    part = range(opened.size) if asked is None else asked
    headers |= {"Content-Type": TYPES[name.suffix], "Content-Length": str(len(part))}
    if asked is not None:
        headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{opened.size}"
    status = 200 if asked is None else 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers)
    return StreamingResponse(_pieces(opened, part), status, headers)


def _is_known(request: Request, etag: str) -> bool:
    known = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return etag in known or "*" in known


def _part(request: Request, size: int, etag: str) -> range | None:
    """Return which bytes the request asks for, none where they lie beyond the end (RFC 9110, 14).

    Several parts at once, and what cannot be read, ask for the whole, as the RFC allows: None.
    """
    asked = _RANGE.fullmatch(request.headers.get("range", ""))
    if asked is None or request.headers.get("if-range", etag) != etag:
        return None
    first, last = asked.groups()
    if not first:
        return range(max(0, size - int(last)), size) if last else None
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1, size) if last else size)


async def _pieces(opened: Opened, part: range) -> AsyncIterator[bytes]:
    for start in range(part.start, part.stop, PIECE):
        yield await anyio.to_thread.run_sync(opened.read, start, min(PIECE, part.stop - start), limiter=TURNS)


def _refusal(status: int, headers: dict[str, str] | None = None) -> Response:
    """Return a refusal in the one shape that all of the shop's have."""
    headers = {"Cache-Control": "no-store", **_SAFETY, **(headers or {})}
    return Response(refusal(status, _SENTENCES[status]), status, headers, "application/json")
