"""The history of one delivery, and the deliveries of a queue that have waited the longest."""

from sqlalchemy.ext.asyncio import AsyncSession

from api.operations.schemas import AttemptOut, DeliveryHistoryOut, WaitingDeliveryOut
from shop.errors import NotFound
from shop.events import history
from shop.operations import queries, queue_pauses
from shop.operations.snapshot import QUEUES


class UnknownDelivery(NotFound):
    """There is no such delivery, or it is past its retention."""

    code = "unknown_delivery"


async def show(database: AsyncSession, delivery_id: int) -> DeliveryHistoryOut:
    """Return a delivery with its steps, the oldest first.

    :raises UnknownDelivery: if there is none.
    """
    row = (await database.execute(history.ONE, {"id": delivery_id})).mappings().one_or_none()
    if row is None:
        raise UnknownDelivery(f"There is no delivery {delivery_id}. It may be older than what is kept.")
    steps = await database.execute(history.STEPS, {"id": delivery_id, "since": row["recorded_at"]})
    return DeliveryHistoryOut(**row, steps=[AttemptOut.model_validate(step) for step in steps])


async def oldest_waiting(database: AsyncSession, queue: str, *, limit: int) -> list[WaitingDeliveryOut]:
    """Return pending deliveries of a queue, the oldest first.

    :raises queue_pauses.UnknownQueue: if there is no such queue.
    """
    queue_pauses.check_known(queue, QUEUES)
    rows = await database.execute(queries.LONGEST_WAITING, {"queue": queue, "limit": limit})
    return [WaitingDeliveryOut.model_validate(row) for row in rows]
