"""Mail shoppers who wait for a product to be back in stock."""

from collections.abc import Sequence
from urllib.parse import urlencode

from sqlalchemy import BigInteger, Connection, bindparam, func, select, text
from sqlalchemy.orm import Session, selectinload

from shop.catalogue.model import Activity, Product
from shop.catalogue.sizes import InSize, title_of
from shop.catalogue.stock import stock_left
from shop.clock import now
from shop.customers.model import Customer
from shop.db import sql_files
from shop.events.deliveries import ClaimedEvent
from shop.events.model import Delivery, DomainEvent
from shop.notifications import queries
from shop.notifications.model import Subject
from shop.notifications.settings import push_settings
from shop.stock.model import BackInStockRequest
from workers.mail import rendering
from workers.reactions.each_event import for_each_event
from workers.reactions.notifications import mail_choices, sent_mails

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


@for_each_event
def mail_back_in_stock(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper once that a product, or the size of it that they asked for, is back in stock.

    If it was sold meanwhile, or staff changed the shopper's address, nothing is sent and the request stays open. The
    request of a shopper who wants no mails ends when a device has shown the news; until then it is not queued again.
    """
    request = session.get(BackInStockRequest, event.data["requestId"], with_for_update=True)
    if request is None or request.mailed_at is not None:
        return
    products = select(Product).where(Product.id == request.product_id).options(selectinload(Product.images))
    product = session.scalars(products).one()
    customer = session.get_one(Customer, request.customer_id)
    if not (is_back(product, request.size) and customer.email_confirmed):
        # The locks make a concurrent change wait until the request is open again, so that it queues it.
        session.refresh(product, with_for_update={"read": True})
        session.refresh(customer, with_for_update={"read": True})
    is_wanted = queries.wants_mail(session.connection(), customer.id, Subject.WISHLIST)
    if is_back(product, request.size) and customer.email_confirmed and is_wanted:
        email = _email(product, request.size, customer)
        sent_mails.send(session.connection(), event, email, customer_id=customer.id, about=product.code)
        request.mailed_at = now()
    else:
        if is_wanted or not (is_back(product, request.size) and _has_device(session, customer.id)):
            request.due_at = None
        if not is_wanted:
            subject = _email(product, request.size, customer).subject
            sent_mails.note_unwanted(session.connection(), event, subject, customer_id=customer.id, about=product.code)
    session.flush()


def note_device_result(session: Session, request_id: int, *, position: int, is_shown: bool) -> None:
    """End the request of a shopper who wants no mails if a device has shown the news, otherwise open it again.

    A request whose mail is still to be sent is left to :func:`mail_back_in_stock`, which locks it meanwhile.

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


def _has_device(session: Session, customer_id: int) -> bool:
    """Whether a shopper has a device that shows notifications about the wishlist."""
    if push_settings().public_key is None:
        return False
    return session.scalars(queries.devices_for(customer_id, Subject.WISHLIST)).first() is not None


def is_back(product: Product, size: str | None) -> bool:
    """Whether a product can be ordered in the size of a request."""
    return product.status == Activity.ACTIVE and _in_size(product, size).stock_availability == "yes"


def _in_size(product: Product, size: str | None) -> InSize:
    """Return a product in the size of a request. If it has no sizes now, the size of an older request is ignored."""
    return InSize.of(product, size if product.sizes else None)


def named(product: Product, size: str | None) -> tuple[str, str, str]:
    """Return the name of a product in a size, the name as the subject of a sentence, and the path of its page."""
    if size is None or not product.sizes:
        return product.name, product.name, str(product.id)
    name = title_of(product.name, size)
    return name, f"{name},", f"{product.id}?{urlencode({'size': size})}"


def _email(product: Product, size: str | None, customer: Customer) -> rendering.Email:
    _, title, path = named(product, size)
    left = stock_left(_in_size(product, size).stock_quantity)
    content = {"product": product, "title": title, "stock_left": left, "path": path}
    subject = f"{title} is back in stock"
    headers = mail_choices.headers(customer.id, Subject.WISHLIST)
    return rendering.Email("back_in_stock", subject, customer.name, customer.email, content, headers=headers)
