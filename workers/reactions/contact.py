"""Mail messages of the contact form to the shop."""

from collections.abc import Sequence
from email.utils import parseaddr

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.contact.model import ContactMessage
from shop.events.deliveries import ClaimedEvent
from shop.settings import settings
from workers.mail import rendering, smtp
from workers.mail.rendering import Email

SUBJECT = "A message from the contact form"


def mail_message(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail a message to the shop. Its Reply-To is the sender's address."""
    name, email = parseaddr(settings().mail_contact)
    with Session(connection) as session:
        for event in events:
            message = session.get(ContactMessage, event.data["messageId"])
            if message is None:
                continue
            sender = rendering.address(message.name, message.email)
            mail = Email("contact", SUBJECT, name, email, {"message": message}, reply_to=sender)
            smtp.send(rendering.render(mail, delivery_id=event.delivery_id))
