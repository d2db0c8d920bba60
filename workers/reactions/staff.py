"""Mails to members of staff about their account."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.events.deliveries import ClaimedEvent
from shop.staff.model import StaffInvitation
from workers import mailer
from workers.mailer import Email


def mail_invitation(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Mail the link of an invitation, unless it was accepted or taken back meanwhile."""
    with Session(connection) as session:
        for event in events:
            invitation = session.get(StaffInvitation, event.data["invitationId"])
            if invitation is None:
                continue
            content = {
                "invite": invitation.token(),
                "invited_by": invitation.invited_by,
                "roles": ", ".join(invitation.roles),
                "expires_at": invitation.expires_at,
            }
            subject = "You are invited to the Swarna portal"
            mail = Email("staff_invitation", subject, "colleague", invitation.email, content)
            mailer.send(mailer.render(mail, delivery_id=event.delivery_id))
