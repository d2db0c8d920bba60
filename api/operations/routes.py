"""Whether the shop is whole, how its work stands, and what was given up."""

from collections import Counter
from typing import Annotated

from fastapi import Query, Request
from pydantic import BaseModel

from api.bodies import read
from api.database import Database
from api.openapi import call
from api.operations import service
from api.operations.schemas import DeadLetterOut, DeadLettersDone, DeadLettersIn, StandingOut
from api.policy import Granted
from api.routing import feature
from api.shapes import PageOf, Success, Text
from shop.errors import ShopError
from shop.operations.model import KINDS, fresh
from shop.operations.standing import counted

router = feature("operations")

PAGE = 200


class Health(BaseModel):
    """``status`` is ready when every part was heard of within the last seconds, else what is ``missing``.

    ``parts`` counts the processes of each kind. Anyone may ask, so which they are and what they met is not told here.
    """

    status: str
    missing: list[str]
    parts: dict[str, int]


class NotWhole(ShopError):
    """Parts of the shop were not heard of for some seconds. ``data`` says which, as :class:`Health` does."""

    code = "not_whole"


@router.get("/health/", **call())
async def health(database: Database, _: Granted) -> Success[Health]:
    """Answer 200 when the API, the relay, realtime and a worker of every queue are at work, else 503."""
    parts = Counter(kind for process in await database.scalars(fresh()) for kind in process.kinds)
    missing = [kind for kind in KINDS if kind not in parts]
    state = Health(status="incomplete" if missing else "ready", missing=missing, parts=parts)
    if missing:
        raise NotWhole(f"Not heard of: {', '.join(missing)}.", data=state.model_dump())
    return Success(message="The shop is whole.", data=state)


@router.get("/operations/", **call())
async def show_operations(database: Database, _: Granted) -> Success[StandingOut]:
    """Show how everything stands at this moment: what is wrong first, then queues, consumers and processes."""
    return Success(message="Operations", data=await service.standing(database))


@router.get("/operations/dead/", **call())
async def list_dead_letters(
    database: Database,
    _: Granted,
    search: Annotated[Text, Query()] = "",
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
) -> PageOf[list[DeadLetterOut]]:
    """List the deliveries that were given up, the newest first, each with its error and its event's payload.

    ``search`` is part of the consumer, the event's type, what it happened to, or the error.
    """
    letters, more = await service.dead_letters(database, search=search, before=cursor, limit=limit)
    return PageOf(message="Dead letters", data=letters, next_cursor=more)


@router.post("/operations/dead/?flag=retry", **call(DeadLettersIn, refuses=(409,)))
async def retry_dead_letters(request: Request, database: Database, _: Granted) -> Success[DeadLettersDone]:
    """Try dead letters again."""
    done = await service.settle(database, "retried", await read(request, DeadLettersIn))
    return Success(message=f"{counted(len(done))} will be tried again.", data=DeadLettersDone(ids=done))


@router.post("/operations/dead/?flag=discard", **call(DeadLettersIn, refuses=(409,)))
async def discard_dead_letters(request: Request, database: Database, _: Granted) -> Success[DeadLettersDone]:
    """Give dead letters up for good."""
    done = await service.settle(database, "discarded", await read(request, DeadLettersIn))
    return Success(message=f"{counted(len(done))} discarded.", data=DeadLettersDone(ids=done))
