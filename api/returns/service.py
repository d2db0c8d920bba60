"""Lists returns, requests them and changes their status. Each change records an event; the caller commits."""

from datetime import datetime
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.auth.policy import Grant
from api.db.session import transaction_of
from api.desk.service import desks_of
from api.http.pagination import CursorPage
from api.http.partial_update import get_or_404
from api.returns.filters import ReturnFilters
from api.returns.schemas import ReturnActionIn, ReturnDeskCounts, ReturnIn, ReturnOut, ReturnPage
from shop.audit.context import Actor, record_action
from shop.catalogue.model import Product
from shop.clock import now
from shop.errors import Forbidden, Invalid, NotFound
from shop.events import outbox
from shop.order_references.queries import NO_ORDERS, NamedOrders
from shop.orders.model import Order, OrderItem
from shop.payments import writes
from shop.payments.rules import Who
from shop.payments.state import PaymentState
from shop.rates.repricing import lock_prices_shared
from shop.returns import queries, rules
from shop.returns.events import ReturnChanged
from shop.returns.model import Return, ReturnStatus
from shop.returns.queries import ReturnSort
from shop.returns.rules import ReturnAction
from shop.settings import settings
from shop.stock import piece_movements
from shop.stock.model import MovementReason

_NO_ITEM = "There is no such order item."
_NO_RETURN = "There is no such return."


async def own_page(database: AsyncSession, page: CursorPage, filters: ReturnFilters, customer_id: int) -> ReturnPage:
    """Return a page of the returns of one customer, for them."""
    listed, more = await _rows(database, page, filters, customer_id)
    found = [ReturnOut.of(each, is_staff=False) for each in listed]
    return ReturnPage(message="Returns", data=found, next_cursor=more)


async def staff_page(
    database: AsyncSession,
    page: CursorPage,
    filters: ReturnFilters,
    customer_id: int | None,
    *,
    named: NamedOrders,
    admin_id: int | None,
) -> ReturnPage:
    """Return a page of all customers' returns, with counts for the tabs of the list and the assignments of the orders.

    :param named: the orders that the search names by another reference than their number.
    :param admin_id: the member of staff who reads it; None for another system.
    """
    listed, more = await _rows(database, page, filters, customer_id, named)
    counted = dict((await database.execute(queries.counts_by_status())).all())
    by_desk = None
    if admin_id is not None:
        mine, unassigned = (await database.execute(queries.counts_by_desk(admin_id, *filters.of_status))).one()
        by_desk = ReturnDeskCounts(mine=mine, unassigned=unassigned)
    return ReturnPage(
        message="Returns",
        data=[ReturnOut.of(each, is_staff=True) for each in listed],
        next_cursor=more,
        counts={each: counted.get(each.value, 0) for each in ReturnStatus},
        desk_counts=by_desk,
        desk=await desks_of(database, {each.item.order_id for each in listed}) if admin_id is not None else None,
    )


async def _rows(
    database: AsyncSession,
    page: CursorPage,
    filters: ReturnFilters,
    customer_id: int | None,
    named: NamedOrders = NO_ORDERS,
) -> tuple[list[Return], str | None]:
    sort, conditions = filters.sort, filters.conditions(customer_id, named=named)
    order, sorted_ = f"returns {sort.value}", queries.returns(*conditions).order_by(queries.SORTS[sort])
    query = page.select_by_id(sorted_, order, Return.id, is_newest_first=sort is ReturnSort.NEWEST)
    rows, more = page.split((await database.scalars(query)).unique().all(), order, lambda found: (None, found.id))
    return list(rows), more


async def request_return(database: AsyncSession, wanted: ReturnIn, customer: Person) -> ReturnOut:
    """Request a return.

    :raises NotFound: if the shopper has no such item.
    :raises shop.returns.rules.NotReturnable: if it may not be returned.
    """
    item = await database.get(OrderItem, wanted.item_id, with_for_update=True, populate_existing=True)
    order = await database.get(Order, item.order_id) if item else None
    if item is None or order is None or order.customer_id != customer.id:
        raise NotFound(_NO_ITEM)
    at = now()
    made = rules.request_return(
        item,
        await database.scalar(queries.pieces_of(item.id)) or 0,
        customer_id=customer.id,
        quantity=wanted.quantity,
        reason=wanted.reason,
        note=wanted.note,
        days=settings().return_days,
        name=customer.name,
        at=at,
    )
    database.add(made)
    await database.flush()
    return await _record(database, made.id, is_staff=False)


