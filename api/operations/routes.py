"""Health, the state of the shop's work, and dead letters."""

from typing import Annotated, Literal

from fastapi import Query, Request
from pydantic import BaseModel

from api.auth.policy import Granted
from api.db.session import Database, DatabasePool
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.pagination import PAGE_SIZE, Limit
from api.http.request_bodies import read_body
from api.http.schema_types import SearchText
from api.openapi.description import call
from api.operations import service
from api.operations.schemas import ChecksOut, DeadLetterOut, DeadLettersDone, DeadLettersIn, StandingOut
from shop.errors import ShopError
from shop.operations.findings import checks
from shop.operations.health_report import counted
from shop.operations.model import KINDS
from shop.operations.monitor import Monitor

router = feature_router("operations")


class Health(BaseModel):
    """How the shop stands, as measured within the last seconds.

    ``status`` is ready where all is well, degraded where something is wrong and the shop sells, else incomplete: a part
    is ``missing``, or an order could not be placed, or a signed-in read gets no answer. ``troubles`` says each in a
    sentence, the gravest first. ``parts`` counts the processes of each kind. Anyone may ask, so which they are and what
    they met is not told here.
    """

    status: Literal["ready", "degraded", "incomplete"]
    missing: list[str]
    parts: dict[str, int]
    checks: ChecksOut
    troubles: list[str]


class NotWhole(ShopError):
    """The shop does not sell, or a part was not heard of for some seconds. ``data`` is a :class:`Health`."""

    code = "not_whole"


@router.get("/health/", **call())
async def health(request: Request, _: Granted) -> Success[Health]:
    """Answer 200 where the shop sells and all its parts are at work, else 503.

    What is told was measured in the background: to ask costs nothing, and never waits for PostgreSQL.
    """
    monitor: Monitor = request.app.state.monitor
    report = await monitor.report()
    found = [dated.finding for dated in report.findings]
    parts = report.health.parts
    missing = [kind for kind in KINDS if kind not in parts] if not report.health.is_away else []
    is_down = bool(missing) or any(finding.stops_sales for finding in found)
    state = Health(
        status="incomplete" if is_down else "degraded" if found else "ready",
        missing=missing,
        parts=parts,
        checks=ChecksOut.model_validate(checks(report.health)),
        troubles=[finding.sentence for finding in found],
    )
    if is_down:
        why = f"Not heard of: {', '.join(missing)}." if missing else found[0].sentence
        raise NotWhole(why, data=state.model_dump())
    return Success(message=found[0].sentence if found else "The shop is whole.", data=state)


@router.get("/operations/", **call())
async def show_operations(request: Request, database: Database, pool: DatabasePool, _: Granted) -> Success[StandingOut]:
    """Show how everything stands at this moment: what is wrong first, then queues, consumers and processes."""
    return Success(message="Operations", data=await service.health(database, pool, request.app.state.monitor))


@router.get("/operations/dead/", **call())
async def list_dead_letters(
    database: Database,
    _: Granted,
    search: Annotated[SearchText, Query()] = "",
    limit: Limit = PAGE_SIZE,
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
    done = await service.settle_dead_letters(database, "retried", await read_body(request, DeadLettersIn))
    return Success(message=f"{counted(len(done))} will be tried again.", data=DeadLettersDone(ids=done))


@router.post("/operations/dead/?flag=discard", **call(DeadLettersIn, refuses=(409,)))
async def discard_dead_letters(request: Request, database: Database, _: Granted) -> Success[DeadLettersDone]:
    """Give dead letters up for good."""
    done = await service.settle_dead_letters(database, "discarded", await read_body(request, DeadLettersIn))
    return Success(message=f"{counted(len(done))} discarded.", data=DeadLettersDone(ids=done))
