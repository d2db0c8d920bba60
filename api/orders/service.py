"""Change the status of order lines, and undo such changes."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.http.errors import NO_DATABASE, record_database_error, status_of
from api.orders.status_schemas import StatusChangeOut, StatusesIn, StatusIn, StatusResultOut, UndoIn, UndosIn
from shop.audit.context import Actor
from shop.catalogue import sales_counts
from shop.clock import iso, now
from shop.db.engine import is_unavailable
from shop.db.pool import Pool, Transaction
from shop.db.query import BoundQuery
from shop.errors import Conflict, NotFound, ShopError
from shop.orders import status_rules, status_writes
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Status
from shop.orders.status_rules import Line, StaleVersion, Step
from shop.payments import refunds, writes
from shop.stock import piece_movements
from shop.stock.model import MovementReason


class PiecesGone(Conflict):
    """A cancelled line cannot come back, because its pieces were sold."""

    code = "unavailable"


class PaidBack(Conflict):
    """A cancellation cannot be undone, because its money was refunded, or is about to be."""

    code = "paid_back"


class PaymentSettled(Conflict):
    """A cancelled line cannot come back, because the order was paid without it, or can no longer be paid."""

    code = "payment_settled"


Wanted = TypeVar("Wanted", StatusIn, UndoIn)

CHANGED = "Status updated"
UNDONE = "Status set back"


async def change_status(pool: Pool, wanted: StatusIn, actor: Actor) -> OrderStatusChanged:
    """Set a line's status and record the event, in one transaction.

    :raises NotFound: if there is no such line.
    :raises StaleVersion: if it has changed since the admin saw it.
    """

    async def change_locked(transaction: Transaction) -> OrderStatusChanged:
        event, write = _change(wanted, await _lock_lines(transaction, wanted.id), actor)
        await transaction.commit(write)
        return event

    try:
        (rows,) = await pool.fetch_batched(status_writes.load_lines(wanted.id))
        event, write = _change(wanted, _lines_of(rows), actor)
        if await pool.write_batched(write):
            return event
        return await pool.retrying(change_locked)
    except StaleVersion as refusal:
        await _add_last_step(pool, wanted.id, refusal)
        raise


async def undo_status(pool: Pool, wanted: UndoIn, actor: Actor) -> OrderStatusChanged:
    """Undo the last change of a line's status and record the event, in one transaction.

    :raises NotFound: if there is no such line.
    :raises StaleVersion: if it has changed since the admin saw it.
    :raises shop.orders.status_rules.NothingToUndo: if no change is left to undo.
    :raises shop.orders.status_rules.TooLateToUndo: if it is a cancellation that is too old.
    :raises PiecesGone: if it is a cancellation, and its pieces were sold since.
    :raises PaidBack: if it is a cancellation for which money was refunded.
    :raises PaymentSettled: if it is a cancellation, and the order was paid since, or expired.
    """

    async def undo_locked(transaction: Transaction) -> OrderStatusChanged:
        await transaction.fetch(piece_movements.PRICES_SETTLED())  # before the lines, since it may write the listing
        lines = await _lock_lines(transaction, wanted.id)
        (rows,) = await transaction.fetch(status_writes.load_history(wanted.id))
        history = [Step(*row) for row in rows]
        event = status_rules.undo(
            lines, wanted.id, history, changed_by=actor.name, at=now(), seen_version=wanted.version
        )
        others: list[BoundQuery] = []
        if event.previous == Status.CANCELLED:
            await _check_not_paid_back(transaction, event, since=history[-1].at)
            await _check_not_settled(transaction, event)
            await _take_pieces_again(transaction, event, actor)
            others = [
                sales_counts.refresh_of_lines([event.item_id], at=now()),
                writes.close_links(event.order_id, at=now()),
            ]
        await transaction.commit(status_writes.change_status(event, lines, **_ids(actor)), *others)
        return event

    try:
        return await pool.retrying(undo_locked)
    except StaleVersion as refusal:
        await _add_last_step(pool, wanted.id, refusal)
        raise


async def change_statuses(pool: Pool, wanted: StatusesIn, actor: Actor) -> list[StatusResultOut]:
    """Set the statuses of several lines, each in its own transaction, and return the result of each.

    :raises DBAPIError, PoolTimeout: if PostgreSQL fails at the first one. If it fails later, that one has the code
        503; if it is unavailable, those after it too.
    """
    return await _results(wanted.items, lambda each: change_status(pool, each, actor), CHANGED)


async def undo_statuses(pool: Pool, wanted: UndosIn, actor: Actor) -> list[StatusResultOut]:
    """Undo the last changes of several lines, as :func:`change_statuses` changes them."""
    return await _results(wanted.items, lambda each: undo_status(pool, each, actor), UNDONE)


async def _check_not_paid_back(transaction: Transaction, event: OrderStatusChanged, *, since: datetime) -> None:
    """Check that nothing was refunded for this line since then. A refund locks the order, so none is under way."""
    (rows,) = await transaction.fetch(refunds.of_cancelled_line(event.order_id, event.item_id, since=since))
    if rows:
        raise PaidBack(
            "The money for this item was paid back since it was cancelled, so it stays cancelled."
            " Please place a new order."
        )


async def _check_not_settled(transaction: Transaction, event: OrderStatusChanged) -> None:
    """Check that the payment includes this line or still can. It cannot change meanwhile, as the order is locked."""
    [row], [line] = await transaction.fetch(writes.load(event.order_id), status_writes.load_amount(event.item_id))
    payment = writes.state_of(row)
    if not payment.covers_again(line.total_amount):
        was = "The payment of this order has ended" if payment.is_over else "This order was paid without this item"
        raise PaymentSettled(f"{was}, so it stays cancelled. Please place a new order.")


async def _take_pieces_again(transaction: Transaction, event: OrderStatusChanged, actor: Actor) -> None:
    """Take the pieces that the cancellation returned out of the stock again."""
    statements = piece_movements.move(
        [event.item_id], MovementReason.UNDO, admin_id=actor.admin_id, changed_by=actor.name, at=event.at or now()
    )
    *_, moved = await transaction.fetch(*statements)
    if not all(row.is_moved for row in moved):
        raise PiecesGone("The pieces of this item were sold since it was cancelled.")


async def _lock_lines(transaction: Transaction, item_id: int) -> list[Line]:
    (rows,) = await transaction.fetch(status_writes.lock_lines(item_id))
    return _lines_of(rows)


def _lines_of(rows: Sequence[Any]) -> list[Line]:
    if not rows:
        raise NotFound("There is no such order item.")
    return [Line(*row) for row in rows]


def _ids(actor: Actor) -> dict[str, int | None]:
    return {"admin_id": actor.admin_id, "api_key_id": actor.api_key_id}


def _change(wanted: StatusIn, lines: Sequence[Line], actor: Actor) -> tuple[OrderStatusChanged, BoundQuery]:
    """Return the event of a change, and the statement that writes it."""
    event = status_rules.change_status(
        lines,
        wanted.id,
        wanted.status,
        changed_by=actor.name,
        at=now(),
        seen_version=wanted.version,
        weights=wanted.weights,
    )
    return event, status_writes.change_status(event, lines, **_ids(actor))


async def _add_last_step(pool: Pool, item_id: int, refusal: StaleVersion) -> None:
    """Add the time of the line's last change to a refusal. After an undo, the line's own times are older than that."""
    steps = [Step(*row) for row in await pool.fetch(status_writes.load_history(item_id))]
    last = next((step for step in steps if refusal.data and step.version == refusal.data["version"]), None)
    if last is not None and refusal.data is not None:
        refusal.data |= {"at": iso(last.at), "undoes": last.undoes}


async def _results(
    wanted: Sequence[Wanted], change: Callable[[Wanted], Awaitable[OrderStatusChanged]], message: str
) -> list[StatusResultOut]:
    results: list[StatusResultOut] = []
    for each in wanted:
        try:
            results.append(await _result(each.id, change(each), message))
        except (DBAPIError, PoolTimeout) as error:
            if not results:
                raise
            record_database_error(error, "/api/order/")
            if isinstance(error, PoolTimeout) or is_unavailable(error):
                break
            results.append(StatusResultOut(id=each.id, code=503, message=NO_DATABASE))
    results += [StatusResultOut(id=each.id, code=503, message=NO_DATABASE) for each in wanted[len(results) :]]
    return results


async def _result(item_id: int, change: Awaitable[OrderStatusChanged], message: str) -> StatusResultOut:
    try:
        event = await change
    except ShopError as refusal:
        data = StatusChangeOut.model_validate(refusal.data) if refusal.data else None
        return StatusResultOut(id=item_id, code=status_of(refusal), message=refusal.message, data=data)
    data = StatusChangeOut.model_validate(event.for_admins())
    return StatusResultOut(id=item_id, code=200, message=message, data=data)
