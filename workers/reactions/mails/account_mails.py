"""Mails to customers and members of staff about their account."""

from sqlalchemy.orm import Session

from shop.clock import now
from shop.customers import one_time_codes
from shop.customers.model import Customer, confirmation_token
from shop.customers.one_time_codes import OneTimeCode
from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.personal_data.model import DataExport
from shop.staff.model import StaffInvitation
from workers.mail import rendering, sent_mails, smtp
from workers.mail.rendering import Email
from workers.reactions.each_event import for_each_event

MAX_RETRY_PAUSE = 10.0
"""Maximum seconds between two attempts to mail a code. The customer waits, and it expires after five minutes."""
CODE_EXPIRED = "The code expired before the mail server took it."
INVITATION_EXPIRED = "The invitation expired before the mail server took it."


class CodeNotSent(Exception):
    """The mail server refused a one-time code permanently. The code is removed from the server's text."""


class CodeNotSentYet(CodeNotSent):
    """The mail server may accept the mail later, before the code expires."""


@for_each_event
def mail_welcome(session: Session, event: ClaimedEvent) -> None:
    """Welcome someone who signed up or was added by staff, and ask them to confirm their address."""
    customer = session.get(Customer, event.data["customerId"])
    if customer is None:
        return
    is_confirmed = customer.email_confirmed
    token = None if is_confirmed else confirmation_token(customer.id, customer.email, at=now())
    content = {"confirm": token, "by_staff": event.data.get("byStaff", False)}  # older events have none
    mail = Email("welcome", "Welcome to Swarna", customer.name, customer.email, content)
    sent_mails.send(session.connection(), event, mail, customer_id=customer.id)


@for_each_event
def mail_email_confirmation(session: Session, event: ClaimedEvent) -> None:
    """Send the link that confirms an account's address, unless it was confirmed meanwhile."""
    customer = session.get(Customer, event.data["customerId"])
    email = customer.email_to_confirm if customer else None
    if customer and email:
        token = confirmation_token(customer.id, email, at=now())
        content = {"confirm": token, "is_new": customer.pending_email is not None}
        subject = "Please confirm your address"
        mail = Email("email_confirmation", subject, customer.name, email, content)
        sent_mails.send(session.connection(), event, mail, customer_id=customer.id)


@for_each_event
def mail_code(session: Session, event: ClaimedEvent) -> None:
    """Mail a one-time code that has not expired, and erase its encrypted copy.

    If the address belongs to no customer, the code is erased without a mail. The delivery of an expired code is marked
    as expired, even if its row was deleted.
    """
    code = session.get(OneTimeCode, event.data["codeId"])
    sealed = code.sealed if code else None
    if code is None or (sealed and code.expires_at <= now()):
        deliveries.expire(session.connection(), event.delivery_id, reason=CODE_EXPIRED)
    elif sealed and code.customer_id and (customer := session.get(Customer, code.customer_id)):
        _send_code(session, event, customer, code, one_time_codes.decrypt(code.subject, sealed))
    if code and sealed:
        session.execute(one_time_codes.erase_sealed(code.id, sealed))


@for_each_event
def mail_invitation(session: Session, event: ClaimedEvent) -> None:
    """Mail the link of an invitation, unless it was accepted, revoked or sent again meanwhile.

    The delivery of a link that is not valid any more is marked as expired.
    """
    invitation = session.get(StaffInvitation, event.data["invitationId"])
    if invitation is None or invitation.sent_at != event.occurred_at:
        return
    if invitation.expires_at <= now():
        deliveries.expire(session.connection(), event.delivery_id, reason=INVITATION_EXPIRED)
        return
    content = {
        "invite": invitation.token(),
        "invited_by": invitation.invited_by,
        "roles": ", ".join(invitation.roles),
        "expires_at": invitation.expires_at,
    }
    subject = "You are invited to the Swarna portal"
    mail = Email("staff_invitation", subject, "colleague", invitation.email, content)
    smtp.send(rendering.render(mail, delivery_id=event.delivery_id))


@for_each_event
def mail_export(session: Session, event: ClaimedEvent) -> None:
    """Mail the link that downloads the file, unless the export has ended."""
    made = session.get(DataExport, event.data["exportId"])
    if made is None or made.ends_at is None or made.ends_at <= now():
        return
    customer = session.get_one(Customer, made.customer_id)
    content = {
        "token": made.token(customer.email),
        "ends_at": made.ends_at,
        "needs_sign_in": not customer.email_confirmed,
    }
    mail = Email("data_export", "Your data is ready to download", customer.name, customer.email, content)
    sent_mails.send(session.connection(), event, mail, customer_id=customer.id)


def _send_code(session: Session, event: ClaimedEvent, customer: Customer, code: OneTimeCode, digits: str) -> None:
    content = {"code": digits, "expires_at": code.expires_at}
    mail = Email("one_time_code", "Your code for a new password", customer.name, customer.email, content)
    try:
        sent_mails.send(session.connection(), event, mail, customer_id=customer.id)
    except smtp.SEND_ERRORS as error:
        kind = CodeNotSent if smtp.is_permanent(error) else CodeNotSentYet
        raise kind(f"{type(error).__name__}: {error}".replace(digits, "******")) from None
