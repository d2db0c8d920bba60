"""Mails about orders. Open pages get their events from :mod:`workers.reactions.pages`."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.invoices import files
from shop.invoices import queries as invoices
from shop.notifications.model import Subject
from shop.notifications.queries import wants_mail
from shop.orders import mail_limit, queries
from shop.orders.mail_limit import PendingMail
from shop.orders.model import Order, OrderItem, Status, StatusChange
from shop.orders.status_rules import UNDO_TIME
from shop.settings import settings
from workers.mail import sent_mails
from workers.mail.order_links import links_of
from workers.mail.rendering import Attachment, Email
from workers.reactions.mails import order_mail_texts
from workers.reactions.mails.order_mail_texts import OrderNews

STATUS_MAIL_DELAY = UNDO_TIME
"""How long a status must last before it is mailed."""

LOCKED_RETRY_DELAY = timedelta(seconds=2)
"""How long a mail waits while another worker sends a mail to the same customer."""

INVOICE_RETRY_DELAY = timedelta(seconds=2)
INVOICE_WAIT = timedelta(minutes=5)
"""Maximum time for which a mail that carries the invoice waits for it."""

SendMail = Callable[[Connection, ClaimedEvent, datetime], None]

_SUPERSEDED = text("""
    SELECT delivery.id FROM delivery
        JOIN domain_event AS event ON event.id = delivery.event_id
        JOIN order_item AS item ON item.id = (event.data ->> 'itemId')::bigint
    WHERE delivery.id = ANY(:ids) AND item.version > (event.data ->> 'version')::int
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


