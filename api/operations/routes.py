"""Whether the shop is whole."""

from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel

from api.database import Database
from api.policy import Granted
from shop.operations.model import KINDS, fresh

router = APIRouter(tags=["operations"])


class Health(BaseModel):
    """``status`` is ready when every part was heard of within the last seconds, else what is ``missing``."""

    status: str
    missing: list[str]
    parts: dict[str, list[dict[str, Any]]]


@router.get("/health/")
async def health(response: Response, database: Database, _: Granted) -> Health:
    """Answer 200 when the API, the relay, realtime and a worker of every queue are at work, else 503."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for process in await database.scalars(fresh()):
        for kind in process.kinds:
            parts.setdefault(kind, []).append({"name": process.name, **process.detail})
    missing = [kind for kind in KINDS if kind not in parts]
    response.status_code = 503 if missing else 200
    return Health(status="incomplete" if missing else "ready", missing=missing, parts=parts)
