"""Reactions to what happens to shoppers."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.customers import codes, email_links
from shop.customers.codes import OneTimeCode
from shop.customers.model import Customer
from shop.events import deliveries
from shop.events.deliveries import HeldEvent
from workers import post

LONGEST_PAUSE = 10.0
"""Seconds between two tries of a code's mail at most: who waits for it sits there, and it is good for five minutes."""
EXPIRED = "The code expired before the mail server took it."


class CodeNotSent(Exception):
    """The mail server will not take a one-time code; the reason is without the code, whatever the server repeated."""


class CodeNotSentYet(CodeNotSent):
    """It may take it later, for as long as the code is good."""


def mail_welcome(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Greet someone who signed up, and ask whether the mailbox is theirs."""
    with Session(connection) as session:
        for event in events:
            customer = session.get(Customer, event.data["customerId"])
            if customer is None:
                continue
            content = {"confirm": _confirmation(customer, customer.email) if not customer.email_confirmed else None}
            letter = post.Letter("welcome", "Welcome to Swarna", customer.name, customer.email, content)
            post.send(post.write(letter, delivery_id=event.delivery_id))


def mail_email_confirmation(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Ask the mailbox of an account's address whether it is theirs, unless it said so meanwhile."""
    with Session(connection) as session:
        for event in events:
            customer = session.get(Customer, event.data["customerId"])
            email = customer.email_to_confirm if customer else None
            if customer and email:
                content = {"confirm": _confirmation(customer, email), "is_new": customer.pending_email is not None}
                letter = post.Letter("email_confirmation", "Please confirm your address", customer.name, email, content)
                post.send(post.write(letter, delivery_id=event.delivery_id))


def _confirmation(customer: Customer, email: str) -> str:
    return email_links.token(customer.id, email, at=now())


def mail_code(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Mail a one-time code that is still good, and wipe what was sealed for it.

    A code of an address that nobody has is wiped too, without a mail. One that is not good any more is told as such;
    its row may be gone by then.
    """
    with Session(connection) as session:
        for event in events:
            code = session.get(OneTimeCode, event.data["codeId"])
            sealed = code.sealed if code else None
            if code is None or (sealed and code.expires_at <= now()):
                deliveries.expire(connection, event.delivery_id, why=EXPIRED)
            elif sealed and code.customer_id and (customer := session.get(Customer, code.customer_id)):
                _send_code(customer, code, codes.unseal(code.subject, sealed), event.delivery_id)
            if code and sealed:
                session.execute(codes.wipe(code.id, sealed))


def _send_code(customer: Customer, code: OneTimeCode, digits: str, delivery_id: int) -> None:
    content = {"code": digits, "expires_at": code.expires_at}
    letter = post.Letter("one_time_code", "Your code for a new password", customer.name, customer.email, content)
    try:
        post.send(post.write(letter, delivery_id=delivery_id))
    except post.NOT_TAKEN as error:
        kind = CodeNotSent if post.is_final(error) else CodeNotSentYet
        raise kind(f"{type(error).__name__}: {error}".replace(digits, "******")) from None
