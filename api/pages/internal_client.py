"""Send GET requests to the API inside this process.

Requests without cookies are served from the response cache. Requests with a shopper's cookies get that shopper's data.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote

from starlette.types import ASGIApp, Message

from shop.sessions.cookies import ROLE_HEADER
from shop.sessions.model import Role


@dataclass(frozen=True)
class ApiResponse:
    """A response of the API; ``text`` is its body, which is JSON."""

    status: int
    text: str

    @cached_property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.text)
        return body

    @property
    def data(self) -> Any:
        return self.body["data"] if self.status == 200 else None


async def get(api: ASGIApp, path: str, query: str = "", *, cookies: str = "") -> ApiResponse:
    """Return the API's response to a GET of ``/api`` and the path.

    :param cookies: the Cookie header of the shopper whose data is requested; empty for a visitor.
    """
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

    headers = [(b"accept", b"application/json")]
    if cookies:
        role = (ROLE_HEADER.lower().encode(), Role.CUSTOMER.value.encode())
        headers += [(b"cookie", cookies.encode("latin-1")), role]
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
        "headers": headers,
        "client": None,
        "server": None,
    }
    await api(scope, receive, send)
    return ApiResponse(status, body.decode())
