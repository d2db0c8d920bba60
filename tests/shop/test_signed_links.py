"""Signed links: which tokens are valid, and that links of earlier versions stay valid."""

import base64
import datetime as dt

import pytest

from shop.customers.model import Customer
from shop.newsletter.model import LinkPurpose
from shop.security import derived_keys, signed_links

NOW = dt.datetime(2026, 11, 23, 12, tzinfo=dt.UTC)
WEEK = dt.timedelta(days=7)

pytestmark = pytest.mark.usefixtures("shop_settings")


def written_before(purpose: str, subject: str, *, bound_to: str = "") -> str:
    """Return a token in the format of earlier versions, which sent mails still contain."""
    signature = base64.urlsafe_b64encode(derived_keys.sign(purpose, subject + bound_to)).decode().rstrip("=")
    return f"{subject}.{signature}"


def test_the_links_that_were_mailed_so_far_are_valid():
    milliseconds = int((NOW + WEEK).timestamp() * 1000)
    asha = Customer(id=7, email="asha@mail.example", pending_email="new@mail.example")
    for email in ("asha@mail.example", "new@mail.example"):
        token = written_before("confirm email", f"7.{milliseconds}", bound_to=f".{email}")
        assert asha.email_confirmed_by(signed_links.read(token, at=NOW)) == email
    for purpose, until in (("confirm", milliseconds), ("unsubscribe", 0)):
        link = signed_links.read(written_before(f"newsletter {purpose}", f"7.{until}"), at=NOW)
        assert link.is_signed(LinkPurpose(purpose).key)
        assert link.expires_at == (NOW + WEEK if until else None)


def test_a_token_is_valid_for_its_purpose_and_what_it_is_bound_to():
    link = signed_links.read(signed_links.sign("one", 7, expires_at=NOW + WEEK, bound_to="a"), at=NOW)
    assert (link.subject_id, link.expires_at) == (7, NOW + WEEK)
    assert link.is_signed("one", bound_to="a")
    assert not link.is_signed("other", bound_to="a")
    assert not link.is_signed("one", bound_to="b")
    assert not link.is_signed("one")


def test_a_token_is_valid_until_it_expires():
    token = signed_links.sign("one", 7, expires_at=NOW)
    assert signed_links.read(token, at=NOW - dt.timedelta(milliseconds=1)) is not None
    assert signed_links.read(token, at=NOW) is None


@pytest.mark.parametrize("subject", ["07", "+7", " 7", "7_0", "\u0667", "7" * 14, ""])
def test_another_spelling_of_a_token_is_refused(subject):
    _, _, rest = signed_links.sign("one", 7, expires_at=None).partition(".")
    link = signed_links.read(f"{subject}.{rest}", at=NOW)
    assert link is None or not link.is_signed("one")
