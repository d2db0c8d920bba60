"""Delete saved views whose search text or name identifies a shopper with a deleted account."""

import datetime as dt
import re
from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import parse_qsl

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from shop.events import outbox
from shop.saved_views.events import ViewsChanged
from shop.saved_views.model import ListPage, SavedView
from shop.text.words import words_of

_PAGES = (
    *(ListPage.BOARD, ListPage.ORDERS, ListPage.RETURNS, ListPage.CUSTOMERS, ListPage.CARTS),
    *(ListPage.REVIEWS, ListPage.AUDIT),
)
"""The lists that are searched for people."""
_LEAST_DIGITS = 7
"""The minimum number of digits of a phone number that identify its owner.

Fewer digits may be the number of an order.
"""


class Contact(NamedTuple):
    """The contact data that identifies a shopper. Empty texts match nothing."""

    name: str
    email: str
    phone: str


def names(text: str, contact: Contact) -> bool:
    """Whether a text has the shopper's full name, their email address or a large part of it, or their phone number."""
    return _has_name(text, contact.name) or _has_email(text, contact.email) or _has_phone(text, contact.phone)


def delete_views_naming(session: Session, contacts: Collection[Contact], *, at: dt.datetime) -> None:
    """Delete the views that identify one of these shoppers.

    Events are recorded, so that open pages fetch their views again.
    """
    views = session.execute(
        select(SavedView.id, SavedView.page, SavedView.name, SavedView.filters).where(SavedView.page.in_(_PAGES))
    ).all()
    for view in views:
        texts = (view.name, *(value for _, value in parse_qsl(view.filters)))
        if any(names(text, contact) for text in texts for contact in contacts):
            session.execute(delete(SavedView).where(SavedView.id == view.id))
            outbox.record_sync(session, ViewsChanged(view_id=view.id, page=view.page), at=at)


def _has_name(text: str, name: str) -> bool:
    """A single word is no full name: an account may be called "Ring" or "Late"."""
    wanted = words_of(name.casefold())
    return len(wanted) > 1 and f" {' '.join(wanted)} " in f" {' '.join(words_of(text.casefold()))} "


def _has_email(text: str, email: str) -> bool:
    text, email = text.strip().casefold(), email.casefold()
    return bool(email) and (email in text or ("@" in text and text in email and not text.startswith("@")))


def _has_phone(text: str, phone: str) -> bool:
    digits, wanted = (re.sub(r"\D", "", each).lstrip("0") for each in (text, phone))
    return min(len(digits), len(wanted)) >= _LEAST_DIGITS and (digits in wanted or wanted in digits)
