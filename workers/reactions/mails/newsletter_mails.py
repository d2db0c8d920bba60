"""Mail the link that confirms a newsletter subscription."""

from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.newsletter.model import NewsletterReader, confirm_token, unsubscribe_token
from workers.mail import rendering, smtp
from workers.mail.rendering import Email
from workers.reactions.each_event import for_each_event


@for_each_event
def mail_confirmation(session: Session, event: ClaimedEvent) -> None:
    """Mail the confirmation link, unless the reader has confirmed or unsubscribed meanwhile."""
    reader = session.get(NewsletterReader, event.data["readerId"])
    if reader is None or not reader.is_asked(at=now()):
        return
    smtp.send(rendering.render(_email(reader), delivery_id=event.delivery_id))


def _email(reader: NewsletterReader) -> Email:
    unsubscribe = unsubscribe_token(reader.id)
    content = {"confirm": confirm_token(reader.id, at=now()), "unsubscribe": unsubscribe}
    headers = rendering.unsubscribe_headers("/api/newsletter/unsubscribe/", token=unsubscribe)
    subject = "Please confirm: news from Swarna"
    return Email("newsletter_confirmation", subject, "", reader.email, content, headers=headers)
