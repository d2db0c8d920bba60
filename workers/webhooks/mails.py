"""Mails owners that the shop switched a webhook endpoint off."""

from collections.abc import Sequence

from sqlalchemy import Connection, select
from sqlalchemy.orm import Session

from shop.events.deliveries import ClaimedEvent
from shop.integrations.model import WebhookEndpoint
from shop.settings import settings
from shop.staff.model import Admin
from shop.staff.roles import StaffRole
from workers import mailer
from workers.mailer import Email

SUBJECT = "A webhook was switched off"


def mail_switched_off(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail each owner which endpoint gets no more events, and why, unless it was removed meanwhile."""
    with Session(connection) as session:
        owners = session.scalars(
            select(Admin)
            .where(Admin.disabled_at.is_(None), Admin.roles.contains([StaffRole.OWNER.value]))
            .order_by(Admin.id)
        ).all()
        for event in events:
            endpoint = session.get(WebhookEndpoint, event.data["endpointId"])
            if endpoint is None:
                continue
            content = {
                "endpoint": endpoint,
                "reason": event.data["reason"],
                "page": f"{settings().public_url.rstrip('/')}/admin/integrations?endpoint={endpoint.id}",
            }
            for owner in owners:
                mail = Email("webhook_off", SUBJECT, owner.name, owner.email, content)
                mailer.send(mailer.render(mail, delivery_id=event.delivery_id))