def mail_confirmation(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail the confirmation of an order, with its items and their price break-up."""
    for event in events:
        _mail_within_limits(connection, event, _mail_confirmation)


def mail_status(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail a new status, unless it has changed again or equals the last one that the customer knows.

    Items of one order that change together are in one mail.
    """
    for event in events:
        _mail_within_limits(connection, event, _mail_status)


def superseded(connection: Connection, delivery_ids: Sequence[int]) -> set[int]:
    """Return the deliveries of statuses that have changed again since, which need no mail."""
    return set(connection.execute(_SUPERSEDED, {"ids": list(delivery_ids)}).scalars())


def is_worth_mailing(history: Sequence[StatusChange]) -> bool:
    """Whether the last status differs from the previous one that lasted long enough to be mailed."""
    known = history[0].to_status
    for change, following in pairwise(history):
        if following.at - change.at >= STATUS_MAIL_DELAY:
            known = change.to_status
    return history[-1].to_status != known


def _mail_within_limits(connection: Connection, event: ClaimedEvent, send_mail: SendMail) -> None:
    """Send one mail for this event, or a digest of all pending ones, or postpone the delivery."""
    at, customer_id = now(), event.customer_id or 0
    if not mail_limit.try_lock(connection, customer_id):
        deliveries.postpone(connection, event.delivery_id, to=at + LOCKED_RETRY_DELAY)
        return
    sent = mail_limit.sent_times(connection, customer_id, at=at)
    if len(sent) < mail_limit.SINGLE_MAILS_AN_HOUR:
        send_mail(connection, event, at)
        return
    pending = mail_limit.load_pending(connection, customer_id, at=at)
    allowed_at = min(row.occurred_at for row in pending) + mail_limit.DIGEST_DELAY
    if len(sent) >= mail_limit.MAILS_AN_HOUR:
        allowed_at = max(allowed_at, sent[-1] + mail_limit.HOUR)
    if allowed_at > at:
        deliveries.postpone(connection, event.delivery_id, to=allowed_at)
    else:
        _mail_digest(connection, event, [row for row in pending if not row.is_delayed], at)


def _mail_confirmation(connection: Connection, event: ClaimedEvent, at: datetime) -> None:
    with Session(connection) as session:
        order = queries.find(session, event.data["id"])
        if order is not None:
            mail = order_mail_texts.confirmation(order, links_of(session, order, at=at))
            _send(connection, event, mail, order_ids=[order.id], at=at)


def _mail_status(connection: Connection, event: ClaimedEvent, at: datetime) -> None:
    """Mail the new statuses of all items of the order, when none of them can be undone any more."""
    with Session(connection) as session:
        order = queries.find(session, event.data["orderId"])
        if order is None or not _items_to_mail(order, {event.data["itemId"]: event.data["version"]}):
            return
        links = links_of(session, order, at=at)
    of_order = [
        row
        for row in mail_limit.load_pending(connection, order.customer_id, at=at)
        if row.consumer == mail_limit.STATUS and row.order_id == order.id
    ]
    delayed = [row.due_at for row in of_order if row.is_delayed]
    if delayed and at - event.occurred_at < mail_limit.MAX_STATUS_WAIT:
        deliveries.postpone(connection, event.delivery_id, to=max(delayed))
        return
    due = [row for row in of_order if not row.is_delayed]
    items = _items_to_mail(order, _versions(due))
    carries_invoice = _carries_invoice(connection, order, items)
    attached = _invoices(connection, [order.id] if carries_invoice else [])
    # Another worker issues the invoice.
    if not attached and carries_invoice and settings().gstin and at - event.occurred_at < INVOICE_WAIT:
        deliveries.postpone(connection, event.delivery_id, to=at + INVOICE_RETRY_DELAY)
        return
    if not attached and not wants_mail(connection, order.customer_id, Subject.ORDERS):
        mail_limit.finish_unwanted(connection, event.delivery_id, [row.id for row in due])
        subject, about = order_mail_texts.status_subject(order, items), f"order {order.id}"
        sent_mails.note_unwanted(connection, event, subject, customer_id=order.customer_id, about=about)
        return
    mail = order_mail_texts.status(order, items, links, attached)
    reported = [row.id for row in due if _items_to_mail(order, _versions([row]))]
    _send(connection, event, mail, order_ids=[order.id], covered=due, reported=reported, at=at)


def _mail_digest(connection: Connection, event: ClaimedEvent, due: Sequence[PendingMail], at: datetime) -> None:
    """Mail all pending news of the customer's orders in one mail: a usual one, if that tells all of it."""
    rows_of_order: dict[int, list[PendingMail]] = defaultdict(list)
    for row in due:
        rows_of_order[row.order_id].append(row)
    news: list[OrderNews] = []
    reported: list[int] = []
    invoiced: list[int] = []
    is_wanted = wants_mail(connection, event.customer_id or 0, Subject.ORDERS)
    with Session(connection) as session:
        for order_id, rows in rows_of_order.items():
            order = queries.find(session, order_id)
            if order is None:
                continue
            is_new, items = any(row.item_id is None for row in rows), _items_to_mail(order, _versions(rows))
            reported += [row.id for row in rows if row.item_id is None or _items_to_mail(order, _versions([row]))]
            carries_invoice = _carries_invoice(connection, order, items)
            # A tax invoice is sent even to a shopper who wants no mails. The mail then includes the new statuses.
            if not (is_wanted or is_new or (carries_invoice and settings().gstin)):
                continue
            if carries_invoice:
                invoiced.append(order.id)
            if is_new or items:
                news.append(OrderNews(order, is_new, items, links_of(session, order, at=at)))
    if news:
        mail = order_mail_texts.digest(news, _invoices(connection, invoiced))
        order_ids = [each.order.id for each in news]
        _send(connection, event, mail, order_ids=order_ids, covered=due, reported=reported, at=at)
    elif not is_wanted:
        mail_limit.finish_unwanted(connection, event.delivery_id, [row.id for row in due])


def _carries_invoice(connection: Connection, order: Order, items: Sequence[OrderItem]) -> bool:
    """Whether the mail about these items carries the tax invoice of their order.

    It is the mail about the shipping of an item or, if none was sent, the mail about its delivery.
    """
    return any(
        item.status == Status.SHIPPED
        or (item.status == Status.DELIVERED and not _was_shipping_mailed(connection, order.customer_id, item))
        for item in items
    )


def _was_shipping_mailed(connection: Connection, customer_id: int, item: OrderItem) -> bool:
    return any(
        change.to_status == Status.SHIPPED
        and following.at - change.at >= STATUS_MAIL_DELAY
        and mail_limit.was_mailed(connection, customer_id, item_id=item.id, version=change.version, until=following.at)
        for change, following in pairwise(item.history)
    )


def _invoices(connection: Connection, order_ids: Sequence[int]) -> dict[str, Attachment]:
    """Return the tax invoices that are issued, by order number.

    The PDFs are rendered again, so that an outage of the storage delays no mail. They mention that a PAN was given, but
    do not show it.
    """
    if not order_ids:
        return {}
    with Session(connection) as session:
        issued = session.scalars(invoices.of_orders(order_ids)).all()
    if not issued:
        return {}
    from shop.invoices import pdf  # noqa: PLC0415 - most mails do not need its library

    return {each.number: Attachment(f"{files.name_of(each.number)}.pdf", pdf.render(each)) for each in issued}


def _versions(rows: Sequence[PendingMail]) -> dict[int, int | None]:
    """Return the versions of items that mails about statuses are for. The latest row of an item counts."""
    return {row.item_id: row.version for row in rows if row.item_id is not None}


def _items_to_mail(order: Order, versions: Mapping[int, int | None]) -> list[OrderItem]:
    """Return the items whose current status has this version and is worth a mail."""
    return [item for item in order.items if item.version == versions.get(item.id) and is_worth_mailing(item.history)]


def _send(
    connection: Connection,
    event: ClaimedEvent,
    mail: Email,
    *,
    order_ids: Sequence[int],
    covered: Sequence[PendingMail] = (),
    reported: Sequence[int] = (),
    at: datetime,
) -> None:
    """Send a mail, count it against the hourly limit, and finish the other deliveries that it covers.

    :param reported: the ids of the deliveries that the mail reports, if there are several.
    """
    about = f"order{'s' if len(order_ids) > 1 else ''} {', '.join(map(str, order_ids))}"
    sent_mails.send(connection, event, mail, customer_id=event.customer_id or 0, about=about, reported=reported)
    mail_limit.record_sent(connection, event.customer_id or 0, event.delivery_id, [row.id for row in covered], at=at)
