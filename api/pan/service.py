"""The PAN of an order, for staff."""

from fastapi import Request
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth import step_up
from api.auth.identity import Person
from api.http.partial_update import get_or_404
from api.orders.manual_orders import record_change
from api.pan.schemas import PanIn, PanOut, RevealIn, WholePanOut
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Conflict, Forbidden, Invalid
from shop.orders import queries
from shop.orders.model import Order
from shop.pan import rules
from shop.pan.encryption import decrypt, encrypt
from shop.pan.model import OrderPan
from shop.sessions.model import Role

MISSING = "There is no such order."


class WrongPassword(Forbidden):
    """The admin's own password is wrong."""

    code = "current_password"


class NoPan(Conflict):
    """The order has no PAN that can be decrypted, or it already has one."""

    code = "pan"


async def show(database: AsyncSession, order_id: int) -> PanOut:
    """Return an order's PAN in the masked form for staff.

    :raises NotFound: if there is no such order.
    """
    order = await get_or_404(database, Order, order_id, MISSING)
    stored = await database.get(OrderPan, order_id)
    if stored is None:
        return PanOut(
            order_id=order_id, state="missing" if rules.is_needed(order.total_amount) else "not_needed", masked=None
        )
    pan = decrypt(stored.encrypted, order_id)
    return PanOut(order_id=order_id, state="given" if pan else "unreadable", masked=rules.masked(pan) if pan else None)


async def add(database: AsyncSession, wanted: PanIn) -> PanOut:
    """Store the PAN that a buyer gave to staff after ordering; the caller commits.

    :raises NotFound: if there is no such order.
    :raises Invalid: if it is malformed.
    :raises NoPan: if the order has one, or needs none.
    """
    pan = rules.read(wanted.pan.get_secret_value())
    if pan is None:
        raise Invalid(rules.ASK_FOR_IT, fields={"pan": "A PAN is five letters, four digits and a letter."})
    order = await get_or_404(database, Order, wanted.order_id, MISSING)
    if not rules.is_needed(order.total_amount):
        raise NoPan(f"Order {order.id} needs no PAN.")
    row = insert(OrderPan).values(order_id=order.id, encrypted=encrypt(pan, order.id), given_at=now())
    added = row.on_conflict_do_nothing().returning(OrderPan.order_id)
    if await database.scalar(added) is None:
        raise NoPan(f"Order {order.id} has a PAN already.")
    await _audit(database, "added", order.id)
    placed = (await database.scalars(queries.by_number(order.id).execution_options(populate_existing=True))).one()
    await record_change(database, placed)
    return PanOut(order_id=order.id, state="given", masked=rules.masked(pan))


async def reveal(database: AsyncSession, request: Request, wanted: RevealIn, admin: Person) -> WholePanOut:
    """Return the full PAN to an admin who enters their password again. The audit records that; the caller commits.

    :raises WrongPassword: if the password is wrong.
    :raises shop.errors.TooMany: after too many guesses, which count like those of sign-ins.
    :raises NotFound: if there is no such order.
    :raises NoPan: if it has no PAN, or one that no key decrypts.
    """
    refusal = WrongPassword("The password is not right.", fields={"password": "The password is not right."})
    password = wanted.password.get_secret_value()
    await step_up.check_password(database, request, Role.ADMIN, admin.id, admin.email, password, refusal)
    order = await get_or_404(database, Order, wanted.order_id, MISSING)
    stored = await database.get(OrderPan, order.id)
    pan = decrypt(stored.encrypted, order.id) if stored else None
    if pan is None:
        raise NoPan(f"Order {order.id} has no PAN that can be read.")
    await _audit(database, "read", order.id)
    return WholePanOut(order_id=order.id, pan=pan)


async def _audit(database: AsyncSession, action: str, order_id: int) -> None:
    """Write an audit entry about an action on a PAN. The entry does not contain the PAN."""
    changes = {"pan": {"secret": True}}
    label = f"PAN of order {order_id}"
    await database.run_sync(record_action, action, "order", entity_id=order_id, label=label, changes=changes)
