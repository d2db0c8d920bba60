"""Reactions to what happens to shoppers."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.customers import codes
from shop.customers.codes import OneTimeCode
from shop.customers.model import Customer
from shop.events.deliveries import HeldEvent
from workers import post


class CodeNotSent(Exception):
    """The mail server did not take a one-time code; the reason is without the code, whatever the server repeated."""


def mail_welcome(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Greet someone who signed up."""
    with Session(connection) as session:
        for event in events:
            customer = session.get(Customer, event.data["customerId"])
            if customer is None:
                continue
            letter = post.Letter("welcome", "Welcome to Swarna", customer.name, customer.email, {})
            post.send(post.write(letter, delivery_id=event.delivery_id))


def mail_code(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Mail a one-time code that is still good, and wipe what was sealed for it.

    A code of an address that nobody has is wiped too, without a mail.
    """
    with Session(connection) as session:
        for event in events:
            code = session.get(OneTimeCode, event.data["codeId"])
            if code is None or code.sealed is None:
                continue
            customer = session.get(Customer, code.customer_id) if code.customer_id else None
            if customer is not None and code.expires_at > now():
                _send_code(customer, code, codes.unseal(code.subject, code.sealed), event.delivery_id)
            session.execute(codes.wipe(code.id, code.sealed))


def _send_code(customer: Customer, code: OneTimeCode, digits: str, delivery_id: int) -> None:
    content = {"code": digits, "expires_at": code.expires_at}
    letter = post.Letter("one_time_code", "Your code for a new password", customer.name, customer.email, content)
    try:
        post.send(post.write(letter, delivery_id=delivery_id))
    except post.NOT_TAKEN as error:
        raise CodeNotSent(f"{type(error).__name__}: {error}".replace(digits, "******")) from None
