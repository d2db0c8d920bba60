"""Security headers of pages and files."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shop.settings import Settings


def content_security_policy(style_hash: str = "") -> str:
    """Return the content security policy of a page.

    :param style_hash: the hash of the page's own style element, as in ``sha256-…``.
    """
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            f"style-src 'self' '{style_hash}'" if style_hash else "style-src 'self'",
            "script-src 'self'",
            "connect-src 'self'",
            "font-src 'self'",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )


class SecurityHeaders:
    """Adds the security headers that a response does not have yet."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._headers = {
            b"content-security-policy": content_security_policy().encode(),
            b"x-content-type-options": b"nosniff",
            b"referrer-policy": b"strict-origin-when-cross-origin",
        }
        if settings.has_tls:
            self._headers[b"strict-transport-security"] = b"max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                missing = ((name, value) for name, value in self._headers.items() if name not in present)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self._app(scope, receive, send_with_headers)
