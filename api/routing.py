"""Where a feature's calls are declared: below `/api`, each at a path of its own, as :mod:`api.calls` names it."""

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope

from api import short_way


class _Call(APIRoute):
    """A route that is found by comparing its path, where matching all patterns took 1 ms of each request."""

    def __init__(self, *about: Any, **more: Any) -> None:
        super().__init__(*about, **more)
        self._start, self._parameter, _ = self.path.partition("{")
        if short_way.suits(self.dependant):
            self.app = short_way.ShortWay(self)

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        path = scope["path"]
        is_here = path.startswith(self._start) if self._parameter else path == self._start
        return super().matches(scope) if is_here else _ELSEWHERE


_ELSEWHERE: tuple[Match, Scope] = (Match.NONE, {})


def feature(name: str) -> APIRouter:
    """Return the router of a feature; ``name`` is its heading in the description of the API."""
    return APIRouter(prefix="/api", tags=[name], route_class=_Call)
