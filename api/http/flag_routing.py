"""Routing by query: several operations share a URL path and differ in the query parameters ``flag`` or ``id``.

Each operation has its own route, whose path includes that part of the query, such as ``/order/?flag=updateStatus`` or
``/order/?id={id}``. So each has its own parameters, body and response, and its own entry in the OpenAPI document.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from api.auth.policy_table import OPERATIONS

PREFIX = "/api"
NOT_TAKEN = "This address does not take that method."


def _addresses_with(parameter: str) -> frozenset[str]:
    """Return the paths at which this parameter selects the operation."""
    mark = f"?{parameter}="
    return frozenset(PREFIX + each.path.partition("?")[0] for each in OPERATIONS if mark in each.path)


_WITH_FLAG, _WITH_ID = _addresses_with("flag"), _addresses_with("id")
_PATTERNS = [(each, re.compile(PREFIX + re.escape(each.path).replace(r"\{id\}", "[^/]+"))) for each in OPERATIONS]


def feature_router(tag: str) -> APIRouter:
    """Return the router of a feature. Its operations are below ``/api`` and have this tag in the OpenAPI document."""
    return APIRouter(prefix=PREFIX, tags=[tag])


class FlagRouting:
    """Middleware that appends ``flag`` or ``id`` to the path, as the routes expect it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            # The scope is changed in place, because outer middleware reads the route's path from it.
            scope["path"] = route_path(scope["path"], scope["query_string"])
        await self._app(scope, receive, send)


@lru_cache(maxsize=1024)
def route_path(address: str, query: bytes) -> str:
    """Return the route's path for a URL path and its query."""
    path = address.replace("?", "%3F")  # an escaped question mark is part of the path
    if not query:
        return path
    given = QueryParams(query)
    if path in _WITH_FLAG and given.get("flag"):
        return f"{path}?flag={given['flag']}"
    if path in _WITH_ID and "id" in given:
        return f"{path}?id={given['id']}"
    return path


@dataclass(frozen=True)
class RoutingError:
    """Why no route matches a request: status, message and field errors of the response, and the allowed methods."""

    status: int
    message: str
    fields: dict[str, str]
    methods: list[str]


def explain_unrouted(method: str, path: str, *, served: Collection[str] = ()) -> RoutingError:
    """Explain why no route matches.

    :param path: comes from :func:`route_path`.
    :param served: the methods of the path if a route outside the policy table takes it.
    """
    allowed = {each.method for each, pattern in _PATTERNS if pattern.fullmatch(path)}
    bare = path.partition("?")[0]
    nearby = [each for each in OPERATIONS if PREFIX + each.path.partition("?")[0] == bare]
    if not nearby and served:
        return RoutingError(405, NOT_TAKEN, {}, sorted(served))
    if not nearby:
        return RoutingError(404, "There is nothing at this address.", {}, [])
    taken = allowed or {each.method for each in nearby}
    methods = sorted(taken | {"HEAD"} if "GET" in taken else taken)
    queries = [each.path.partition("?")[2] for each in nearby if each.method == method]
    if allowed or not queries:
        hint = f" Name what it is for: ?{queries[0]}." if queries and all(queries) else ""
        return RoutingError(405, f"{NOT_TAKEN}{hint}", {}, methods)
    if bare in _WITH_FLAG and "?id=" not in path:
        flags = sorted(query.removeprefix("flag=") for query in queries if query.startswith("flag="))
        message = f"This call takes flag={' or flag='.join(flags)}." if flags else "This call takes no flag."
        return RoutingError(422, message, {"flag": message}, [])
    return RoutingError(422, "Please check: id.", {"id": "This must be the number of what is meant."}, [])
