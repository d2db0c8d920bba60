"""Mail shoppers who wait for a product to be back in stock."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, text
from sqlalchemy.orm import Session, selectinload

from shop.catalogue.model import Product
from shop.clock import now
from shop.customers.model import Customer
from shop.db import sql_files
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.stock.model import BackInStockRequest
from workers import mailer
from workers.reactions.notifications import mail_choices

_QUEUE = text(sql_files.read("queue_back_in_stock_mails"))


def queue_stock_mails(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Queue a mail for each confirmed shopper who waits for a product that is in stock now.

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
    """Tell a shopper once that a product is back in stock.

    If it was sold meanwhile, or staff changed the shopper's address, nothing is sent and the request stays open.
    """
    with Session(connection) as session:
        for event in events:
            request = session.get(BackInStockRequest, event.data["requestId"], with_for_update=True)
            if request is None or request.mailed_at is not None:
                continue
            products = select(Product).where(Product.id == request.product_id).options(selectinload(Product.images))
            product = session.scalars(products).one()
            customer = session.get_one(Customer, request.customer_id)
            if not (product.is_for_sale and customer.email_confirmed):
                # The locks delay a change that would queue the request again, until the request is open again.
                session.refresh(product, with_for_update={"read": True})
                session.refresh(customer, with_for_update={"read": True})
            is_wanted = mail_choices.is_wanted(connection, customer.id, Subject.WISHLIST)
            if product.is_for_sale and customer.email_confirmed and is_wanted:
                mailer.send(mailer.render(_email(product, customer), delivery_id=event.delivery_id))
                request.mailed_at = now()
            else:
                request.due_at = None
            session.flush()


def _email(product: Product, customer: Customer) -> mailer.Email:
    content = {"product": product}
    subject = f"{product.name} is back in stock"
    headers = mail_choices.headers(customer.id, Subject.WISHLIST)
    return mailer.Email("back_in_stock", subject, customer.name, customer.email, content, headers=headers)
