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
from api.operations import dead_letters, delivery_history, service
from api.operations.schemas import (
    ChecksOut,
    DeadLetterOut,
    DeadLettersDone,
    DeadLettersIn,
    DeliveryHistoryOut,
    DeliveryId,
    Name,
    OperationsOut,
    QueueIn,
    QueuePausedOut,
    WaitingDeliveryOut,
)
from shop.clock import now
from shop.errors import ShopError
from shop.operations.findings import checks
from shop.operations.health_report import counted
from shop.operations.model import KINDS
from shop.operations.monitor import Monitor

router = feature_router("operations")


class Health(BaseModel):
    """The state of the shop, as measured within the last seconds.

    ``status`` is ready if everything works, and degraded if something fails but the shop sells. Otherwise it is
    incomplete: a part is ``missing``, no order can be placed, or a signed-in read gets no response. ``troubles``
    describes each problem in a sentence, the most severe first. ``parts`` counts the processes of each kind. Their
    names and errors are left out, because anyone may call this.
    """

    status: Literal["ready", "degraded", "incomplete"]
    missing: list[str]
    parts: dict[str, int]
    checks: ChecksOut
    troubles: list[str]


class NotHealthy(ShopError):
    """The shop does not sell, or a part has sent no heartbeat for some seconds. ``data`` is a :class:`Health`."""

    code = "not_whole"


@router.get("/health/", **call())
async def health(request: Request, _: Granted) -> Success[Health]:
    """Return 200 while the shop sells and all of its parts work, otherwise 503.

    The state was measured in the background, so a call never waits for PostgreSQL. With a 503, ``data`` is the state.
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
        raise NotHealthy(why, data=state.model_dump())
    return Success(message=found[0].sentence if found else "The shop is whole.", data=state)


@router.get("/operations/", **call())
async def show_operations(
    request: Request, database: Database, pool: DatabasePool, _: Granted
) -> Success[OperationsOut]:
    """Show the current state: problems first, then queues, consumers and processes."""
    return Success(
        message="Operations", data=await service.operations_report(database, pool, request.app.state.monitor)
    )


@router.get("/operations/dead/", **call())
async def list_dead_letters(
    database: Database,
    _: Granted,
    search: Annotated[SearchText, Query()] = "",
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[int | None, Query(ge=1, le=2**63 - 1)] = None,
) -> PageOf[DeadLetterOut]:
    """List the deliveries that were given up, the newest first, each with its error and its event's payload.

    ``search`` is part of the consumer, the event's type, the changed object, or the error.
    """
    letters, more = await dead_letters.page(database, search=search, before=cursor, limit=limit)
    return PageOf(message="Dead letters", data=letters, next_cursor=more)


@router.post("/operations/dead/?flag=retry", **call(DeadLettersIn, refuses=(409,)))
async def retry_dead_letters(request: Request, database: Database, _: Granted) -> Success[DeadLettersDone]:
    """Retry dead letters, at most 500 in a call. ``left`` is the number of selected ones that are still dead."""
    done = await dead_letters.settle(database, "retried", await read_body(request, DeadLettersIn))
    return Success(message=f"{counted(len(done.ids))} will be tried again.", data=done)


@router.post("/operations/dead/?flag=discard", **call(DeadLettersIn, refuses=(409,)))
async def discard_dead_letters(request: Request, database: Database, _: Granted) -> Success[DeadLettersDone]:
    """Discard dead letters permanently, at most 500 in a call. ``left`` is the number of selected ones that remain."""
    done = await dead_letters.settle(database, "discarded", await read_body(request, DeadLettersIn))
    return Success(message=f"{counted(len(done.ids))} discarded.", data=done)


@router.post("/operations/queue/?flag=pause", **call(QueueIn, refuses=(404, 409)))
async def pause_queue(request: Request, database: Database, _: Granted) -> Success[QueuePausedOut]:
    """Pause a queue: its deliveries wait until it is resumed. Deliveries that a worker has begun are finished."""
    queue = (await read_body(request, QueueIn)).queue
    await service.pause_queue(database, queue, at=now())
    return Success(message=f"The queue {queue} is paused.", data=QueuePausedOut(queue=queue, is_paused=True))


@router.post("/operations/queue/?flag=resume", **call(QueueIn, refuses=(404, 409)))
async def resume_queue(request: Request, database: Database, _: Granted) -> Success[QueuePausedOut]:
    """Resume a paused queue. Its pending deliveries are processed."""
    queue = (await read_body(request, QueueIn)).queue
    await service.resume_queue(database, queue)
    return Success(message=f"The queue {queue} goes on.", data=QueuePausedOut(queue=queue, is_paused=False))


@router.get("/operations/waiting/", **call(refuses=(404,)))
async def list_waiting_deliveries(
    database: Database, _: Granted, queue: Annotated[Name, Query()], limit: Limit = PAGE_SIZE
) -> Success[list[WaitingDeliveryOut]]:
    """List the pending deliveries of a queue that have waited the longest."""
    waiting = await delivery_history.oldest_waiting(database, queue, limit=limit)
    return Success(message="Waiting deliveries", data=waiting)


@router.get("/operations/delivery/", **call(refuses=(404,)))
async def show_delivery(
    database: Database, _: Granted, id_: Annotated[DeliveryId, Query(alias="id")]
) -> Success[DeliveryHistoryOut]:
    """Show one delivery with its event, its attempts with their errors and workers, and what operators did."""
    return Success(message="Delivery", data=await delivery_history.show(database, id_))
