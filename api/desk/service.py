"""Writing notes and assigning orders, each with its event; the caller commits."""

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.desk.schemas import AssigneeOut, AssigneesOut, AssignmentIn, DeskOut, NoteIn, NoteOut, NotesOut, StaffPersonOut
from shop.audit.context import record_action
from shop.clock import now
from shop.customers.model import AccountIsDeleted
from shop.desk import queries, rules
from shop.desk.events import OrderAssigned, OrderNoteAdded
from shop.desk.model import OrderAssignment, OrderNote
from shop.errors import Invalid, NotFound
from shop.events import outbox
from shop.orders.model import Order
from shop.orders.queries import is_open
from shop.staff.model import Admin


async def notes_of(database: AsyncSession, order_id: int) -> NotesOut:
    """Return the notes of an order, the oldest first.

    :raises NotFound: if there is no such order.
    """
    order = (await database.execute(select(Order.erased_at).where(Order.id == order_id))).one_or_none()
    if order is None:
        raise _no_order(order_id)
    found = await database.scalars(queries.notes_of(order_id))
    data = [NoteOut.model_validate(note) for note in reversed(found.all())]
    return NotesOut(message="Notes", data=data, is_erased=order.erased_at is not None)


async def add_note(database: AsyncSession, wanted: NoteIn, by: Person) -> NoteOut:
    """Write a note.

    :raises NotFound: if there is no such order.
    :raises AccountIsDeleted: if the order was erased, because the note would never be erased.
    """
    if await _lock(database, wanted.order_id):
        raise AccountIsDeleted
    note = OrderNote(order_id=wanted.order_id, text=wanted.text, admin_id=by.id, written_by=by.name, at=now())
    database.add(note)
    await database.flush()
    await database.run_sync(record_action, "changed", "order", entity_id=note.order_id, label="a note was added")
    count = await database.scalar(queries.number_of_notes(note.order_id)) or 0
    event = OrderNoteAdded(order_id=note.order_id, note_id=note.id, notes=count, written_by=by.name)
    await outbox.record(database, event, at=note.at)
    return NoteOut.model_validate(note)


async def desk_of(database: AsyncSession, order_id: int) -> DeskOut:
    """Return to whom an order is assigned, and how many notes it has."""
    [desk] = await desks_of(database, [order_id])
    return desk


async def desks_of(database: AsyncSession, order_ids: Collection[int]) -> list[DeskOut]:
    """Return for each of these orders to whom it is assigned, and how many notes it has."""
    rows = await database.execute(queries.desks_of(order_ids))
    return [
        DeskOut(
            order_id=row.order_id,
            assignee=StaffPersonOut.model_validate(row.Admin) if row.Admin else None,
            version=row.version,
            notes=row.notes,
        )
        for row in rows
    ]


async def assign(database: AsyncSession, wanted: AssignmentIn, by: Person) -> DeskOut:
    """Assign an order to a member of staff or to nobody.

    :raises NotFound: if there is no such order.
    :raises Invalid: if there is no such person, or orders cannot be assigned to them.
    :raises StaleAssignment: if it was assigned meanwhile.
    """
    await _lock(database, wanted.order_id)
    assignee = await _assignee(database, wanted.admin_id)
    before = await desk_of(database, wanted.order_id)
    present = await database.get(OrderAssignment, wanted.order_id)
    at = now()
    try:
        changed = rules.assign(
            wanted.order_id, present, assignee, seen_version=wanted.version, changed_by=by.name, at=at
        )
    except rules.StaleAssignment as refusal:
        refusal.data = before.model_dump(by_alias=True, mode="json")
        raise
    database.add(changed)
    await database.flush()
    after = await desk_of(database, wanted.order_id)
    changes = {"assigned to": {"from": _name(before), "to": _name(after)}}
    await database.run_sync(
        record_action, "changed", "order", entity_id=wanted.order_id, label=f"order {wanted.order_id}", changes=changes
    )
    event = OrderAssigned(
        order_id=wanted.order_id,
        assignee=after.assignee.model_dump(by_alias=True) if after.assignee else None,
        version=after.version,
        notes=after.notes,
        changed_by=by.name,
        at=at,
    )
    await outbox.record(database, event, at=at)
    return after


async def assignees(database: AsyncSession) -> AssigneesOut:
    """Return the staff to whom orders may be assigned, and the number of open orders of each of them and of nobody."""
    people = (await database.scalars(queries.assignable())).all()
    of_people = select(OrderAssignment.admin_id, func.count()).join(Order, Order.id == OrderAssignment.order_id)
    counted = await database.execute(of_people.where(is_open()).group_by(OrderAssignment.admin_id))
    numbers = {row[0]: row[1] for row in counted}
    nobodys = select(func.count()).select_from(Order).where(is_open(), ~queries.is_assigned(Order.id.expression))
    return AssigneesOut(
        people=[AssigneeOut(id=each.id, name=each.name, open_orders=numbers.get(each.id, 0)) for each in people],
        unassigned=await database.scalar(nobodys) or 0,
    )


async def _assignee(database: AsyncSession, admin_id: int | None) -> Admin | None:
    """Lock and return the member of staff, so that they cannot be disabled before this transaction ends."""
    if admin_id is None:
        return None
    found = await database.get(Admin, admin_id, with_for_update={"read": True}, populate_existing=True)
    if found is None:
        sentence = "There is no such member of staff."
        raise Invalid(sentence, fields={"adminId": sentence})
    return found


async def _lock(database: AsyncSession, order_id: int) -> bool:
    """Lock an order. Return whether its personal data was erased."""
    query = select(Order.erased_at).where(Order.id == order_id).with_for_update(key_share=True)
    order = (await database.execute(query)).one_or_none()
    if order is None:
        raise _no_order(order_id)
    return order.erased_at is not None


def _no_order(order_id: int) -> NotFound:
    return NotFound(f"There is no order {order_id}.")


def _name(desk: DeskOut) -> str:
    return desk.assignee.name if desk.assignee else "nobody"
