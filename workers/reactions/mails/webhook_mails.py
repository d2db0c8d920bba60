"""Mails owners that the shop switched a webhook endpoint off."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import outbox
from shop.events.deliveries import ClaimedEvent
from shop.integrations.events import OwnerMailDue
from shop.integrations.model import WebhookEndpoint
from shop.settings import settings
from shop.staff import queries
from shop.staff.model import Admin
from workers.mail import rendering, smtp
from workers.mail.rendering import Email
from workers.reactions.each_event import for_each_event

SUBJECT = "A webhook was switched off"


def queue_owner_mails(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Record an event for each owner, so that a mail that fails does not repeat those to other owners."""
    with Session(connection) as session:
        owners = session.scalars(queries.active_owners()).all()
        for event in events:
            endpoint_id, name, reason = event.data["endpointId"], event.data["name"], event.data["reason"]
            for owner in owners:
                due = OwnerMailDue(endpoint_id=endpoint_id, name=name, reason=reason, admin_id=owner.id)
                outbox.record_sync(session, due, at=now())


@for_each_event
def mail_owner(session: Session, event: ClaimedEvent) -> None:
    """Mail an owner which endpoint gets no more events, and why.

    Nothing is sent if the endpoint was removed meanwhile, or the owner may no longer sign in.
    """
    endpoint = session.get(WebhookEndpoint, event.data["endpointId"])
    owner = session.get(Admin, event.data["adminId"])
    if endpoint is None or owner is None or not owner.is_active_owner:
        return
    content = {
        "endpoint": endpoint,
        "reason": event.data["reason"],
        "page": f"{settings().public_url.rstrip('/')}/admin/integrations?endpoint={endpoint.id}",
    }
    mail = Email("webhook_off", SUBJECT, owner.name, owner.email, content)
    smtp.send(rendering.render(mail, delivery_id=event.delivery_id))
