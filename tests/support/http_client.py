"""An HTTP client that behaves like a browser: it keeps cookies and sends the XSRF token."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Self

import httpx2
from starlette.types import ASGIApp

from api.auth.identity import xsrf_token
from shop.customers.model import Customer
from shop.sessions.cookies import XSRF_COOKIE, XSRF_HEADER, cookie_name
from shop.sessions.model import Role
from shop.settings import settings
from shop.staff.model import Admin

HOST = "shop.example"


class Browser(httpx2.AsyncClient):
    """A browser whose requests go to the API below `/api`."""

    def __init__(self, app: ASGIApp, *, scheme: str = "http") -> None:
        self._to_app = httpx2.ASGITransport(app, raise_app_exceptions=False)
        super().__init__(transport=self._to_app, base_url=f"{scheme}://{HOST}/api")

    def at(self, address: str) -> Self:
        """Send further requests from this address."""
        self._to_app.client = (address, 4711)
        return self

    def hold(self, person: Customer | Admin, token: str) -> Self:
        """Sign the person in with an existing session."""
        role = Role.ADMIN if isinstance(person, Admin) else Role.CUSTOMER
        self.cookies.set(cookie_name(role, settings()), token, domain=HOST)
        self.cookies.set(XSRF_COOKIE, xsrf_token(token), domain=HOST)
        return self

    async def request(self, method: str, url: Any, **options: Any) -> httpx2.Response:
        headers = dict(options.pop("headers", None) or {})
        kept = self.cookies.get(XSRF_COOKIE)
        if kept and method not in {"GET", "HEAD"}:
            headers.setdefault(XSRF_HEADER, kept)
        return await super().request(method, url, headers=headers, **options)


def failed(response: httpx2.Response, status: int, *fields: str) -> dict[str, Any]:
    """Assert that a response is a failure with this status and exactly these invalid fields. Return its body."""
    body: dict[str, Any] = response.json()
    assert response.status_code == status, body
    assert response.headers["content-type"] == "application/json"
    assert body.keys() - {"data"} == {"code", "error", "success", "message", "errors"}
    assert (body["code"], body["error"], body["success"]) == (status, True, False)
    assert isinstance(body["message"], str)
    assert len(body["message"]) > 5
    assert set(body["errors"]) == set(fields), body
    assert all(isinstance(sentence, str) and sentence for sentence in body["errors"].values())
    return body


def succeeded(response: httpx2.Response) -> Any:
    """Assert that a response is a success. Return its data."""
    body = response.json()
    assert response.status_code == 200, body
    assert (body["code"], body["success"], body["error"]) == (200, True, False)
    assert body["message"]
    return body["data"]


async def concurrently(
    app: ASGIApp, count: int, act: Callable[[Browser, int], Awaitable[httpx2.Response]]
) -> list[httpx2.Response]:
    """Let many browsers act concurrently. Each gets its number."""

    async def one(number: int) -> httpx2.Response:
        async with Browser(app) as browser:
            return await act(browser, number)

    return await asyncio.gather(*(one(number) for number in range(count)))
