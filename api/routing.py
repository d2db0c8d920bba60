"""Where a feature's calls are declared: below `/api`, each at a path of its own, as :mod:`api.calls` names it."""

from fastapi import APIRouter


def feature(name: str) -> APIRouter:
    """Return the router of a feature; ``name`` is its heading in the description of the API."""
    return APIRouter(prefix="/api", tags=[name])
