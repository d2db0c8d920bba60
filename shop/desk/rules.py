"""The rules of assigning an order to a member of staff."""

import datetime as dt

from shop.desk.model import OrderAssignment
from shop.errors import Conflict, Invalid
from shop.staff.model import Admin
from shop.staff.roles import READ_ORDERS, known_roles


class StaleAssignment(Conflict):
    """The order was assigned to someone else after this member of staff saw it."""

    code = "stale_version"


class NotAssignable(Invalid):
    """Orders cannot be assigned to this person."""

    code = "not_assignable"


def assign(
    order_id: int,
    present: OrderAssignment | None,
    assignee: Admin | None,
    *,
    seen_version: int,
    changed_by: str,
    at: dt.datetime,
) -> OrderAssignment:
    """Assign an order, which the caller has locked, to a member of staff or to nobody.

    :param present: its assignment, None if it was never assigned.
    :param seen_version: the version of the assignment that the caller saw; 0 for none.
    :raises StaleAssignment: if it is another one.
    :raises NotAssignable: if the assignee is disabled or reads no orders.
    """
    version = present.version if present else 0
    if seen_version != version:
        raise StaleAssignment("Someone assigned this order meanwhile. Look at it again.")
    if assignee is not None:
        check_assignable(assignee)
    changed = present or OrderAssignment(order_id=order_id)
    changed.admin_id = assignee.id if assignee else None
    changed.version, changed.changed_by, changed.at = version + 1, changed_by, at
    return changed


def check_assignable(admin: Admin) -> None:
    """Check that orders may be assigned to a member of staff.

    :raises NotAssignable: if they are disabled or read no orders.
    """
    if admin.disabled_at is not None:
        raise _not_assignable(f"{admin.name} cannot sign in any more. Please choose someone else.")
    if not known_roles(admin.roles) & READ_ORDERS:
        raise _not_assignable(f"{admin.name} has no role that sees orders. Please choose someone else.")


def _not_assignable(sentence: str) -> NotAssignable:
    return NotAssignable(sentence, fields={"adminId": sentence})
