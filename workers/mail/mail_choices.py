"""The links by which mail programs switch a shopper's mails about a subject off."""

from collections.abc import Mapping

from shop.notifications.model import Subject, unsubscribe_token
from workers.mail import rendering


def headers(customer_id: int, subject: Subject) -> Mapping[str, str]:
    """Return the headers of a mail that can be switched off."""
    token = unsubscribe_token(customer_id, subject)
    return rendering.unsubscribe_headers("/api/notification/unsubscribe/", subject=subject.value, token=token)
