"""A bare ASGI application that answers every request with the same bytes: the upper limit of uvicorn."""

import os
from pathlib import Path

from starlette.types import Receive, Scope, Send

_BODY = Path(os.environ["BODY"]).read_bytes()
_START = {
    "type": "http.response.start",
    "status": 200,
    "headers": [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(_BODY))],
}
_REST = {"type": "http.response.body", "body": _BODY}


async def app(scope: Scope, _receive: Receive, send: Send) -> None:
    """Return the same response to every request."""
    if scope["type"] == "http":
        await send(_START)
        await send(_REST)
