"""Mails that tell a person of what somebody else may have done with their account. They cannot be switched off."""

from sqlalchemy.orm import Session

from shop.customers.model import Customer
from shop.events.deliveries import ClaimedEvent
from shop.sessions.model import Role
from shop.staff.model import Admin
from workers.mail import rendering, sent_mails, smtp
from workers.mail.rendering import Email
from workers.reactions.each_event import for_each_event

PASSWORD_CHANGED = "Your password was changed"  # noqa: S105 - no password


@for_each_event
def mail_new_device(session: Session, event: ClaimedEvent) -> None:
    """Tell someone that an unknown device has signed in to their account.

    No mail is sent to an address that is not confirmed.
    """
    is_staff = event.data["role"] == Role.ADMIN.value
    id_ = event.data["personId"]
    person: Admin | Customer | None = session.get(Admin, id_) if is_staff else session.get(Customer, id_)
    if person is None or (isinstance(person, Customer) and not person.email_confirmed):
        return
    content = {
        "device": event.data["device"],
        "address": event.data["address"],
        "at": event.occurred_at,
        "page": "/admin/me" if is_staff else "/profile",
        "is_staff": is_staff,
    }
    mail = Email("new_device", "A new device has signed in", person.name, person.email, content)
    if isinstance(person, Customer):
        sent_mails.send(session.connection(), event, mail, customer_id=person.id, about=event.data["device"])
    else:
        smtp.send(rendering.render(mail, delivery_id=event.delivery_id))


@for_each_event
def mail_email_replaced(session: Session, event: ClaimedEvent) -> None:
    """Tell the former mailbox of an account that another address took its place, unless the account is deleted."""
    customer = session.get(Customer, event.data["customerId"])
    if customer is None or customer.is_deleted:
        return
    content = {"by_staff": event.data["byStaff"], "at": event.occurred_at}
    former = event.data["customerEmail"]
    mail = Email("email_replaced", "Your email address was changed", customer.name, former, content)
    sent_mails.send(session.connection(), event, mail, customer_id=customer.id, about="the former address")


@for_each_event
def mail_password_changed(session: Session, event: ClaimedEvent) -> None:
    """Tell a customer that their password was changed, unless their address is not confirmed."""
    customer = session.get(Customer, event.data["customerId"])
    if customer is None or not customer.email_confirmed:
        return
    content = {"device": event.data["device"], "address": event.data["address"], "at": event.occurred_at}
    mail = Email("password_changed", PASSWORD_CHANGED, customer.name, customer.email, content)
    sent_mails.send(session.connection(), event, mail, customer_id=customer.id)


@for_each_event
def mail_staff_password_changed(session: Session, event: ClaimedEvent) -> None:
    """Tell a member of staff that their password was changed at the terminal."""
    admin = session.get(Admin, event.data["adminId"])
    if admin is not None:
        mail = Email("staff_password_changed", PASSWORD_CHANGED, admin.name, admin.email, {"at": event.occurred_at})
        smtp.send(rendering.render(mail, delivery_id=event.delivery_id))
