"""Delete an account.

Data that no order needs is deleted at once. The personal data of an order is deleted when the order is closed. Orders
are kept for accounting. :data:`shop.orders.model.Order.erased_at` is set when the name, email address, phone and
delivery address of an order are erased. Tax invoices are kept as they were issued: see ``docs/security.md``.
"""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, func, null, select, text, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Session

from shop.api_keys.model import ApiKey
from shop.carts.model import CartItem
from shop.contact.model import ContactMessage
from shop.customer_record.model import CustomerNote, SentMail
from shop.customers.model import DELETED_NAME, Address, Customer
from shop.customers.one_time_codes import OneTimeCode
from shop.db import sql_files
from shop.desk.model import OrderNote
from shop.events import outbox
from shop.idempotency.model import STORED_RESPONSES
from shop.newsletter.model import NewsletterReader
from shop.notifications.model import MailChoice, PushDevice
from shop.orders.cancellation import NOT_PAID, SHOP_NAME
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.orders.status_rules import MONEY_DELAY
from shop.pan.model import OrderPan
from shop.personal_data.events import AccountDeleted, AccountErased, DataExportEnded
from shop.personal_data.model import DataExport
from shop.personal_data.sections import EVENT_IDS
from shop.price_holds.model import PriceHold
from shop.returns.model import Return
from shop.reviews.model import HelpfulMark, Review, ReviewPhoto
from shop.saved_views.erasure import Contact, delete_views_naming
from shop.sessions.model import EndReason
from shop.sessions.model import Session as SignIn
from shop.sessions.queries import end_sessions, notify_session_ended
from shop.staff.model import Admin
from shop.stock.model import BackInStockRequest
from shop.text.email_addresses import ADDRESS, spellings
from shop.tracking import queries as tracking
from shop.wishlists.model import WishlistEntry

_OF_ACCOUNT = (
    *(Address, CartItem, WishlistEntry, PushDevice, BackInStockRequest, OneTimeCode),
    *(CustomerNote, SentMail),
)
"""Tables whose rows are deleted with the account."""

_OPEN = text(sql_files.read("open_orders_of_deleted"))
_REDACT_HISTORIES = text("SELECT redact_deleted_customer(:customer_id)")
_EVENTS = text(f"""
    SELECT id, data, admin_data FROM domain_event
    WHERE id IN ({EVENT_IDS})
        AND coalesce(data ->> 'orderId', CASE WHEN type LIKE 'order.%' THEN data ->> 'id' END, '') <> ALL(:open)
    FOR NO KEY UPDATE
""")  # noqa: S608 - made of constants
_REWRITE = text("UPDATE domain_event SET data = :data, admin_data = :admin_data WHERE id = :event_id").bindparams(
    bindparam("data", type_=JSONB), bindparam("admin_data", type_=JSONB)
)
_ERASED_FROM_ERRORS = text(f"""
    UPDATE delivery SET last_error = regexp_replace(last_error, :address, '[deleted]', 'g')
    WHERE event_id IN ({EVENT_IDS}) AND last_error LIKE '%@%'
""").bindparams(address=ADDRESS)  # noqa: S608 - made of constants
_ERASED_FROM_ATTEMPTS = text(f"""
    UPDATE delivery_attempt AS attempt SET error = regexp_replace(error, :address, '[deleted]', 'g')
    FROM delivery
    WHERE attempt.delivery_id = delivery.id AND attempt.error LIKE '%@%' AND delivery.event_id IN ({EVENT_IDS})
""").bindparams(address=ADDRESS)  # noqa: S608 - made of constants
_ERASED_FROM_ANSWERS = text(f"""
    UPDATE webhook_delivery SET answer = NULL
    FROM delivery
    WHERE delivery_id = delivery.id AND answer <> '' AND delivery.event_id IN ({EVENT_IDS})
""")  # noqa: S608 - made of constants
_DELETE_NOTES_BEFORE_MOVE = text("""
    DELETE FROM order_note
    WHERE order_id IN (
            SELECT entity_id
            FROM audit_entry
            WHERE entity = 'order'
                AND changes ? 'customer_id'
                AND changes #>> '{customer_id,from}' = CAST(:customer_id AS text)
        )
        AND CAST(:customer_id AS text) = (
            SELECT changes #>> '{customer_id,from}'
            FROM audit_entry
            WHERE entity = 'order'
                AND entity_id = order_note.order_id
                AND action = 'changed'
                AND changes ? 'customer_id'
                AND audit_entry.at >= order_note.at
            ORDER BY audit_entry.at, audit_entry.id
            LIMIT 1
        )
        AND NOT EXISTS (SELECT FROM customer WHERE id = :customer_id AND deleted_at IS NULL)
""")
"""Deletes the notes about orders from the time when they belonged to a deleted customer, before staff moved them."""
_EMPTY_FIELDS = {
    "customerName": DELETED_NAME,
    "customerEmail": "",
    "customerPhone": "",
    "address": None,
    "gift": None,
    "device": "",
    "note": "",
    "reason": None,
}
"""Replacements for the fields of an event that identify the shopper."""


