"""Serve images below ``/media``: cacheable without a time limit, with range requests and an image's content type.

Images of a bucket are sent by this process, not by a redirect: they must come from the shop's origin, as the content
security policy requires, and with headers that a bucket does not send. The bucket stays private. Since the URLs contain
a hash of the content, a cache in front of the shop requests each image once.
"""

import re
from collections.abc import AsyncIterator
from pathlib import PurePosixPath

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from api.media.storage_threads import in_storage_thread
from shop.errors import refusal
from shop.media.keys import is_private, key_of
from shop.media.media import Media
from shop.media.storage import CONTENT_TYPES, StorageUnavailable, StoredObject
from shop.operations.incidents import incidents
from shop.settings import Settings

CHUNK = 256 * 1024

_RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})")
_SAFETY_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
}
_MESSAGES = {
    404: "There is no such picture.",
    416: "The picture does not go on that far.",
    503: "The shop cannot reach its pictures just now.",
}


class MediaApp:
    """The ASGI application for ``/media``."""

    def __init__(self, config: Settings) -> None:
        self._media = Media.from_settings(config, cached=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            key = _requested_key(request)
            stored = await in_storage_thread(self._media.open, key)
        except (ValueError, FileNotFoundError):
            await _failure(404)(scope, receive, send)
        except StorageUnavailable as error:
            incidents.record("storage", str(error))
            await _failure(503, {"Retry-After": "3"})(scope, receive, send)
        else:
            with stored:
                await _respond(request, key, stored)(scope, receive, send)


def _requested_key(request: Request) -> str:
    """Return the key of the requested image.

    :raises ValueError: if no image is served at this address.
    """
    path = request.url.path
    key = key_of(path)
    if request.method not in {"GET", "HEAD"} or is_private(key):
        raise ValueError(path)
    return key


def _respond(request: Request, key: str, stored: StoredObject) -> Response:
    name = PurePosixPath(key)
    headers = {
        "Cache-Control": "public, max-age=31536000, immutable",
        "ETag": f'"{name.stem}"',
        "Accept-Ranges": "bytes",
        **_SAFETY_HEADERS,
    }
    if _has_current(request, headers["ETag"]):
        return Response(status_code=304, headers=headers)
    requested = _requested_range(request, stored.size, headers["ETag"])
    if requested is not None and not requested:
        return _failure(416, {"Content-Range": f"bytes */{stored.size}"})
    part = range(stored.size) if requested is None else requested
    headers |= {"Content-Type": CONTENT_TYPES[name.suffix], "Content-Length": str(len(part))}
    if requested is not None:
        headers["Content-Range"] = f"bytes {part.start}-{part.stop - 1}/{stored.size}"
    status = 200 if requested is None else 206
    if request.method == "HEAD":
        return Response(status_code=status, headers=headers)
    return StreamingResponse(_chunks(stored, part), status, headers)


def _has_current(request: Request, etag: str) -> bool:
    etags = [one.strip().removeprefix("W/") for one in request.headers.get("if-none-match", "").split(",")]
    return etag in etags or "*" in etags


def _requested_range(request: Request, size: int, etag: str) -> range | None:
    """Return the requested bytes: an empty range if they are beyond the end, None for the whole (RFC 9110, 14).

    A header with several ranges, or one that cannot be parsed, is ignored, as the RFC allows.
    """
    match = _RANGE.fullmatch(request.headers.get("range", ""))
    if match is None or request.headers.get("if-range", etag) != etag:
        return None
    first, last = match.groups()
    if not first:
        return range(max(0, size - int(last)), size) if last else None
    if last and int(last) < int(first):
        return None
    return range(int(first), min(int(last) + 1, size) if last else size)


async def _chunks(stored: StoredObject, part: range) -> AsyncIterator[bytes]:
    for start in range(part.start, part.stop, CHUNK):
        yield await in_storage_thread(stored.read, start, min(CHUNK, part.stop - start))


def _failure(status: int, headers: dict[str, str] | None = None) -> Response:
    """Return a failure, in the shape of all failures."""
    headers = {"Cache-Control": "no-store", **_SAFETY_HEADERS, **(headers or {})}
    return Response(refusal(status, _MESSAGES[status]), status, headers, "application/json")
