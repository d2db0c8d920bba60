"""Mail shoppers the new prices of products on their wishlists."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.notifications.queries import wants_mail
from workers.mail import mail_choices, sent_mails
from workers.mail.rendering import Email
from workers.reactions import stock
from workers.reactions.each_event import for_each_event


@for_each_event
def mail_price_news(session: Session, event: ClaimedEvent) -> None:
    """Mail a shopper all wished products whose prices have moved, unless they want no such mails."""
    customer = session.get(Customer, event.data["customerId"])
    pieces = _pieces(session, event.data["pieces"])
    if customer is None or not customer.email_confirmed or not pieces:
        return
    mail = _email(customer, pieces)
    if wants_mail(session.connection(), customer.id, Subject.WISHLIST):
        sent_mails.send(session.connection(), event, mail, customer_id=customer.id, about="wishlist")
    else:
        sent_mails.note_unwanted(session.connection(), event, mail.subject, customer_id=customer.id, about="wishlist")


def _pieces(session: Session, moved: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the products that still exist, each in the wished size with its price now and before."""
    named = select(Product).where(Product.id.in_([each["productId"] for each in moved]))
    products = {product.id: product for product in session.scalars(named)}
    return [_piece(products[each["productId"]], each) for each in moved if each["productId"] in products]


def _piece(product: Product, moved: dict[str, Any]) -> dict[str, Any]:
    size = moved.get("size")  # events of the previous version have none
    name, title, path = stock.named(product, size)
    prices = {"now": Decimal(str(moved["to"])), "before": Decimal(str(moved["from"]))}
    return {"name": name, "title": title, "path": path, **prices}


def _email(customer: Customer, pieces: Sequence[dict[str, Any]]) -> Email:
    [first, *others] = pieces
    way = "less" if first["now"] < first["before"] else "more"
    subject = f"New prices of {len(pieces)} pieces on your wishlist" if others else f"{first['title']} costs {way} now"
    headers = mail_choices.headers(customer.id, Subject.WISHLIST)
    return Email("price_news", subject, customer.name, customer.email, {"pieces": pieces}, headers=headers)