def open_orders(session: Session, customer_id: int, *, at: dt.datetime) -> Sequence[int]:
    """Return the numbers of the customer's open orders, which still need the personal data."""
    return session.scalars(_OPEN, {"customer_id": customer_id, "undo_since": at - MONEY_DELAY}).all()


def delete_account(session: Session, customer: Customer, *, at: dt.datetime) -> None:
    """Delete the account, record an event, and erase all data that no open order needs.

    The caller has locked the customer. Another account may use the email address at once. The customer's row is kept,
    because orders refer to it.
    """
    opened = open_orders(session, customer.id, at=at)
    session.execute(update(Order).where(Order.id.in_(opened)).values(email=customer.email))
    delete_traces(session, customer, at=at)
    customer.delete(at=at)
    outbox.record_sync(session, AccountDeleted(customer_id=customer.id), at=at)
    _announce_reviews(session, customer.id, "changed", at=at)
    erase_orders(session, customer.id, opened, at=at)
    delete_rows(session, customer.id, at=at)


def remove_account(session: Session, customer: Customer, *, at: dt.datetime) -> None:
    """Delete an account without orders in the same way, and its row. The account may be deleted already.

    The caller has locked the customer.
    """
    if not customer.is_deleted:
        delete_traces(session, customer, at=at)
    outbox.record_sync(session, AccountDeleted(customer_id=customer.id), at=at)
    _announce_reviews(session, customer.id, "deleted", at=at)
    delete_rows(session, customer.id, at=at)
    _withdraw_marks(session, customer.id, at=at)
    session.delete(customer)


def _announce_reviews(session: Session, customer_id: int, action: str, *, at: dt.datetime) -> None:
    """Record events of the customer's reviews, so that open pages drop the name and the photos."""
    for review in session.scalars(select(Review).where(Review.customer_id == customer_id).order_by(Review.id)):
        outbox.record_sync(session, review.change_event(action), at=at)


def _withdraw_marks(session: Session, customer_id: int, *, at: dt.datetime) -> None:
    """Delete the customer's marks as helpful, and update the counts of the reviews."""
    own = HelpfulMark.customer_id == customer_id
    marked = select(Review).where(Review.id.in_(select(HelpfulMark.review_id).where(own))).order_by(Review.id)
    reviews = session.scalars(marked.with_for_update().execution_options(populate_existing=True)).all()
    session.execute(delete(HelpfulMark).where(own))
    for review in reviews:
        review.helpful = session.scalar(select(func.count()).where(HelpfulMark.review_id == review.id)) or 0
        outbox.record_sync(session, review.change_event("marked"), at=at)


def delete_traces(session: Session, customer: Customer, *, at: dt.datetime) -> None:
    """Delete what identifies the customer without referring to their row: newsletter, messages, saved views.

    Newsletter and messages are deleted only for a confirmed address, because anyone can sign up with another person's
    address.
    """
    if customer.email_confirmed:
        for model in (NewsletterReader, ContactMessage):
            session.execute(delete(model).where(func.lower(model.email).in_(spellings(customer.email))))
    delete_views_naming(session, [Contact(customer.name, customer.email, customer.phone)], at=at)


def delete_rows(session: Session, customer_id: int, *, at: dt.datetime) -> None:
    """Delete everything except the orders, including rows that a concurrent request added after the deletion.

    The choices about mails are deleted when the last open order is closed.
    """
    for model in _OF_ACCOUNT:
        session.execute(delete(model).where(model.customer_id == customer_id))
    own_reviews = select(Review.id).where(Review.customer_id == customer_id)
    session.execute(delete(ReviewPhoto).where(ReviewPhoto.review_id.in_(own_reviews)))
    session.execute(delete(STORED_RESPONSES).where(STORED_RESPONSES.c.customer_id == customer_id))
    if not session.scalar(select(Order.id).where(Order.customer_id == customer_id, Order.erased_at.is_(None)).limit(1)):
        session.execute(delete(MailChoice).where(MailChoice.customer_id == customer_id))
    for session_id in session.scalars(
        end_sessions(SignIn.customer_id == customer_id, reason=EndReason.ACCOUNT_DELETED)
    ):
        session.execute(notify_session_ended(session_id))
    session.execute(delete(PriceHold).where(PriceHold.customer_id == customer_id, PriceHold.order_id.is_(None)))
    end_exports(session, DataExport.customer_id == customer_id, at=at)


