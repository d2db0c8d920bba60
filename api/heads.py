"""HEAD, which monitors and link checkers ask with: what GET says, without its body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

LINKS = "/api/newsletter"
"""A link in a mail does something when it is followed, so to look at it must not be to follow it."""


class Heads:
    """Asks for what GET gives, and keeps its body back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        if scope["type"] == "http" and scope["method"] == "HEAD" and not scope["path"].startswith(LINKS):
            await self._app({**scope, "method": "GET"}, receive, without_body)
        else:
            await self._app(scope, receive, send)
