"""The signed link that confirms an account's address: ``<customer>.<valid until>.<signature>``.

The signature covers the address, so that a link which was mailed to one mailbox confirms no other.
"""

import base64
import hmac
from datetime import datetime, timedelta

from shop import keys
from shop.customers.model import Customer
from shop.errors import NotFound

CONFIRM_WITHIN = timedelta(days=7)
DEAD = "This link is not valid any more. Please ask for a new one on your profile page."
_PURPOSE = "confirm email"


class DeadLink(NotFound):
    """The link was not made by us, is too old, or is for another address."""

    code = "dead_link"

    def __init__(self) -> None:
        super().__init__(DEAD, fields={"token": DEAD})


def token(customer_id: int, email: str, *, at: datetime) -> str:
    """Return the token that confirms this address within a week."""
    return _signed(customer_id, int((at + CONFIRM_WITHIN).timestamp()), email)


def customer_id_of(given: str, *, at: datetime) -> int:
    """Return whose link this says to be, for :func:`email_confirmed_by` to look at.

    :raises DeadLink: where it is no token of ours by its form, or too old.
    """
    customer, _, rest = given.partition(".")
    until = rest.partition(".")[0]
    if not all(part.isascii() and part.isdecimal() and len(part) < 16 for part in (customer, until)):
        raise DeadLink
    if at.timestamp() > int(until):
        raise DeadLink
    return int(customer)


def email_confirmed_by(given: str, customer: Customer) -> str:
    """Return which address of the customer the token confirms.

    :raises DeadLink: where it confirms none.
    """
    until = int(given.split(".")[1])
    for email in (customer.pending_email, customer.email):
        if email and hmac.compare_digest(_signed(customer.id, until, email).encode(), given.encode()):
            return email
    raise DeadLink


def _signed(customer_id: int, until: int, email: str) -> str:
    signature = keys.sign(_PURPOSE, f"{customer_id}.{until}.{email}")
    return f"{customer_id}.{until}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"
