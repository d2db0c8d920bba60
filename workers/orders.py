"""Reactions to what happens to orders: the mails. Pages hear of it through :mod:`workers.push`."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, text
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries
from shop.events.deliveries import HeldEvent
from shop.orders import mails, queries
from shop.orders.model import Order, OrderItem, Status, StatusChange
from workers import post

SECOND_THOUGHTS = timedelta(seconds=22)
"""How long a status must stand before it is mailed: what is set back within this time was a slip of the hand.

The board offers to take a click back for 20 s after its answer came; the rest is for the way there and back.
"""

Tell = Callable[[Connection, HeldEvent, datetime], None]

BUSY = timedelta(seconds=2)
"""How long a mail waits while another worker writes to the same shopper."""

_OVERTAKEN = text("""
    SELECT delivery.id FROM delivery
        JOIN domain_event AS event ON event.id = delivery.event_id
        JOIN order_item AS item ON item.id = (event.data ->> 'itemId')::bigint
    WHERE delivery.id = ANY(:ids) AND item.version > (event.data ->> 'version')::int
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


def mail_confirmation(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Confirm an order with its lines and their price break-up."""
    for event in events:
        _mail(connection, event, _confirm)


def mail_status(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Tell the shopper of a new status, unless it was changed again meanwhile or is what they knew before.

    Lines of one order that change together are told in one mail.
    """
    for event in events:
        _mail(connection, event, _tell_of_order)


def overtaken(connection: Connection, delivery_ids: Sequence[int]) -> set[int]:
    """Return which of these deliveries tell of a status that was changed again since, so that no mail can follow."""
    return set(connection.execute(_OVERTAKEN, {"ids": list(delivery_ids)}).scalars())


def is_news(history: Sequence[StatusChange]) -> bool:
    """Whether the last status differs from the last one that stood long enough to be told."""
    known = history[0].to_status
    for change, following in pairwise(history):
        if following.at - change.at >= SECOND_THOUGHTS:
            known = change.to_status
    return history[-1].to_status != known


def _mail(connection: Connection, event: HeldEvent, tell: Tell) -> None:
    """Write one mail for this event, or put it off: to be told with others, or until the hour has room for it."""
    at, customer_id = now(), event.customer_id or 0
    if not mails.is_alone(connection, customer_id):
        deliveries.postpone(connection, event.delivery_id, to=at + BUSY)
        return
    sent = mails.sent(connection, customer_id, at=at)
    if len(sent) < mails.SINGLE_MAILS_AN_HOUR:
        tell(connection, event, at)
        return
    pending = mails.pending(connection, customer_id, at=at)
    opens = min(row.occurred_at for row in pending) + mails.GATHER
    if len(sent) >= mails.MAILS_AN_HOUR:
        opens = max(opens, sent[-1] + mails.HOUR)
    if opens > at:
        deliveries.postpone(connection, event.delivery_id, to=opens)
    else:
        _tell_everything(connection, event, [row for row in pending if not row.is_fresh], at)


def _confirm(connection: Connection, event: HeldEvent, at: datetime) -> None:
    with Session(connection) as session:
        order = _order(session, event.data["id"])
        if order is not None:
            letter = _letter("order_confirmation", f"Your order {order.id} at Swarna", order, {})
            _send(connection, event, letter, at=at)


def _tell_of_order(connection: Connection, event: HeldEvent, at: datetime) -> None:
    """Tell of all lines of the order whose status changed, once none of them may be taken back any more."""
    with Session(connection) as session:
        order = _order(session, event.data["orderId"])
        if order is None or not _news(order, [event]):
            return
    same = [
        row
        for row in mails.pending(connection, order.customer_id, at=at)
        if row.consumer == mails.STATUS and row.data["orderId"] == order.id
    ]
    fresh = [row.due_at for row in same if row.is_fresh]
    if fresh and at - event.occurred_at < mails.TOGETHER_WITHIN:
        deliveries.postpone(connection, event.delivery_id, to=max(fresh))
        return
    held = [row for row in same if not row.is_fresh]
    items = _news(order, held)
    content = {"items": items, "item": items[0], "at": max(map(_since, items))}
    letter = _letter("order_status", _status_subject(order, items), order, content)
    _send(connection, event, letter, held=held, told=[row.id for row in held if _news(order, [row])], at=at)


def _tell_everything(connection: Connection, event: HeldEvent, held: Sequence[Any], at: datetime) -> None:
    """Tell in one mail all that happened to the shopper's orders."""
    of_order: dict[int, list[Any]] = defaultdict(list)
    for row in held:
        of_order[row.data["orderId" if row.consumer == mails.STATUS else "id"]].append(row)
    news: list[tuple[Order, bool, list[OrderItem]]] = []
    told: list[int] = []
    with Session(connection) as session:
        for number, rows in of_order.items():
            order = _order(session, number)
            if order is None:
                continue
            statuses = [row for row in rows if row.consumer == mails.STATUS]
            told += [row.id for row in rows if row.consumer == mails.CONFIRMATION or _news(order, [row])]
            is_new, items = len(statuses) < len(rows), _news(order, statuses)
            if is_new or items:
                news.append((order, is_new, items))
    if news:
        subject = f"News of your orders at Swarna: {len(news)} order{'s' if len(news) > 1 else ''}"
        letter = _letter("order_digest", subject, news[0][0], {"news": news})
        _send(connection, event, letter, held=held, told=told, at=at)


def _news(order: Order, rows: Sequence[Any]) -> list[OrderItem]:
    """Return the lines whose present status one of the events tells, and the shopper does not know."""
    versions = {row.data["itemId"]: row.data["version"] for row in rows}
    return [item for item in order.items if item.version == versions.get(item.id) and is_news(item.history)]


def _since(item: OrderItem) -> datetime:
    """Return when the line came to its status: after an undo that is longer ago than its last step."""
    since: datetime | None = getattr(item, Status(item.status).stamp)
    return since or item.history[-1].at


def _status_subject(order: Order, items: Sequence[OrderItem]) -> str:
    statuses = {item.status for item in items}
    if len(items) == 1:
        return f"Order {order.id}: {items[0].product_name} is {items[0].status}"
    if len(statuses) == 1:
        return f"Order {order.id}: {len(items)} pieces are {items[0].status}"
    return f"Order {order.id}: news of {len(items)} pieces"


def _send(
    connection: Connection,
    event: HeldEvent,
    letter: post.Letter,
    *,
    held: Sequence[Any] = (),
    told: Sequence[int] = (),
    at: datetime,
) -> None:
    """Send a mail, count it against the hour's limit, and end the other deliveries that it stands for.

    :param told: the deliveries of which the mail tells, where they are several.
    """
    post.send(post.write(letter, delivery_id=event.delivery_id, told=told))
    mails.note(connection, event.customer_id or 0, event.delivery_id, [row.id for row in held], at=at)


def _letter(template: str, subject: str, order: Order, content: Mapping[str, Any]) -> post.Letter:
    """Write to the shopper's own address: the one that came with an order may be anybody's."""
    return post.Letter(template, subject, order.customer.name, order.customer.email, {"order": order, **content})


def _order(session: Session, order_id: int) -> Order | None:
    return session.scalars(queries.by_number(order_id)).unique().one_or_none()