async def take_step(database: AsyncSession, return_id: int, wanted: ReturnActionIn, grant: Grant) -> ReturnOut:
    """Change the status of a return: shoppers withdraw their own returns, and admins take all other steps.

    :raises NotFound: if there is none, or it is someone else's.
    :raises Forbidden: if this role may not make the change.
    :raises shop.returns.rules.StaleReturn: if its version or its status does not allow it.
    """
    await database.execute(lock_prices_shared())
    # The payment is locked before the return, in the same sequence as for a refund.
    payment = await _lock_payment(database, return_id) if wanted.action is ReturnAction.CLOSE else None
    found = await get_or_404(database, Return, return_id, _NO_RETURN, lock=True)
    grant.check_owner(found.customer_id, _NO_RETURN)
    is_withdrawal = wanted.action is ReturnAction.WITHDRAW
    person = grant.customer if is_withdrawal else grant.admin
    if is_withdrawal and person.id != found.customer_id:
        raise Forbidden("Only the shopper can withdraw a return.")
    _check_fields(wanted)
    await database.refresh(found, ["history", "item"])
    before, at = found.status, now()
    admin_id = None if is_withdrawal else person.id
    try:
        rules.take_step(
            found,
            wanted.action,
            version=wanted.version,
            note=wanted.note,
            admin_id=admin_id,
            name=person.name,
            at=at,
            payment=payment,
        )
    except rules.StaleReturn as refusal:
        present = (await database.scalars(queries.returns(Return.id == return_id))).unique().one()
        refusal.data = ReturnOut.of(present, is_staff=not is_withdrawal).model_dump(by_alias=True, mode="json")
        raise
    if payment is not None and (settled := rules.settle_closed(found, payment, who=Who(person.name, admin_id), at=at)):
        await (await transaction_of(database)).fetch(*writes.move(settled))
    if wanted.action is ReturnAction.RECEIVE:
        found.into_stock = wanted.into_stock
        if wanted.into_stock:
            await _give_back(database, found, grant.staff, at=at)
    if not is_withdrawal:
        await _audit_step(database, found, wanted, before=before)
    return await _record(database, found.id, is_staff=not is_withdrawal)


async def _audit_step(database: AsyncSession, found: Return, wanted: ReturnActionIn, *, before: str) -> None:
    """Record a step of staff in the audit, at the order. ``before`` is the status before it."""
    changes: dict[str, Any] = {"return": {"from": before, "to": found.status}}
    if wanted.note:
        changes["reason" if wanted.action is ReturnAction.DECLINE else "note"] = {"from": None, "to": wanted.note}
    if wanted.action is ReturnAction.RECEIVE:
        changes["into_stock"] = {"from": None, "to": wanted.into_stock}
    label = f"return {found.id}, {found.item.product_name}"
    await database.run_sync(
        record_action, "changed", "order", entity_id=found.item.order_id, label=label, changes=changes
    )


async def note_refund(database: AsyncSession, return_id: int, grant: Grant, *, order_id: int, note: str) -> None:
    """Record that the money for a return of this order is refunded. The caller has locked the order and its payment.

    :raises NotFound: if the order has no such return.
    :raises shop.returns.rules.StaleReturn: if its pieces are not received, or it is already refunded.
    """
    found = await database.get(Return, return_id, with_for_update=True, populate_existing=True)
    if found is not None:
        await database.refresh(found, ["history", "item"])
    if found is None or found.item.order_id != order_id:
        raise NotFound("This order has no such return.")
    rules.note_refund(found, note=note, admin_id=grant.admin.id, name=grant.admin.name, at=now())
    await _record(database, return_id, is_staff=True)


async def _lock_payment(database: AsyncSession, return_id: int) -> PaymentState:
    """Lock the payment of a return's order, and return it."""
    order_id = await database.scalar(queries.order_of(return_id))
    if order_id is None:
        raise NotFound(_NO_RETURN)
    *_, [payment] = await (await transaction_of(database)).fetch(*writes.load_locked(order_id))
    return writes.state_of(payment)


def _check_fields(wanted: ReturnActionIn) -> None:
    if wanted.action is ReturnAction.DECLINE and not wanted.note:
        raise Invalid("Please say why; the shopper reads it.", fields={"note": "This is required to decline."})
    if wanted.action is ReturnAction.RECEIVE and wanted.into_stock is None:
        sentence = "Please say whether the piece goes back into stock."
        raise Invalid(sentence, fields={"intoStock": "This is required to receive."})


async def _give_back(database: AsyncSession, found: Return, actor: Actor, *, at: datetime) -> None:
    statements = piece_movements.move(
        [found.order_item_id],
        MovementReason.RETURN,
        quantity=found.quantity,
        admin_id=actor.admin_id,
        changed_by=actor.name,
        at=at,
    )
    *_, moved = await (await transaction_of(database)).fetch(*statements)
    for row in moved:
        found.stranded = row.stranded
        if row.is_moved:
            product = await database.get_one(Product, found.item.product_id, populate_existing=True)
            await outbox.record(database, product.change_event("updated"), at=at)


async def _record(database: AsyncSession, return_id: int, *, is_staff: bool) -> ReturnOut:
    """Record the event of a return in its current state, and return the fields that this caller may see."""
    await database.flush()
    query = queries.returns(Return.id == return_id).execution_options(populate_existing=True)
    found = (await database.scalars(query)).unique().one()
    event = ReturnChanged(
        return_id=found.id,
        customer_id=found.customer_id,
        for_shopper=_json(found, is_staff=False),
        for_staff=_json(found, is_staff=True),
    )
    await outbox.record(database, event, at=found.history[-1].at)
    return ReturnOut.of(found, is_staff=is_staff)


def _json(found: Return, *, is_staff: bool) -> dict[str, object]:
    return ReturnOut.of(found, is_staff=is_staff).model_dump(by_alias=True, mode="json")