def end_exports(session: Session, *conditions: ColumnElement[bool], at: dt.datetime) -> None:
    """Delete data exports, and record events so that a worker removes their files."""
    ended = session.execute(delete(DataExport).where(*conditions).returning(DataExport.id, DataExport.name)).all()
    for export_id, name in ended:
        outbox.record_sync(session, DataExportEnded(export_id=export_id, name=name), at=at)


def erase_orders(session: Session, customer_id: int, opened: Collection[int], *, at: dt.datetime) -> Sequence[int]:
    """Erase the personal data of the customer's closed orders. Return the numbers of the orders erased by this call."""
    closed = (Order.customer_id == customer_id, Order.erased_at.is_(None), Order.id.not_in(opened))
    contacts = session.execute(select(Order.name, Order.email, Order.phone).where(*closed).distinct()).all()
    delete_views_naming(session, [Contact(*each) for each in contacts], at=at)
    erased = session.scalars(
        update(Order)
        .where(*closed)
        .values(name=DELETED_NAME, email="", phone="", address=null(), gift=null(), erased_at=at)
        .returning(Order.id)
        .execution_options(synchronize_session=False)
    ).all()
    if not erased:
        return []
    items = select(OrderItem.id).where(OrderItem.order_id.in_(erased))
    by_shopper = select(StatusChange.order_item_id).where(
        StatusChange.order_item_id == OrderItem.id,
        StatusChange.version == OrderItem.version,
        StatusChange.admin_id.is_(None),
        StatusChange.api_key_id.is_(None),
        StatusChange.changed_by.is_distinct_from(SHOP_NAME) | StatusChange.reason.is_distinct_from(NOT_PAID),
    )
    session.execute(
        update(OrderItem)
        .where(OrderItem.order_id.in_(erased), OrderItem.changed_by.is_not(None), by_shopper.exists())
        .values(changed_by=DELETED_NAME)
        .execution_options(synchronize_session=False)
    )
    session.execute(update(Return).where(Return.order_item_id.in_(items)).values(note=""))
    session.execute(tracking.end_links(erased, at=at))
    session.execute(delete(OrderNote).where(OrderNote.order_id.in_(erased)))
    sold = select(OrderItem.order_id).where(OrderItem.order_id.in_(erased), OrderItem.status != Status.CANCELLED.value)
    session.execute(delete(OrderPan).where(OrderPan.order_id.in_(erased), OrderPan.order_id.not_in(sold)))
    outbox.record_sync(session, AccountErased(customer_id=customer_id, order_ids=tuple(erased)), at=at)
    return erased


def redact_records(session: Session, customer_id: int, opened: Collection[int]) -> None:
    """Remove the personal data from the event log, the audit, the histories, the errors of mails,
    the answers of webhooks, and earlier notes.

    Events of open orders are left unchanged until the orders are closed.
    """
    session.execute(_REDACT_HISTORIES, {"customer_id": customer_id})
    session.execute(_DELETE_NOTES_BEFORE_MOVE, {"customer_id": customer_id})
    session.execute(_ERASED_FROM_ERRORS, {"customer_id": customer_id})
    session.execute(_ERASED_FROM_ATTEMPTS, {"customer_id": customer_id})
    session.execute(_ERASED_FROM_ANSWERS, {"customer_id": customer_id})
    staff = {*session.scalars(select(Admin.name)), *session.scalars(select(ApiKey.name))}
    parameters = {"customer_id": customer_id, "open": [str(order_id) for order_id in opened]}
    for event in session.execute(_EVENTS, parameters).all():
        names = staff | {SHOP_NAME} if _is_by_shop(event.data | event.admin_data) else staff
        data, admin_data = redacted(event.data, staff), redacted(event.admin_data, names)
        if (data, admin_data) != (event.data, event.admin_data):
            session.execute(_REWRITE, {"event_id": event.id, "data": data, "admin_data": admin_data})


def redacted(value: Any, staff: Collection[str]) -> Any:
    """Return the data of an event without the fields that identify the shopper.

    The names of staff are kept, and so are changes by the shop itself.
    """
    if isinstance(value, list):
        return [redacted(each, staff) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {"changedBy": SHOP_NAME} if _is_by_shop(value) else {}
    return {name: _redacted_field(name, each, staff) for name, each in value.items()} | kept


def _is_by_shop(fields: dict[str, Any]) -> bool:
    """Whether the fields are of a cancellation by the shop itself, or of a line that it cancelled last."""
    reason = fields["history"][-1].get("reason") if fields.get("history") else fields.get("reason")
    return (fields.get("changedBy"), reason) == (SHOP_NAME, NOT_PAID)


def _redacted_field(name: str, value: Any, staff: Collection[str]) -> Any:
    if name in _EMPTY_FIELDS and value != NOT_PAID:
        return _EMPTY_FIELDS[name]
    if name == "changedBy" and value is not None and value not in staff:
        return DELETED_NAME
    return redacted(value, staff)
