"""Which mails a shopper wants, and the links by which mail programs switch them off (RFC 8058)."""

from collections.abc import Mapping
from urllib.parse import urlencode

from sqlalchemy import Connection

from shop.notifications import queries
from shop.notifications.model import Subject, unsubscribe_token
from shop.settings import settings


def is_wanted(connection: Connection, customer_id: int, subject: Subject) -> bool:
    """Whether a shopper wants mails about a subject."""
    return queries.wants_mail(connection, customer_id, subject)


def unsubscribe_url(customer_id: int, subject: Subject) -> str:
    """Return the address that switches a shopper's mails about a subject off."""
    query = urlencode({"subject": subject.value, "token": unsubscribe_token(customer_id, subject)})
    return f"{settings().public_url.rstrip('/')}/api/notification/unsubscribe/?{query}"


def headers(customer_id: int, subject: Subject) -> Mapping[str, str]:
    """Return the headers of a mail that can be switched off."""
    return {
        "List-Unsubscribe": f"<{unsubscribe_url(customer_id, subject)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
