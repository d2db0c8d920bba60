"""Owners are mailed that the shop switched a webhook off, each of them once."""

import pytest

from shop.clock import now
from shop.events import outbox
from shop.integrations.events import WebhookSwitchedOff
from tests.support import factories


@pytest.fixture
def owners(session):
    """Add two owners, and an endpoint that the shop switches off."""
    people = [factories.hire_admin(session, email=f"{name}@swarna.test") for name in ("first", "second")]
    factories.hire_admin(session, email="desk@swarna.test", roles=["orders"])
    endpoint = factories.add_webhook(session)
    event = WebhookSwitchedOff(endpoint_id=endpoint.id, name=endpoint.name, reason="24 h of failures")
    outbox.record_sync(session, event, at=now())
    session.commit()
    return people


def recipients(mailbox) -> list[str]:
    return [mail["To"].addresses[0].addr_spec for mail in mailbox.mails]


def test_a_mail_that_one_owner_cannot_get_is_not_repeated_to_another(session, owners, mailbox, deliver_all):
    mailbox.refused_address = "second@swarna.test"
    for _ in range(3):
        deliver_all()
    assert recipients(mailbox) == ["first@swarna.test"]
    mailbox.refused_address = None
    for _ in range(2):
        deliver_all()
    assert recipients(mailbox) == ["first@swarna.test", "second@swarna.test"]


def test_one_who_is_no_owner_any_more_gets_no_mail(session, owners, mailbox, deliver_all):
    deliver_all("mail_webhook_off")
    owners[1].roles = ["orders"]
    session.commit()
    deliver_all("mail_webhook_owner")
    assert recipients(mailbox) == ["first@swarna.test"]
