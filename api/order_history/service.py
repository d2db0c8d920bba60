"""Read an order's history other than statuses and payments."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.customer_record.schemas import CustomerMailOut
from api.customer_record.service import unsent_mail
from api.order_history.schemas import AssignmentEntryOut, OrderHistoryOut, ShipmentEntryOut
from shop.errors import NotFound
from shop.order_history import queries
from shop.orders.model import Order


async def show(database: AsyncSession, order_id: int) -> OrderHistoryOut:
    """Return to whom an order was assigned, its couriers and tracking numbers, and the mails about it.

    :raises NotFound: if there is no such order.
    """
    customer_id = await database.scalar(select(Order.customer_id).where(Order.id == order_id))
    if customer_id is None:
        raise NotFound(f"There is no order {order_id}.")
    assignments = await database.execute(queries.ASSIGNMENTS, {"id": order_id})
    shipments = await database.execute(queries.SHIPMENTS, {"id": order_id})
    return OrderHistoryOut(
        assignments=[AssignmentEntryOut.model_validate(row) for row in assignments],
        shipments=[ShipmentEntryOut.model_validate(row) for row in shipments],
        mails=await _mails(database, order_id, customer_id),
    )


async def _mails(database: AsyncSession, order_id: int, customer_id: int) -> list[CustomerMailOut]:
    """Return the mails about an order, those that are not sent yet or are dead first."""
    unsent = await database.execute(queries.OPEN_MAILS, {"id": customer_id, "order_id": order_id})
    sent = await database.execute(queries.MAILS, {"id": customer_id, "about": queries.about_order(order_id)})
    return [unsent_mail(row) for row in unsent] + [CustomerMailOut.model_validate(row) for row in sent]
