"""Mails to members of staff."""

import re

from sqlalchemy import delete

from shop.clock import now
from shop.events import outbox
from shop.security import signed_links
from shop.staff.events import StaffInvited
from shop.staff.model import INVITED_FOR, StaffInvitation
from tests.workers.test_mails import parts


def invite(session) -> StaffInvitation:
    invitation = StaffInvitation(
        email="meena@staff.example",
        roles=["orders", "viewer"],
        invited_by="Karthik Rao",
        sent_at=now(),
        expires_at=now() + INVITED_FOR,
    )
    session.add(invitation)
    session.flush()
    outbox.record_sync(session, StaffInvited(invitation_id=invitation.id), at=now())
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
