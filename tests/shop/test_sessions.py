import datetime as dt

import pytest

from shop.sessions.model import Role, Session, token_digest

AT = dt.datetime(2026, 11, 20, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("role", "idle", "absolute"),
    [
        (Role.CUSTOMER, dt.timedelta(days=14), dt.timedelta(days=30)),
        (Role.ADMIN, dt.timedelta(minutes=30), dt.timedelta(hours=12)),
    ],
)
def test_a_session_lasts_as_long_as_its_role_allows(role, idle, absolute):
    session, _ = Session.open(role, 4, at=AT)
    assert (role.lifetime.idle, session.expires_at - AT) == (idle, absolute)


def test_only_a_digest_of_the_token_is_stored():
    session, token = Session.open(Role.CUSTOMER, 4, at=AT)
    assert session.token_hash == token_digest(token)
    assert token.encode() not in session.token_hash
    assert (session.customer_id, session.admin_id) == (4, None)


def test_a_token_has_256_bits_and_is_never_the_same():
    tokens = {Session.open(Role.ADMIN, 4, at=AT)[1] for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) == 43 for token in tokens)
