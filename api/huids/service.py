"""Set the HUIDs of an order line, with the event; the caller commits."""

import datetime as dt

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.huids.schemas import HuidsIn, HuidsOut
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Conflict, NotFound
from shop.events import outbox
from shop.huids import queries, rules
from shop.huids.events import OrderHuidsChanged
from shop.huids.model import HallmarkedPiece
from shop.orders.model import Order, OrderItem, Status


async def set_huids(database: AsyncSession, wanted: HuidsIn, admin: Person) -> HuidsOut:
    """Set all HUIDs of a line.

    :raises NotFound: if there is no such line.
    :raises shop.huids.rules.HuidsFixed, shop.huids.rules.StaleHuids, shop.huids.rules.TooManyHuids: see
        :mod:`shop.huids.rules`.
        :raises shop.huids.rules.HuidUsed: if a piece of another line has one of them.
    """
    lines = (await database.scalars(queries.lines_of_order_of(wanted.item_id))).all()
    item = next((line for line in lines if line.id == wanted.item_id), None)
    if item is None:
        raise NotFound("There is no such order item.")
    at = now()
    try:
        rules.check_change(item, wanted.huids, seen_version=wanted.version)
    except Conflict as refusal:
        refusal.data = {"itemId": item.id, "huids": item.huids, "huidsVersion": item.huids_version}
        raise
    removed = [huid for huid in item.huids if huid not in wanted.huids]
    added = sorted(huid for huid in wanted.huids if huid not in item.huids)
    own = HallmarkedPiece.order_item_id == item.id
    await database.execute(delete(HallmarkedPiece).where(HallmarkedPiece.huid.in_(removed), own))
    if added:
        await _take(database, added, item, admin, at=at)
    return await _write(database, item, wanted.huids, admin, at=at)


async def _take(database: AsyncSession, huids: list[str], item: OrderItem, admin: Person, *, at: dt.datetime) -> None:
    """Record that the pieces with these HUIDs are sold with this line."""
    for piece in await database.scalars(queries.pieces(huids)):
        await _release(database, piece, admin, at=at)
        piece.order_item_id = item.id
    await database.flush()
    rows = [{"huid": huid, "order_item_id": item.id} for huid in huids]
    await database.execute(insert(HallmarkedPiece).values(rows).on_conflict_do_nothing())
    # A transaction that committed since the pieces were read may have taken one.
    for piece in await database.scalars(queries.pieces(huids)):
        if piece.order_item_id != item.id:
            raise rules.used(piece.huid, await database.get_one(OrderItem, piece.order_item_id))


async def _release(database: AsyncSession, piece: HallmarkedPiece, admin: Person, *, at: dt.datetime) -> None:
    """Check that the line with which a piece was sold has released it.

    A cancelled line loses the HUID, because the piece was never delivered.

    :raises shop.huids.rules.HuidUsed: if the line still has the piece.
    """
    lines = (await database.scalars(queries.lines_of_order_of(piece.order_item_id))).all()
    holder = next(line for line in lines if line.id == piece.order_item_id)
    kept = await database.scalar(queries.pieces_kept(holder.id)) or 0
    received = await database.scalar(queries.pieces_received(holder.id)) or 0
    if not rules.is_free_again(holder, piece.huid, received=received, sold_again=len(holder.huids) - kept):
        raise rules.used(piece.huid, holder)
    if holder.status == Status.CANCELLED:
        await _write(database, holder, [huid for huid in holder.huids if huid != piece.huid], admin, at=at)


async def _write(
    database: AsyncSession, item: OrderItem, huids: list[str], admin: Person, *, at: dt.datetime
) -> HuidsOut:
    """Store the HUIDs of a line, which is locked, with the audit entry and the event."""
    order = await database.get_one(Order, item.order_id)
    changes = {"huids": {"from": " ".join(item.huids) or None, "to": " ".join(huids) or None}}
    item.huids, item.huids_version = huids, item.huids_version + 1
    label = f"item {item.line}, {item.product_name}"
    await database.run_sync(record_action, "changed", "order", entity_id=order.id, label=label, changes=changes)
    event = OrderHuidsChanged(
        order_id=order.id,
        item_id=item.id,
        customer_id=order.customer_id,
        huids=huids,
        huids_version=item.huids_version,
        changed_by=admin.name,
        at=at,
    )
    await outbox.record(database, event, at=at)
    return HuidsOut.model_validate(event.for_admins())
