"""Where a feature's calls are declared: below `/api`, each at a path of its own, without parameters in it."""

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import Match
from starlette.types import Scope


class _Call(APIRoute):
    """A route that is found by comparing its path, where matching some forty patterns took 1 ms of each request."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["path"] != self.path:
            return Match.NONE, {}
        return super().matches(scope)


def feature(name: str) -> APIRouter:
    """Return the router of a feature; ``name`` is its heading in the description of the API."""
    return APIRouter(prefix="/api", tags=[name], route_class=_Call)
