"""Whether the shop is whole."""

from typing import Any

from pydantic import BaseModel

from api.database import Database
from api.policy import Granted
from api.routing import feature
from api.shapes import Success
from shop.errors import ShopError
from shop.operations.model import KINDS, fresh

router = feature("operations")


class Health(BaseModel):
    """``status`` is ready when every part was heard of within the last seconds, else what is ``missing``."""

    status: str
    missing: list[str]
    parts: dict[str, list[dict[str, Any]]]


class NotWhole(ShopError):
    """Parts of the shop were not heard of for some seconds. ``data`` says which, and what was heard of."""

    code = "not_whole"


@router.get("/health/")
async def health(database: Database, _: Granted) -> Success[Health]:
    """Answer 200 when the API, the relay, realtime and a worker of every queue are at work, else 503."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for process in await database.scalars(fresh()):
        for kind in process.kinds:
            parts.setdefault(kind, []).append({"name": process.name, **process.detail})
    missing = [kind for kind in KINDS if kind not in parts]
    state = Health(status="incomplete" if missing else "ready", missing=missing, parts=parts)
    if missing:
        raise NotWhole(f"Not heard of: {', '.join(missing)}.", data=state.model_dump())
    return Success(message="The shop is whole.", data=state)
