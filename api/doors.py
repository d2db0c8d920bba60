"""What every request passes before it reaches a route: size, origin, slash; and the headers of every answer.

Written as plain ASGI, so that nothing stands between a route's commit and its first byte.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shop.errors import refusal
from shop.sessions import origins
from shop.settings import Settings

LARGEST_BODY = 1024 * 1024
LARGEST_UPLOAD = 11 * 1024 * 1024
UPLOADS = {
    "/api/category": LARGEST_UPLOAD,
    "/api/product": 10 * LARGEST_UPLOAD,
    "/api/product/import": LARGEST_UPLOAD,
    "/api/productimage": LARGEST_UPLOAD,
}
"""What a form with files may hold in all; each picture is measured by itself while it comes in."""
ONLY_TLS = b"max-age=31536000; includeSubDomains"
MAX_LENGTH_DIGITS = 15
SAFE = {"GET", "HEAD", "OPTIONS"}


class TooLarge(Exception):
    """The body, or a file in it, goes on beyond what the call takes. The message is for a person."""


class Doors:
    """Refuses foreign pages and oversized bodies; answers are private unless a route says otherwise."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._ours = [(b"cache-control", b"no-store"), *always(settings)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        started = False

        async def answer(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = _finished(message["headers"], self._ours)
            await send(message)

        if scope["method"] not in SAFE and self._is_foreign(headers):
            await refuse(answer, 403, "This request comes from another site, so it was not carried out.")
            return
        length, most = headers.get("content-length", "0"), _largest_body(scope, headers)
        if not length.isdecimal() or len(length) > MAX_LENGTH_DIGITS or int(length) > most:
            await refuse(answer, 413, _too_large(most))
            return
        path = scope["path"]
        if path.startswith("/api/") and not path.endswith("/") and not path.endswith(".json"):
            scope["path"] = f"{path}/"
        try:
            await self._app(scope, _counted(receive, most), answer)
        except TooLarge as error:
            if not started:
                await refuse(answer, 413, str(error))

    def _is_foreign(self, headers: Headers) -> bool:
        if headers.get("sec-fetch-site") == "cross-site":
            return True
        origin = headers.get("origin")
        return origin is not None and not origins.is_own(origin, self._settings)


def always(settings: Settings) -> list[tuple[bytes, bytes]]:
    """Return the headers of every answer, but for those that a route sets otherwise."""
    tls = [(b"strict-transport-security", ONLY_TLS)] if settings.has_tls else []
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        *tls,
    ]


def _finished(given: list[tuple[bytes, bytes]], ours: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add those of our headers that an answer does not have yet."""
    names = {name.lower() for name, _ in given}
    return [*given, *(header for header in ours if header[0] not in names)]


def _largest_body(scope: Scope, headers: Headers) -> int:
    is_form = headers.get("content-type", "").startswith("multipart/form-data")
    return UPLOADS.get(scope["path"].rstrip("/"), LARGEST_BODY) if is_form else LARGEST_BODY


def _too_large(most: int) -> str:
    return f"This is more than the shop takes in one request ({most // 1024 // 1024} MB)."


def _counted(receive: Receive, most: int) -> Receive:
    read = 0

    async def counted() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > most:
            raise TooLarge(_too_large(most))
        return message

    return counted


async def refuse(send: Send, status: int, message: str) -> None:
    """Answer with a failure in the one shape."""
    body = refusal(status, message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
