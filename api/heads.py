"""HEAD, which monitors and link checkers ask with: what GET says, without its body."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Heads:
    """Asks for what GET gives, and keeps its body back."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        await self._app({**scope, "method": "GET"}, receive, without_body)
