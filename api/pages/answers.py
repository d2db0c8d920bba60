"""Asking the API as any visitor would, in this process: its answers are kept ready there."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from starlette.types import ASGIApp, Message


@dataclass(frozen=True)
class Answer:
    """What the API said."""

    status: int
    text: str

    @cached_property
    def body(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.text)
        return found

    @property
    def data(self) -> Any:
        return self.body["data"] if self.status == 200 else None


async def ask(api: ASGIApp, path: str, query: str = "") -> Answer:
    """Return the API's answer to a visitor's GET of ``/api`` and the path."""
    status = 500
    body = bytearray()

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        elif message["type"] == "http.response.body":
            body.extend(message.get("body", b""))

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": f"/api{path}",
        "raw_path": quote(f"/api{path}").encode(),
        "root_path": "",
        "query_string": query.encode("ascii"),
        "headers": [(b"accept", b"application/json")],
        "client": None,
        "server": None,
    }
    await api(scope, receive, send)
    return Answer(status, body.decode())
