"""List dead letters, and retry or discard them in batches."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from api.http.pagination import split_page
from api.operations.schemas import DeadLetterOut, DeadLettersDone, DeadLettersIn
from shop.audit import context
from shop.errors import Conflict
from shop.events import deliveries
from shop.operations import queries

BATCH = 500
"""The maximum number of deliveries in a call.

With more, their locks would be held and the caller would wait for too long.
"""
MAX_BIGINT = 2**63 - 1


class NotDead(Conflict):
    """The delivery to retry or discard is not dead."""

    code = "not_dead"


async def page(
    database: AsyncSession, *, search: str, before: int | None, limit: int
) -> tuple[list[DeadLetterOut], str | None]:
    """Return a page of dead letters, newest first, and the cursor of the next page."""
    values = {"search": search, "before": before or MAX_BIGINT, "limit": limit + 1}
    rows = (await database.execute(queries.DEAD_LETTERS, values)).all()
    letters, more = split_page(rows, limit, lambda row: str(row.id))
    return [DeadLetterOut.model_validate(row) for row in letters], more


async def settle(
    database: AsyncSession, what: Literal["retried", "discarded"], wanted: DeadLettersIn
) -> DeadLettersDone:
    """Retry dead letters with fresh attempts, or discard them; the oldest first, at most :data:`BATCH`.

    :raises NotDead: if none of them is dead.
    """
    settled = await database.run_sync(_settle, what, wanted)
    if not settled.ids:
        raise NotDead("None of these is dead any more: another one retried or discarded them.")
    return settled


def _settle(session: Session, what: Literal["retried", "discarded"], wanted: DeadLettersIn) -> DeadLettersDone:
    choice = {"ids": wanted.ids, "consumer": wanted.consumer}
    chosen = session.execute(queries.LOCK_DEAD, {**choice, "limit": BATCH}).all()
    about = {row.id: row for row in chosen}
    settle_all = deliveries.replay if what == "retried" else deliveries.discard
    settled = settle_all(session.connection(), list(about))
    for delivery_id in settled:
        context.record_delivery_action(session, what, about[delivery_id])
    left = session.execute(queries.COUNT_DEAD, choice).scalar_one() if settled else 0
    return DeadLettersDone(ids=sorted(settled), left=left)
