"""Checks before every route: origin and size of the body. Sets the headers of every response.

It also adds the trailing slash to URLs of the API.
"""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shop.errors import refusal
from shop.sessions import origins
from shop.settings import Settings

MAX_BODY_BYTES = 1024 * 1024
MAX_FILE_FORM_BYTES = 11 * 1024 * 1024
MAX_FORM_BYTES = {
    "/api/category": MAX_FILE_FORM_BYTES,
    "/api/product": 10 * MAX_FILE_FORM_BYTES,
    "/api/product/import": MAX_FILE_FORM_BYTES,
    "/api/productimage": MAX_FILE_FORM_BYTES,
    "/api/review/photo": MAX_FILE_FORM_BYTES,
}
"""Limits of the total size of forms with files. :mod:`api.http.uploads` limits each file."""
HSTS = b"max-age=31536000; includeSubDomains"
MAX_LENGTH_DIGITS = 15
SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}


class TooLarge(Exception):
    """The body, or a file in it, exceeds its limit. The message is for people."""


class RequestGuard:
    """Refuses requests of other sites and oversized bodies. Responses are private unless a route sets other headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._headers = [(b"cache-control", b"no-store"), *common_headers(settings)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message["headers"] = _with_headers(message["headers"], self._headers)
            await send(message)

        if scope["method"] not in SAFE_METHODS and self._is_foreign(headers):
            await send_failure(
                send_with_headers, 403, "This request comes from another site, so it was not carried out."
            )
            return
        length, max_bytes = headers.get("content-length", "0"), _max_bytes(scope, headers)
        if not length.isdecimal() or len(length) > MAX_LENGTH_DIGITS or int(length) > max_bytes:
            await send_failure(send_with_headers, 413, _too_large(max_bytes))
            return
        path = scope["path"]
        if path.startswith("/api/") and not path.endswith("/") and not path.endswith(".json"):
            scope["path"] = f"{path}/"
        try:
            await self._app(scope, _limited(receive, max_bytes), send_with_headers)
        except TooLarge as error:
            if not started:
                await send_failure(send_with_headers, 413, str(error))

    def _is_foreign(self, headers: Headers) -> bool:
        if headers.get("sec-fetch-site") == "cross-site":
            return True
        origin = headers.get("origin")
        return origin is not None and not origins.is_own_origin(origin, self._settings)


def common_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    """Return the default headers of every response. A route may override them."""
    tls = [(b"strict-transport-security", HSTS)] if settings.has_tls else []
    return [
        (b"x-content-type-options", b"nosniff"),
        (b"referrer-policy", b"strict-origin-when-cross-origin"),
        (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
        *tls,
    ]


def _with_headers(given: list[tuple[bytes, bytes]], defaults: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Add the defaults that a response does not set itself."""
    names = {name.lower() for name, _ in given}
    return [*given, *(header for header in defaults if header[0] not in names)]


def _max_bytes(scope: Scope, headers: Headers) -> int:
    is_form = headers.get("content-type", "").startswith("multipart/form-data")
    return MAX_FORM_BYTES.get(scope["path"].rstrip("/"), MAX_BODY_BYTES) if is_form else MAX_BODY_BYTES


def _too_large(max_bytes: int) -> str:
    return f"This is more than the shop takes in one request ({max_bytes // 1024 // 1024} MB)."


def _limited(receive: Receive, max_bytes: int) -> Receive:
    read = 0

    async def receive_limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > max_bytes:
            raise TooLarge(_too_large(max_bytes))
        return message

    return receive_limited


async def send_failure(send: Send, status: int, message: str) -> None:
    """Send a failure response."""
    body = refusal(status, message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
