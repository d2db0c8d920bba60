"""The data of a customer's page, with a separate query for each part, and its notes. The caller commits."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import TextClause, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.customer_record.schemas import (
    CustomerEventOut,
    CustomerFiguresOut,
    CustomerMailOut,
    CustomerMoneyOut,
    CustomerNoteIn,
    CustomerNoteOut,
    CustomerOrderOut,
    CustomerPart,
    CustomerRecordOut,
)
from api.http.pagination import split_page
from api.payments import payment_json
from api.payments.schemas import PaymentOut
from shop.audit.context import record_action
from shop.clock import now
from shop.customer_record import queries
from shop.customer_record.events import record_changed
from shop.customer_record.model import CustomerNote
from shop.customers.model import AccountIsDeleted, Customer
from shop.db.base import LARGEST_KEY
from shop.errors import NotFound
from shop.notifications.settings import push_settings
from shop.orders.model import Order, OrderItem
from shop.orders.queries import current_status
from shop.sessions.devices import device_name
from shop.text.error_messages import readable_message


async def show(database: AsyncSession, customer_id: int) -> CustomerRecordOut:
    """Return a customer with figures.

    :raises NotFound: if there is no such customer.
    """
    asked = {"id": customer_id, "push_key": push_settings().public_key}
    account = (await database.execute(queries.ACCOUNT, asked)).mappings().one_or_none()
    if account is None:
        raise NotFound(f"There is no customer {customer_id}.")
    counted = (await database.execute(queries.FIGURES, {"id": customer_id})).mappings().one()
    payment = payment_json.of_order(PaymentOut)
    owing = select(Order.id, payment.label("payment")).where(Order.customer_id == customer_id).subquery()
    due = func.jsonb_extract_path_text(func.to_jsonb(owing.c.payment), "due").cast(Order.total_amount.type)
    summed = select(func.sum(due), func.max(owing.c.id), func.count()).where(due > 0)
    amount, newest, number = (await database.execute(summed)).one()
    return CustomerRecordOut.model_validate(
        {
            **account,
            "last_device": device_name(account["user_agent"]) if account["last_seen_at"] else None,
            "figures": CustomerFiguresOut(**counted, due=amount or 0, due_order=newest, due_orders=number),
        }
    )


async def orders(database: AsyncSession, part: CustomerPart) -> tuple[list[CustomerOrderOut], str | None]:
    """Return a page of a customer's orders, the newest first."""
    names = select(OrderItem.product_name).where(OrderItem.order_id == Order.id).order_by(OrderItem.line)
    query = (
        select(
            Order.id,
            Order.ordered_at,
            Order.total_amount,
            current_status().label("current_status"),
            payment_json.of_order(PaymentOut).label("payment"),
            func.array(names.correlate(Order).scalar_subquery()).label("pieces"),
        )
        .where(Order.customer_id == part.customer_id, Order.id < (part.before or LARGEST_KEY))
        .order_by(Order.id.desc())
        .limit(part.limit + 1)
    )
    rows, more = split_page((await database.execute(query)).all(), part.limit, lambda row: str(row.id))
    return [CustomerOrderOut.model_validate(row) for row in rows], more


async def money(database: AsyncSession, part: CustomerPart) -> tuple[list[CustomerMoneyOut], str | None]:
    """Return a page of the steps of a customer's payments, the newest first."""
    rows, more = split_page(await _rows(database, queries.MONEY, part), part.limit, lambda row: str(row.id))
    return [CustomerMoneyOut.model_validate(row) for row in rows], more


async def mails(database: AsyncSession, part: CustomerPart) -> tuple[list[CustomerMailOut], str | None]:
    """Return a page of the mails to a customer, those that are not sent yet or are dead first."""
    rows, more = split_page(await _rows(database, queries.MAILS, part), part.limit, lambda row: str(row.id))
    sent = [CustomerMailOut.model_validate(row) for row in rows]
    unsent = [] if part.before else (await database.execute(queries.OPEN_MAILS, {"id": part.customer_id})).all()
    return [unsent_mail(row) for row in unsent] + sent, more


def unsent_mail(row: Any) -> CustomerMailOut:
    """Return a row of :func:`shop.customer_record.queries.open_mails` on the wire."""
    return CustomerMailOut(
        delivery_id=row.delivery_id,
        kind=row.kind,
        subject=None,
        about=row.aggregate.replace(":", " "),
        outcome=row.outcome,
        tries=row.tries,
        seconds=None,
        at=row.at,
        error=readable_message(row.error) if row.error else None,
    )


async def events(database: AsyncSession, part: CustomerPart) -> tuple[list[CustomerEventOut], str | None]:
    """Return a page of a customer's events, the newest first."""
    rows, more = split_page(await _rows(database, queries.EVENTS, part), part.limit, lambda row: str(row.position))
    return [CustomerEventOut.model_validate(row) for row in rows], more


async def notes(database: AsyncSession, customer_id: int) -> list[CustomerNoteOut]:
    """Return the notes about a customer, the newest first."""
    return [CustomerNoteOut.model_validate(note) for note in await database.scalars(queries.notes_of(customer_id))]


async def add_note(database: AsyncSession, wanted: CustomerNoteIn, by: Person) -> CustomerNoteOut:
    """Write a note.

    :raises NotFound: if there is no such customer.
    :raises AccountIsDeleted: if they have deleted their account, because the note would never be erased.
    """
    locked = select(Customer.deleted_at).where(Customer.id == wanted.customer_id).with_for_update(key_share=True)
    account = (await database.execute(locked)).one_or_none()
    if account is None:
        raise NotFound(f"There is no customer {wanted.customer_id}.")
    if account.deleted_at is not None:
        raise AccountIsDeleted
    note = CustomerNote(customer_id=wanted.customer_id, text=wanted.text, admin_id=by.id, written_by=by.name, at=now())
    database.add(note)
    await database.flush()
    label = "a note was added"
    await database.run_sync(record_action, "changed", "customer", entity_id=note.customer_id, label=label)
    await record_changed(database, wanted.customer_id, "notes")
    return CustomerNoteOut.model_validate(note)


async def _rows(database: AsyncSession, query: TextClause, part: CustomerPart) -> Sequence[Any]:
    values = {"id": part.customer_id, "before": part.before or LARGEST_KEY, "limit": part.limit + 1}
    return (await database.execute(query, values)).all()
