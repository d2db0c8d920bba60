"""The mail that asks a newsletter reader whether they meant it."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import HeldEvent
from shop.newsletter.links import Link
from shop.newsletter.model import NewsletterReader
from shop.settings import settings
from workers import post


def mail_confirmation(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Ask for a confirmation, unless it was given meanwhile."""
    with Session(connection) as session:
        for event in events:
            reader = session.get(NewsletterReader, event.data["readerId"])
            if reader is None or reader.reads:
                continue
            post.send(post.write(_letter(reader), delivery_id=event.delivery_id))


def _letter(reader: NewsletterReader) -> post.Letter:
    leave = Link.to_unsubscribe(reader.id).token
    content = {"confirm": Link.to_confirm(reader.id, at=now()).token, "leave": leave}
    headers = {
        "List-Unsubscribe": f"<{settings().public_url.rstrip('/')}/api/newsletter/unsubscribe/?token={leave}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    subject = "Please confirm: news from Swarna"
    return post.Letter("newsletter_confirmation", subject, "", reader.email, content, headers=headers)
