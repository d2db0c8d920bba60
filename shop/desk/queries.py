"""Queries of notes and assignments."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ARRAY, BigInteger, ColumnElement, Select, and_, exists, func, literal, select

from shop.desk.model import OrderAssignment, OrderNote
from shop.staff.model import Admin
from shop.staff.roles import READ_ORDERS

MAX_NOTES = 500


def takes_orders() -> ColumnElement[bool]:
    """Return the condition that a member of staff is not disabled and may read orders."""
    return and_(Admin.disabled_at.is_(None), Admin.roles.overlap([role.value for role in READ_ORDERS]))


def notes_of(order_id: int) -> Select[OrderNote]:
    """Select the notes of an order, the newest :data:`MAX_NOTES`, the newest first."""
    return select(OrderNote).where(OrderNote.order_id == order_id).order_by(OrderNote.id.desc()).limit(MAX_NOTES)


def number_of_notes(order_id: ColumnElement[int] | int) -> Select[int]:
    """Select how many notes an order has."""
    return select(func.count()).select_from(OrderNote).where(OrderNote.order_id == order_id)


def is_assignee_of(query: Select[Any], order_id: ColumnElement[int] | int) -> Select[Any]:
    """Limit a query of admins to the one to whom an order is assigned, if they still take orders."""
    query = query.join(OrderAssignment, OrderAssignment.admin_id == Admin.id)
    return query.where(OrderAssignment.order_id == order_id, takes_orders())


def is_assigned(order_id: ColumnElement[int], admin_id: ColumnElement[int] | None = None) -> ColumnElement[bool]:
    """Return the condition that an order is assigned to a member of staff, or to anyone, who still takes orders."""
    query = select(OrderAssignment.order_id).join(Admin, OrderAssignment.admin_id == Admin.id)
    query = query.where(OrderAssignment.order_id == order_id, takes_orders())
    if admin_id is not None:
        query = query.where(OrderAssignment.admin_id == admin_id)
    return exists(query.correlate_except(OrderAssignment, Admin))


def desks_of(order_ids: Collection[int]) -> Select[int, int, int, Admin | None]:
    """Select for each of these orders the version of its assignment, its number of notes, and to whom it is assigned.

    An assignment to a member of staff who takes no orders any more is left out.
    """
    ids = func.unnest(literal(list(order_ids), ARRAY(BigInteger)))
    orders = ids.table_valued("order_id", name="listed").render_derived()
    order_id = orders.c.order_id
    version = func.coalesce(OrderAssignment.version, 0).label("version")
    notes = number_of_notes(order_id).correlate(orders).scalar_subquery().label("notes")
    query = select(order_id, version, notes, Admin).select_from(orders)
    query = query.outerjoin(OrderAssignment, OrderAssignment.order_id == order_id)
    has_it = and_(Admin.id == OrderAssignment.admin_id, takes_orders())
    return query.outerjoin(Admin, has_it)


def assignable() -> Select[Admin]:
    """Select the members of staff to whom orders may be assigned, by name."""
    return select(Admin).where(takes_orders()).order_by(func.lower(Admin.name), Admin.id)
