"""Mail a shopper that a product is back in stock."""

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from shop.catalogue.model import Product
from shop.catalogue.stock import stock_left
from shop.clock import now
from shop.customers.model import Customer
from shop.events.deliveries import ClaimedEvent
from shop.notifications import queries
from shop.notifications.model import Subject
from shop.notifications.settings import push_settings
from shop.stock.model import BackInStockRequest
from workers.mail import mail_choices, rendering, sent_mails
from workers.reactions import stock
from workers.reactions.each_event import for_each_event


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
    if not (stock.is_back(product, request.size) and customer.email_confirmed):
        # The locks make a concurrent change wait until the request is open again, so that it queues it.
        session.refresh(product, with_for_update={"read": True})
        session.refresh(customer, with_for_update={"read": True})
    is_wanted = queries.wants_mail(session.connection(), customer.id, Subject.WISHLIST)
    if stock.is_back(product, request.size) and customer.email_confirmed and is_wanted:
        email = _email(product, request.size, customer)
        sent_mails.send(session.connection(), event, email, customer_id=customer.id, about=product.code)
        request.mailed_at = now()
    else:
        if is_wanted or not (stock.is_back(product, request.size) and _has_device(session, customer.id)):
            request.due_at = None
        if not is_wanted:
            subject = _email(product, request.size, customer).subject
            sent_mails.note_unwanted(session.connection(), event, subject, customer_id=customer.id, about=product.code)
    session.flush()


def _has_device(session: Session, customer_id: int) -> bool:
    """Whether a shopper has a device that shows notifications about the wishlist."""
    if push_settings().public_key is None:
        return False
    return session.scalars(queries.devices_for(customer_id, Subject.WISHLIST)).first() is not None


def _email(product: Product, size: str | None, customer: Customer) -> rendering.Email:
    _, title, path = stock.named(product, size)
    left = stock_left(stock.in_size(product, size).stock_quantity)
    content = {"product": product, "title": title, "stock_left": left, "path": path}
    subject = f"{title} is back in stock"
    headers = mail_choices.headers(customer.id, Subject.WISHLIST)
    return rendering.Email("back_in_stock", subject, customer.name, customer.email, content, headers=headers)
