"""Mail a courier and tracking number that are entered after the shipping mail was sent."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.notifications.queries import wants_mail
from shop.orders import mail_limit, queries
from shop.orders.mail_limit import PendingMail
from shop.orders.model import Order, OrderItem, Status
from shop.orders.status_rules import UNDO_TIME
from workers.mail import mail_choices, sent_mails
from workers.mail.order_links import links_of
from workers.mail.rendering import Email
from workers.reactions.mails.order_mails import is_worth_mailing

DELAY = UNDO_TIME
"""How long a number must last before it is mailed. In this time staff may correct it and enter it for other pieces."""
LOCKED_RETRY_DELAY = UNDO_TIME / 2


def mail_shipment(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail couriers and numbers of an order's shipped pieces, all new ones in one mail.

    Couriers and numbers that a status mail contains, or will contain, are left out.
    """
    for event in events:
        at, customer_id = now(), event.customer_id or 0
        if not mail_limit.try_lock(connection, customer_id):
            deliveries.postpone(connection, event.delivery_id, to=at + LOCKED_RETRY_DELAY)
            continue
        sent = mail_limit.sent_times(connection, customer_id, at=at)
        if len(sent) >= mail_limit.MAILS_AN_HOUR:
            deliveries.postpone(connection, event.delivery_id, to=sent[-1] + mail_limit.HOUR)
            continue
        pending = [
            row
            for row in mail_limit.load_pending(connection, customer_id, at=at, consumers=(mail_limit.SHIPMENT,))
            if row.order_id == event.data["orderId"]
        ]
        delayed = [row.due_at for row in pending if row.is_delayed]
        if delayed and at - event.occurred_at < mail_limit.MAX_STATUS_WAIT:
            deliveries.postpone(connection, event.delivery_id, to=max(delayed))
            continue
        pending = [row for row in pending if not row.is_delayed]
        with Session(connection) as session:
            order = queries.find(session, event.data["orderId"])
            items = _items_to_mail(connection, order, pending) if order else []
            if order and items:
                _mail(session, event, order, items, pending)


def _items_to_mail(connection: Connection, order: Order, rows: Sequence[PendingMail]) -> list[OrderItem]:
    """Return the shipped items whose current courier comes from one of the events and is in no status mail."""
    changed = {(row.item_id, row.version): row.occurred_at for row in rows}
    return [
        item
        for item in order.items
        if item.courier
        and item.status == Status.SHIPPED
        and (since := changed.get((item.id, item.shipment_version)))
        and not (
            is_worth_mailing(item.history)
            and mail_limit.is_in_status_mail(
                connection, order.customer_id, item_id=item.id, version=item.version, since=since
            )
        )
    ]


def _mail(
    session: Session, event: ClaimedEvent, order: Order, items: Sequence[OrderItem], pending: Sequence[PendingMail]
) -> None:
    connection, at = session.connection(), now()
    subject, about = f"Order {order.id}: how to follow your parcel", f"order {order.id}"
    if not wants_mail(connection, order.customer_id, Subject.ORDERS):
        mail_limit.finish_unwanted(connection, event.delivery_id, [row.id for row in pending])
        sent_mails.note_unwanted(connection, event, subject, customer_id=order.customer_id, about=about)
        return
    parcels: dict[tuple[str | None, str | None, str | None], list[OrderItem]] = {}
    for item in items:
        parcels.setdefault((item.courier, item.tracking_number, item.tracking_url), []).append(item)
    content = {"order": order, "parcels": list(parcels.items()), **links_of(session, order, at=at)}
    headers = mail_choices.headers(order.customer_id, Subject.ORDERS)
    mail = Email("order_shipment", subject, order.buyer.name, order.buyer.email, content, headers=headers)
    sent_mails.send(connection, event, mail, customer_id=order.customer_id, about=about)
    mail_limit.record_sent(connection, order.customer_id, event.delivery_id, [row.id for row in pending], at=at)
