"""What people write to the shop, on its way to the shop's own mailbox."""

from collections.abc import Sequence
from email.utils import parseaddr

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.contact.model import ContactMessage
from shop.events.deliveries import HeldEvent
from shop.settings import settings
from workers import post

SUBJECT = "A message from the contact form"


def mail_message(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Mail a message to the shop; an answer to the mail goes to whoever wrote it."""
    name, email = parseaddr(settings().mail_contact)
    with Session(connection) as session:
        for event in events:
            message = session.get(ContactMessage, event.data["messageId"])
            if message is None:
                continue
            sender = post.address(message.name, message.email)
            letter = post.Letter("contact", SUBJECT, name, email, {"message": message}, reply_to=sender)
            post.send(post.write(letter, delivery_id=event.delivery_id))
