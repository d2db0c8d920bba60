"""A number for each request, which runs through the logs of all that follows from it, and what requests cost.

The number is in the answer's ``X-Request-Id``. One that a proxy of ours gave is kept. Written as plain ASGI, so that it
costs a request a few microseconds.
"""

import itertools
import re
import secrets
import time
from functools import cached_property

import structlog
from prometheus_client import Histogram
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from shop import metrics, traces
from shop.logs import is_traced, request_id
from shop.settings import Settings
from shop.throttles.addresses import is_ours

HEADER = b"x-request-id"

log = structlog.get_logger()

_FIT = re.compile(r"[A-Za-z0-9._-]{1,64}")
_SECONDS = Histogram(
    "shop_request_seconds",
    "Requests by method, route template and status.",
    ("method", "route", "status"),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)


class Numbers:
    """The numbers of this process's requests and, where figures or all lines of the log are wanted, what each cost."""

    def __init__(self, settings: Settings) -> None:
        self._networks = settings.proxy_networks
        self._process = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    @cached_property
    def _is_watched(self) -> bool:
        return metrics.are_wanted() or is_traced() or traces.are_wanted()

    def of(self, scope: Scope) -> str:
        """Return the number that a proxy of ours gave, else a new one."""
        return self._given(scope) or f"{self._process}-{next(self._numbers):x}"

    def watch(self, scope: Scope, status: int, number: str, began: float) -> None:
        """Note how a request went that began at this moment of ``perf_counter``."""
        if self._is_watched:
            _watch(scope, status, number, time.perf_counter() - began)

    def _given(self, scope: Scope) -> str | None:
        if not self._networks or not is_ours((scope.get("client") or ("",))[0], self._networks):
            return None
        given = Headers(scope=scope).get("x-request-id", "")
        return given if _FIT.fullmatch(given) else None


class Numbered:
    """Numbers the requests."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._numbers = Numbers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        number = self._numbers.of(scope)
        request_id.set(number)
        began = time.perf_counter()
        status = 500

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER, number.encode())]
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            self._numbers.watch(scope, status, number, began)


def _watch(scope: Scope, status: int, number: str, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", None) or "kept or unknown"
    if metrics.are_wanted():
        _SECONDS.labels(scope["method"], route, status).observe(seconds)
    about: dict[str, str | int] = {"http.response.status_code": status}
    traces.note_request(number, f"{scope['method']} {route}", seconds, failed=status >= 500, about=about)
    log.debug(
        "request",
        method=scope["method"],
        route=route,
        path=scope["path"],
        status=status,
        request_id=number,
        ms=round(seconds * 1000, 1),
    )
