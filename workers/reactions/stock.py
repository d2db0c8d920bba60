"""Mail shoppers who wait for a product to be back in stock."""

from collections.abc import Sequence
from urllib.parse import urlencode

from sqlalchemy import Connection, select, text
from sqlalchemy.orm import Session, selectinload

from shop.catalogue.model import Activity, Product
from shop.catalogue.sizes import InSize, size_text
from shop.catalogue.stock import stock_left
from shop.clock import now
from shop.customers.model import Customer
from shop.db import sql_files
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.stock.model import BackInStockRequest
from workers import mailer
from workers.reactions.notifications import mail_choices, sent_mails

_QUEUE = text(sql_files.read("queue_back_in_stock_mails"))


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


def mail_back_in_stock(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper once that a product, or the size of it that they asked for, is back in stock.

    If it was sold meanwhile, or staff changed the shopper's address, nothing is sent and the request stays open. The
    request of a shopper who wants no mails ends when a device has shown the news.
    """
    with Session(connection) as session:
        for event in events:
            request = session.get(BackInStockRequest, event.data["requestId"], with_for_update=True)
            if request is None or request.mailed_at is not None:
                continue
            products = select(Product).where(Product.id == request.product_id).options(selectinload(Product.images))
            product = session.scalars(products).one()
            customer = session.get_one(Customer, request.customer_id)
            if not (is_back(product, request.size) and customer.email_confirmed):
                # The locks make a concurrent change wait until the request is open again, so that it queues it.
                session.refresh(product, with_for_update={"read": True})
                session.refresh(customer, with_for_update={"read": True})
            is_wanted = mail_choices.is_wanted(connection, customer.id, Subject.WISHLIST)
            if is_back(product, request.size) and customer.email_confirmed and is_wanted:
                email = _email(product, request.size, customer)
                sent_mails.send(connection, event, email, customer_id=customer.id, about=product.code)
                request.mailed_at = now()
            else:
                request.due_at = None
                if not is_wanted:
                    subject = _email(product, request.size, customer).subject
                    sent_mails.note_unwanted(connection, event, subject, customer_id=customer.id, about=product.code)
            session.flush()


def end_shown_request(session: Session, request_id: int) -> None:
    """End the request of a shopper who wants no mails, once a device has shown that the product is back in stock."""
    request = session.get(BackInStockRequest, request_id, with_for_update=True)
    if request is None or request.mailed_at is not None:
        return
    if not mail_choices.is_wanted(session.connection(), request.customer_id, Subject.WISHLIST):
        request.mailed_at = now()
        session.flush()


def is_back(product: Product, size: str | None) -> bool:
    """Whether a product can be ordered in the size of a request."""
    return product.status == Activity.ACTIVE and _in_size(product, size).stock_availability == "yes"


def _in_size(product: Product, size: str | None) -> InSize:
    """Return a product in the size of a request. If it has no sizes now, the size of an older request is ignored."""
    return InSize.of(product, size if product.sizes else None)


def name_and_path(product: Product, size: str | None) -> tuple[str, str]:
    """Return the name of a product in a size, and the path of its page."""
    if size is None or not product.sizes:
        return product.name, str(product.id)
    return f"{product.name}, {size_text(size)}", f"{product.id}?{urlencode({'size': size})}"


def title_and_path(product: Product, size: str | None) -> tuple[str, str]:
    """Return how a product is called in a size, as the subject of a sentence, and the path of its page."""
    name, path = name_and_path(product, size)
    return name if name == product.name else f"{name},", path


def _email(product: Product, size: str | None, customer: Customer) -> mailer.Email:
    title, path = title_and_path(product, size)
    left = stock_left(_in_size(product, size).stock_quantity)
    content = {"product": product, "title": title, "stock_left": left, "path": path}
    subject = f"{title} is back in stock"
    headers = mail_choices.headers(customer.id, Subject.WISHLIST)
    return mailer.Email("back_in_stock", subject, customer.name, customer.email, content, headers=headers)
