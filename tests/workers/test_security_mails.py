"""Mails about a changed password or email address."""

import pytest
from sqlalchemy import text

from shop.clock import now
from shop.customers.events import EmailReplaced, PasswordChanged
from shop.events import outbox
from shop.events.event import Event
from shop.personal_data import erasure
from shop.staff.events import StaffPasswordChanged
from shop.text.formatting import when
from tests.support import factories
from tests.workers.test_mails import parts

AT_HOME = {"device": "Safari on iPhone", "address": "203.0.113.7"}
BY_STAFF = {"device": None, "address": None}


def record(session, event: Event) -> None:
    outbox.record_sync(session, event, at=now())
    session.commit()


def confirmed(session, name: str = "Asha Verma"):
    shopper = factories.register_shopper(session, name)
    shopper.email_confirmed_at = now()
    session.commit()
    return shopper


def shown(mail) -> list[str]:
    """Return the plain text and the page of a mail, each on one line."""
    return [" ".join(part.split()) for part in parts(mail)]


def test_a_shopper_is_told_of_a_changed_password_once(session, mailbox, deliver_all):
    asha = confirmed(session)
    record(session, PasswordChanged(customer_id=asha.id, **AT_HOME))
    at = when(session.scalar(text("SELECT occurred_at FROM domain_event")))
    assert [deliver_all(), deliver_all()] == [1, 0]
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == asha.email
    assert mail["Subject"] == "Your password was changed"
    for part in shown(mail):
        assert f"The password of your account was changed on {at}, by Safari on iPhone, from 203.0.113.7." in part
        assert "If it was you, do nothing. If not, set a new password at once: that signs out every device." in part
        assert "https://shop.example/forgot-password" in part
        assert "https://shop.example/contact-us" in part
    sent = session.execute(text("SELECT customer_id, kind, subject, outcome FROM sent_mail")).all()
    assert sent == [(asha.id, "mail_password_changed", "Your password was changed", "sent")]


def test_a_shopper_is_told_that_staff_changed_the_password(session, mailbox, deliver_all):
    record(session, PasswordChanged(customer_id=confirmed(session).id, **BY_STAFF))
    deliver_all()
    [mail] = mailbox.mails
    for part in shown(mail):
        assert "Our staff changed the password of your account on" in part
        assert "If it was your wish, do nothing. If not, set a new password at once" in part
        assert "None" not in part


def test_an_unconfirmed_or_deleted_account_is_told_of_no_changed_password(session, mailbox, deliver_all):
    unconfirmed, deleted = factories.register_shopper(session, "Ben"), confirmed(session)
    for person in (unconfirmed, deleted):
        record(session, PasswordChanged(customer_id=person.id, **AT_HOME))
    erasure.delete_account(session, deleted, at=now())
    session.commit()
    assert deliver_all("mail_password_changed") == 2
    assert mailbox.mails == []


def test_the_event_of_a_changed_password_is_erased_with_the_account(session):
    asha = confirmed(session)
    record(session, PasswordChanged(customer_id=asha.id, **AT_HOME))
    erasure.delete_account(session, asha, at=now())
    erasure.redact_records(session, asha.id, [])
    data = text("SELECT data FROM domain_event WHERE type = 'customer.password_changed'")
    assert session.scalar(data) == {"customerId": asha.id, "device": "", "address": None}


def test_a_member_of_staff_is_told_of_a_changed_password_once(session, mailbox, deliver_all):
    karthik = factories.hire_admin(session)
    record(session, StaffPasswordChanged(admin_id=karthik.id))
    at = when(session.scalar(text("SELECT occurred_at FROM domain_event")))
    assert [deliver_all(), deliver_all()] == [1, 0]
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == karthik.email
    assert mail["Subject"] == "Your password was changed"
    for part in shown(mail):
        assert f"Your account in the portal got a new password on {at}, on the shop's server" in part
        assert "If not, tell an owner at once, who can disable your account, and whoever runs that server." in part


@pytest.mark.parametrize("by_staff", [False, True])
def test_the_former_mailbox_is_told_once_that_the_address_was_replaced(session, mailbox, deliver_all, by_staff):
    asha = confirmed(session)
    record(session, EmailReplaced(customer_id=asha.id, customer_email="former@mail.example", by_staff=by_staff))
    at = when(session.scalar(text("SELECT occurred_at FROM domain_event")))
    assert [deliver_all(), deliver_all()] == [1, 0]
    [mail] = mailbox.mails
    assert mailbox.recipients == [["former@mail.example"]]
    assert mail["Subject"] == "Your email address was changed"
    by_shopper = f"Your account got another email address on {at}, confirmed from its mailbox."
    for part in shown(mail):
        assert (f"Our staff gave your account another email address on {at}." if by_staff else by_shopper) in part
        assert "https://shop.example/contact-us" in part
        assert asha.email not in part
    sent = session.execute(text("SELECT customer_id, kind, about, outcome FROM sent_mail")).all()
    assert sent == [(asha.id, "mail_email_replaced", "the former address", "sent")]


def test_the_former_address_is_erased_with_the_account_and_gets_no_mail(session, mailbox, deliver_all):
    asha = confirmed(session)
    record(session, EmailReplaced(customer_id=asha.id, customer_email="former@mail.example", by_staff=False))
    mailbox.refusal = "550 No mailbox <former@mail.example> here"
    deliver_all()
    erasure.delete_account(session, asha, at=now())
    session.commit()
    mailbox.refusal = None
    assert deliver_all("mail_email_replaced") == 1
    assert mailbox.mails == []
    erasure.redact_records(session, asha.id, [])
    for table in ("domain_event", "delivery", "delivery_attempt", "sent_mail"):
        assert "former@" not in str(session.execute(text(f"SELECT * FROM {table}")).all())
