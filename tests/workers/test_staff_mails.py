"""Mails to members of staff, and about sign-ins."""

import re
from datetime import datetime, timedelta

from sqlalchemy import delete, text

from shop.clock import now
from shop.events import outbox
from shop.security import signed_links
from shop.sessions.events import NewDeviceSignedIn
from shop.staff.events import StaffInvited
from shop.staff.model import INVITED_FOR, StaffInvitation
from tests.support import factories
from tests.workers.test_mails import parts
from workers.reactions.mails import account_mails


def invite(session, *, at: datetime | None = None) -> StaffInvitation:
    at = at or now()
    invitation = StaffInvitation(
        email="meena@staff.example",
        roles=["orders", "viewer"],
        invited_by="Karthik Rao",
        sent_at=at,
        expires_at=at + INVITED_FOR,
    )
    session.add(invitation)
    session.flush()
    outbox.record_sync(session, StaffInvited(invitation_id=invitation.id), at=at)
    session.commit()
    return invitation


def test_an_invitation_carries_the_link_that_works(session, mailbox, deliver_all):
    invitation = invite(session)
    deliver_all()
    [mail] = mailbox.mails
    assert mail["To"].addresses[0].addr_spec == "meena@staff.example"
    plain, page = parts(mail)
    [token] = re.findall(r"https://shop\.example/admin/invitation\?token=(\S+)", plain)
    assert token in page
    assert "Karthik Rao" in plain
    assert "orders, viewer" in plain
    link = signed_links.read(token, at=now())
    assert link.subject_id == invitation.id
    assert invitation.is_link(link)


def test_an_invitation_that_was_taken_back_is_not_mailed(session, mailbox, deliver_all):
    invite(session)
    session.execute(delete(StaffInvitation))
    session.commit()
    deliver_all()
    assert mailbox.mails == []


def test_an_invitation_whose_link_has_ended_is_not_mailed(session, mailbox, deliver_all):
    invite(session, at=now() - INVITED_FOR)
    deliver_all()
    assert mailbox.mails == []
    ended = "SELECT done_at IS NOT NULL, last_error FROM delivery WHERE consumer = 'mail_invitation'"
    assert session.execute(text(ended)).one() == (True, account_mails.INVITATION_EXPIRED)


def test_an_invitation_that_was_sent_again_is_mailed_once(session, mailbox, deliver_all):
    invitation = invite(session, at=now() - timedelta(hours=1))
    at = now()
    invitation.sent_at, invitation.expires_at = at, at + INVITED_FOR
    outbox.record_sync(session, StaffInvited(invitation_id=invitation.id), at=at)
    session.commit()
    deliver_all()
    [mail] = mailbox.mails
    [token] = re.findall(r"invitation\?token=(\S+)", parts(mail)[0])
    assert invitation.is_link(signed_links.read(token, at=now()))


def sign_in(session, role: str, person_id: int) -> None:
    event = NewDeviceSignedIn(role=role, person_id=person_id, device="Safari on iPhone", address="203.0.113.7")
    outbox.record_sync(session, event, at=now())
    session.commit()


def test_a_new_device_is_told_to_staff_and_to_shoppers_with_a_confirmed_address(session, mailbox, deliver_all):
    admin, asha = factories.hire_admin(session), factories.register_shopper(session)
    asha.email_confirmed_at = now()
    unconfirmed = factories.register_shopper(session, "Ben")
    for role, person in (("admin", admin), ("customer", asha), ("customer", unconfirmed)):
        sign_in(session, role, person.id)
    owners = text("SELECT customer_id FROM domain_event WHERE type = 'session.new_device' ORDER BY id")
    assert session.scalars(owners).all() == [None, asha.id, unconfirmed.id]
    deliver_all()
    to_admin, to_asha = sorted(mailbox.mails, key=lambda mail: mail["To"].addresses[0].addr_spec != admin.email)
    assert to_asha["To"].addresses[0].addr_spec == asha.email
    to_staff = (
        "end that sign-in there and tell an owner at once: they can disable your account until it has a new password,"
        " which is set on the shop's server."
    )
    to_shopper = "end that sign-in there and set a new password."
    for mail, page, advice in ((to_admin, "/admin/me", to_staff), (to_asha, "/profile", to_shopper)):
        plain, html = parts(mail)
        for shown in (plain, html):
            assert f"If it was you, do nothing. If not, {advice}" in " ".join(shown.split())
        assert "Safari on iPhone" in plain
        assert "203.0.113.7" in plain
        assert f"https://shop.example{page}" in plain
