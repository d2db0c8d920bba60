"""A request id, shared by all log lines about a request, and metrics and traces of requests.

The response has the id as ``X-Request-Id``. An id set by one of our proxies is kept.
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

from shop.observability import metrics, traces
from shop.observability.logs import is_traced, request_id
from shop.settings import Settings
from shop.throttles.client_address import is_proxy

HEADER = b"x-request-id"

log = structlog.get_logger()

_VALID_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_SECONDS = Histogram(
    "shop_request_seconds",
    "Requests by method, route template and status.",
    ("method", "route", "status"),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
)


class RequestIdMiddleware:
    """Sets the id of each request for the log and the response, and records the duration of requests.

    Nothing is recorded unless metrics, traces or the debug log are enabled.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._proxies = settings.proxy_networks
        self._process = secrets.token_hex(4)
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        id_ = self._id_from_proxy(scope) or f"{self._process}-{next(self._numbers):x}"
        request_id.set(id_)
        began = time.perf_counter()
        status = 500

        async def send_with_id(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (HEADER, id_.encode())]
            await send(message)

        try:
            await self._app(scope, receive, send_with_id)
        finally:
            if self._is_recorded:
                _record(scope, status, id_, time.perf_counter() - began)

    @cached_property
    def _is_recorded(self) -> bool:
        return metrics.are_enabled() or is_traced() or traces.is_enabled()

    def _id_from_proxy(self, scope: Scope) -> str | None:
        """Return the id that one of our proxies set, or None."""
        if not self._proxies or not is_proxy((scope.get("client") or ("",))[0], self._proxies):
            return None
        given = Headers(scope=scope).get("x-request-id", "")
        return given if _VALID_ID.fullmatch(given) else None


def _record(scope: Scope, status: int, id_: str, seconds: float) -> None:
    route = getattr(scope.get("route"), "path", None) or "kept or unknown"
    if metrics.are_enabled():
        _SECONDS.labels(scope["method"], route, status).observe(seconds)
    attributes: traces.Attributes = {"http.response.status_code": status}
    traces.record_request(id_, f"{scope['method']} {route}", seconds, failed=status >= 500, attributes=attributes)
    log.debug(
        "request",
        method=scope["method"],
        route=route,
        path=scope["path"],
        status=status,
        request_id=id_,
        ms=round(seconds * 1000, 1),
    )
