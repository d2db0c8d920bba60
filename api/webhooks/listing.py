"""Reads webhook endpoints and their deliveries for the portal."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.http.pagination import split_page
from api.webhooks.schemas import (
    DeliveryList,
    DeliveryState,
    EndpointList,
    EndpointOut,
    HourOut,
    State,
    TryOut,
    WebhookDeliveryOut,
)
from shop.clock import now
from shop.integrations import queries
from shop.integrations.endpoint_state import state_of
from shop.integrations.event_types import public_types
from shop.integrations.model import WebhookEndpoint, WebhookTally, consumer_of
from shop.operations.retention import KEEP_EVENTS


async def endpoints(database: AsyncSession) -> EndpointList:
    """Return all endpoints with their figures."""
    found = (await database.scalars(queries.endpoints())).all()
    kept = await _kept(database)
    return EndpointList(
        message="Webhooks",
        data=await _described(database, found, kept),
        types=public_types(),
        kept=min(kept.kept, queries.MAX_COUNTED),
        more_kept=kept.kept > queries.MAX_COUNTED,
        kept_since=kept.oldest,
        position=kept.position,
    )


async def described(database: AsyncSession, found: Sequence[WebhookEndpoint]) -> list[EndpointOut]:
    """Return endpoints with their figures."""
    return await _described(database, found, await _kept(database))


async def _kept(database: AsyncSession) -> Any:
    return (await database.execute(queries.KEPT, {"since": now() - KEEP_EVENTS})).one()


async def _described(database: AsyncSession, found: Sequence[WebhookEndpoint], kept: Any) -> list[EndpointOut]:
    counts = {row.consumer: row for row in await database.execute(queries.COUNTS)}
    missed = {row.id: row for row in await database.execute(queries.MISSED)}
    tallies = (await database.scalars(queries.tallies())).all()
    return [
        _endpoint(
            each,
            counts.get(consumer_of(each.id)),
            missed.get(each.id),
            [tally for tally in tallies if tally.endpoint_id == each.id],
            kept,
        )
        for each in found
    ]


def _endpoint(
    endpoint: WebhookEndpoint, counts: Any, missed: Any, tallies: Sequence[WebhookTally], kept: Any
) -> EndpointOut:
    answered, failed = sum(tally.answered for tally in tallies), sum(tally.failed for tally in tallies)
    level, condition = state_of(endpoint, tallies, kept)
    fields = ("id", "name", "url", "types", "is_on", "answered_at", "old_secret_until", "created_at", "created_by")
    return EndpointOut.model_validate(
        {
            **{name: getattr(endpoint, name) for name in fields},
            "level": level,
            "condition": condition,
            "waiting": (counts.waiting if counts else 0) + (missed.missed if missed else 0),
            "more_waiting": bool(missed and missed.is_more),
            "dead": counts.dead if counts else 0,
            "answered": answered / (answered + failed) if answered + failed else None,
            "hours": [HourOut.model_validate(tally) for tally in tallies],
        }
    )


async def deliveries(
    database: AsyncSession, endpoint_id: int, state: State, *, before: int, limit: int
) -> DeliveryList:
    """Return a page of an endpoint's deliveries, the newest first."""
    parameters = {"endpoint_id": endpoint_id, "before": before, "limit": limit + 1}
    rows = (await database.execute(queries.DELIVERIES[state], parameters)).all()
    counts = (await database.execute(queries.DELIVERY_COUNTS, {"endpoint_id": endpoint_id})).one()
    page, next_cursor = split_page(rows, limit, lambda row: str(row.position))
    return DeliveryList(
        message="Deliveries",
        data=[_delivery(row) for row in page],
        next_cursor=next_cursor,
        counts={state: getattr(counts, state) for state in queries.STATES},
    )


def _delivery(row: Any) -> WebhookDeliveryOut:
    return WebhookDeliveryOut(
        id=row.id,
        message_id=f"msg_{row.position}",
        position=row.position,
        type=row.type,
        about=_about(row.aggregate, row.data),
        at=row.recorded_at,
        progress=_delivery_state(row),
        status=row.status,
        error=row.last_error,
        answer=row.answer,
        milliseconds=row.milliseconds,
        attempts=row.attempts,
        next_try_at=row.due_at if row.done_at is None and row.dead_at is None and not row.is_leased else None,
        tries=[TryOut.model_validate(each) for each in row.tries],
        body=row.body,
    )


def _delivery_state(row: Any) -> DeliveryState:
    if row.done_at is not None:
        return "done"
    if row.dead_at is not None:
        return "dead"
    if row.due_at is None:
        return "behind"
    if row.is_leased:
        return "calling"
    return "failed" if row.last_error else "waits"


def _about(aggregate: str, data: dict[str, Any]) -> str:
    """Return a short description of an event: ``order 1056, ordered to packed``."""
    kind, _, number = aggregate.partition(":")
    about = f"{kind.replace('_', ' ')} {number}".strip()
    if data.get("from") and data.get("status"):
        return f"{about}, {data['from']} to {data['status']}"
    return about
