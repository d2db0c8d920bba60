"""Changing an order's status, and taking that back."""

from collections.abc import Awaitable, Iterable, Sequence
from typing import Any

from api.errors import status_of
from api.identity import Person
from api.orders.schemas import StatusChangeOut, StatusesIn, StatusIn, StatusResultOut, UndoIn, UndosIn
from shop.clock import iso, now
from shop.db.pool import Pool, Transaction
from shop.db.query import BoundQuery
from shop.errors import NotFound, ShopError
from shop.orders import keeping
from shop.orders.events import OrderStatusChanged
from shop.orders.progress import Line, StaleVersion, Step, move_on, undo

CHANGED = "Status updated"
UNDONE = "Status set back"


async def change_status(pool: Pool, wanted: StatusIn, admin: Person) -> OrderStatusChanged:
    """Set a line's status and record what happened, both in one transaction.

    :raises NotFound: where there is no such line.
    :raises StaleVersion: where it is no longer as the admin saw it.
    """

    async def change(transaction: Transaction) -> OrderStatusChanged:
        event, keep = _change(wanted, await _locked(transaction, wanted.id), admin)
        await transaction.commit(keep)
        return event

    try:
        (seen,) = await pool.fetch_batched(keeping.see_lines(wanted.id))
        event, keep = _change(wanted, _lines(seen), admin)
        if await pool.write_batched(keep):
            return event
        return await pool.retrying(change)
    except StaleVersion as refusal:
        await _tell_last_step(pool, wanted.id, refusal)
        raise


async def undo_status(pool: Pool, wanted: UndoIn, admin: Person) -> OrderStatusChanged:
    """Take back the last change of a line's status and record that, both in one transaction.

    :raises NotFound: where there is no such line.
    :raises StaleVersion: where it is no longer as the admin saw it.
    :raises shop.orders.progress.NothingToUndo: where no change of it stands.
    """

    async def take_back(transaction: Transaction) -> OrderStatusChanged:
        lines = await _locked(transaction, wanted.id)
        (rows,) = await transaction.fetch(keeping.see_history(wanted.id))
        history = [Step._make(row) for row in rows]
        event = undo(lines, wanted.id, history, changed_by=admin.name, at=now(), seen_version=wanted.version)
        await transaction.commit(keeping.keep(event, lines, admin_id=admin.id))
        return event

    try:
        return await pool.retrying(take_back)
    except StaleVersion as refusal:
        await _tell_last_step(pool, wanted.id, refusal)
        raise


async def change_statuses(pool: Pool, wanted: StatusesIn, admin: Person) -> list[StatusResultOut]:
    """Set the statuses of several lines, each in a transaction of its own, and say of each how it went."""
    return await _results(((each.id, change_status(pool, each, admin)) for each in wanted.items), CHANGED)


async def undo_statuses(pool: Pool, wanted: UndosIn, admin: Person) -> list[StatusResultOut]:
    """Take back the last changes of several lines in the same way."""
    return await _results(((each.id, undo_status(pool, each, admin)) for each in wanted.items), UNDONE)


async def _locked(transaction: Transaction, item_id: int) -> list[Line]:
    (rows,) = await transaction.fetch(keeping.lock_lines(item_id))
    return _lines(rows)


def _lines(rows: Sequence[Any]) -> list[Line]:
    if not rows:
        raise NotFound("There is no such order item.")
    return [Line._make(row) for row in rows]


def _change(wanted: StatusIn, lines: Sequence[Line], admin: Person) -> tuple[OrderStatusChanged, BoundQuery]:
    """Return what happens, and what keeps it."""
    event = move_on(lines, wanted.id, wanted.status, changed_by=admin.name, at=now(), seen_version=wanted.version)
    return event, keeping.keep(event, lines, admin_id=admin.id)


async def _tell_last_step(pool: Pool, item_id: int, refusal: StaleVersion) -> None:
    """Let a refusal tell of the line's last step; after an undo, the line's own times are older than that."""
    steps = [Step._make(row) for row in await pool.fetch(keeping.see_history(item_id))]
    last = next((step for step in steps if refusal.data and step.version == refusal.data["version"]), None)
    if last is not None and refusal.data is not None:
        refusal.data |= {"at": iso(last.at), "undoes": last.undoes}


async def _results(changes: Iterable[tuple[int, Awaitable[OrderStatusChanged]]], done: str) -> list[StatusResultOut]:
    return [await _result(item_id, change, done) for item_id, change in changes]


async def _result(item_id: int, change: Awaitable[OrderStatusChanged], done: str) -> StatusResultOut:
    try:
        event = await change
    except ShopError as refusal:
        row = StatusChangeOut.model_validate(refusal.data) if refusal.data else None
        return StatusResultOut(id=item_id, code=status_of(refusal), message=refusal.message, data=row)
    row = StatusChangeOut.model_validate(event.for_admins())
    return StatusResultOut(id=item_id, code=200, message=done, data=row)
