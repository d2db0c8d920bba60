"""Mail messages of the contact form to the shop."""

from email.utils import parseaddr

from sqlalchemy.orm import Session

from shop.contact.model import ContactMessage
from shop.events.deliveries import ClaimedEvent
from shop.settings import settings
from workers.mail import rendering, smtp
from workers.mail.rendering import Email
from workers.reactions.each_event import for_each_event

SUBJECT = "A message from the contact form"


@for_each_event
def mail_message(session: Session, event: ClaimedEvent) -> None:
    """Mail a message to the shop. Its Reply-To is the sender's address."""
    message = session.get(ContactMessage, event.data["messageId"])
    if message is None:
        return
    name, email = parseaddr(settings().mail_contact)
    sender = rendering.address(message.name, message.email)
    mail = Email("contact", SUBJECT, name, email, {"message": message}, reply_to=sender)
    smtp.send(rendering.render(mail, delivery_id=event.delivery_id))
