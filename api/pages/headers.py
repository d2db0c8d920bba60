"""The headers that keep pages and files safe."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shop.settings import Settings


def content_policy(style: str = "") -> str:
    """Return the content policy of a page.

    :param style: the hash of the page's own style element, as in ``sha256-…``.
    """
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            f"style-src 'self' '{style}'" if style else "style-src 'self'",
            "script-src 'self'",
            "connect-src 'self'",
            "font-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


class SafeHeaders:
    """Adds the security headers to every page and file that does not bring its own."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._headers = {
            b"content-security-policy": content_policy().encode(),
            b"x-content-type-options": b"nosniff",
            b"referrer-policy": b"strict-origin-when-cross-origin",
        }
        if settings.has_tls:
            self._headers[b"strict-transport-security"] = b"max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                missing = ((name, value) for name, value in self._headers.items() if name not in present)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self._app(scope, receive, answer)
