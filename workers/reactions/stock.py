"""News for shoppers who wait for a product to be back in stock."""

from collections.abc import Sequence
from urllib.parse import urlencode

from sqlalchemy import BigInteger, Connection, bindparam, func, select, text
from sqlalchemy.orm import Session

from shop.catalogue.model import Activity, Product
from shop.catalogue.sizes import InSize, title_of
from shop.clock import now
from shop.db import sql_files
from shop.events.deliveries import ClaimedEvent
from shop.events.model import Delivery, DomainEvent
from shop.notifications import queries
from shop.notifications.model import Subject
from shop.stock.model import BackInStockRequest

_QUEUE = text(sql_files.read("queue_back_in_stock_mails"))
_MAILS_TO_SEND = (
    select(func.count())
    .join_from(Delivery, DomainEvent, Delivery.event_id == DomainEvent.id)
    .where(DomainEvent.position == bindparam("position", type_=BigInteger))
    .where(Delivery.consumer == "mail_back_in_stock", Delivery.done_at.is_(None))
)


def queue_stock_mails(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Queue a mail for each confirmed shopper who waits for a product, or a size of it, that is in stock now.

    The events are product changes and confirmations of shoppers' addresses.
    """
    changed = {
        number
        for event in events
        if event.data.get("entity") == "product"
        for number in event.data.get("ids", [event.data["id"]])
    }
    confirmed = {event.data["customerId"] for event in events if "customerId" in event.data}
    if changed or confirmed:
        ids = {"product_ids": sorted(changed), "customer_ids": sorted(confirmed)}
        connection.execute(_QUEUE, ids | {"at": now()})


def note_device_result(session: Session, request_id: int, *, position: int, is_shown: bool) -> None:
    """End the request of a shopper who wants no mails if a device has shown the news, otherwise open it again.

    A request whose mail is still to be sent is left to its reaction, which locks it meanwhile.

    :param position: the position of the event for which the news was queued.
    """
    request = session.get(BackInStockRequest, request_id)
    if request is None or request.mailed_at is not None:
        return
    is_wanted = queries.wants_mail(session.connection(), request.customer_id, Subject.WISHLIST)
    if is_wanted and session.scalar(_MAILS_TO_SEND, {"position": position}):
        return
    request = session.get(BackInStockRequest, request_id, with_for_update=True, populate_existing=True)
    if request is None or request.mailed_at is not None:
        return
    if is_shown:
        request.mailed_at = now()
    else:
        request.due_at = None
    session.flush()


def is_back(product: Product, size: str | None) -> bool:
    """Whether a product can be ordered in the size of a request."""
    return product.status == Activity.ACTIVE and in_size(product, size).stock_availability == "yes"


def in_size(product: Product, size: str | None) -> InSize:
    """Return a product in the size of a request. If it has no sizes now, the size of an older request is ignored."""
    return InSize.of(product, size if product.sizes else None)


def named(product: Product, size: str | None) -> tuple[str, str, str]:
    """Return the name of a product in a size, the name as the subject of a sentence, and the path of its page."""
    if size is None or not product.sizes:
        return product.name, product.name, str(product.id)
    name = title_of(product.name, size)
    return name, f"{name},", f"{product.id}?{urlencode({'size': size})}"
