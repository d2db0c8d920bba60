"""Which call is meant: several share an address, and ``flag`` or ``id`` in the query tells them apart.

Each has a route of its own, whose path is written as the address is: ``/order/?flag=updateStatus``,
``/order/?id={id}``. So each has its own parameters, body and answer, and its own place in the description of the API.
"""

import re
from dataclasses import dataclass

from starlette.datastructures import QueryParams
from starlette.types import ASGIApp, Receive, Scope, Send

from api.policy import OPERATIONS

PREFIX = "/api"


def _named_by(name: str) -> frozenset[str]:
    """Return the addresses at which this parameter tells calls apart."""
    mark = f"?{name}="
    return frozenset(PREFIX + call.path.partition("?")[0] for call in OPERATIONS if mark in call.path)


_WITH_FLAG, _WITH_ID = _named_by("flag"), _named_by("id")
_PATTERNS = [(call, re.compile(PREFIX + re.escape(call.path).replace(r"\{id\}", "[^/]+"))) for call in OPERATIONS]


class Calls:
    """Puts what names the call behind the path, where the routes look for it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            # In place, so that what stands around this finds the route that is taken.
            scope["path"] = path_of(scope["path"], scope["query_string"])
        await self._app(scope, receive, send)


def path_of(address: str, query: bytes) -> str:
    """Return the path of the call that an address and its query name."""
    path = address.replace("?", "%3F")  # a question mark that was written in the path itself names nothing
    if not query:
        return path
    given = QueryParams(query)
    if path in _WITH_FLAG and given.get("flag"):
        return f"{path}?flag={given['flag']}"
    if path in _WITH_ID and "id" in given:
        return f"{path}?id={given['id']}"
    return path


@dataclass(frozen=True)
class Unrouted:
    """Why no route takes a request: a status and a sentence, the field it is about and the methods that are taken."""

    status: int
    sentence: str
    fields: dict[str, str]
    methods: list[str]


def unrouted(method: str, path: str) -> Unrouted:
    """Explain why there is no such call."""
    here = {call.method for call, pattern in _PATTERNS if pattern.fullmatch(path)}
    bare = path.partition("?")[0]
    around = [call for call in OPERATIONS if PREFIX + call.path.partition("?")[0] == bare]
    methods = here or {call.method for call in around}
    if not around:
        return Unrouted(404, "There is nothing at this address.", {}, [])
    wanted = [call.path.partition("?")[2] for call in around if call.method == method]
    if here or not wanted:
        hint = f" Name what it is for: ?{wanted[0]}." if wanted and all(wanted) else ""
        return Unrouted(405, f"This address does not take that method.{hint}", {}, sorted(methods))
    if bare in _WITH_FLAG and "?id=" not in path:
        flags = sorted(query.removeprefix("flag=") for query in wanted if query.startswith("flag="))
        sentence = f"This call takes flag={' or flag='.join(flags)}." if flags else "This call takes no flag."
        return Unrouted(422, sentence, {"flag": sentence}, [])
    return Unrouted(422, "Please check: id.", {"id": "This must be the number of what is meant."}, [])
