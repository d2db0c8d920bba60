"""Finding and ending sessions."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    LargeBinary,
    Select,
    any_,
    bindparam,
    case,
    delete,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert

from shop.customers.model import Customer
from shop.sessions.endings import EndedSession, Ending
from shop.sessions.model import LIFETIMES, Role, Session
from shop.staff.model import Admin

ENDED_CHANNEL = "session_ended"
"""PostgreSQL channel on which the id of an ended session is announced to the realtime processes."""


_AT = bindparam("at", type_=DateTime(timezone=True))


def _alive(at: datetime | ColumnElement[datetime]) -> list[ColumnElement[bool]]:
    idle_since = case(
        (Session.role == Role.ADMIN.value, at - LIFETIMES[Role.ADMIN].idle),
        else_=at - LIFETIMES[Role.CUSTOMER].idle,
    )
    return [
        Session.expires_at > at,
        Session.seen_at > idle_since,
        or_(Session.admin_id.is_(None), Admin.disabled_at.is_(None)),
    ]


LIVE_PEOPLE = (
    select(
        Session.id,
        Session.role,
        Session.token_hash,
        Session.seen_at,
        func.coalesce(Session.customer_id, Session.admin_id).label("person_id"),
        func.coalesce(Customer.name, Admin.name).label("name"),
        func.coalesce(Customer.email, Admin.email).label("email"),
        func.coalesce(Customer.phone, "").label("phone"),
        (func.current_setting("transaction_read_only") == "off").label("is_writable"),
    )
    .outerjoin(Customer, Customer.id == Session.customer_id)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.token_hash == any_(bindparam("hashes", type_=ARRAY(LargeBinary))), *_alive(_AT))
)
"""Select the live sessions among ``hashes`` as of ``at``, each with its shopper or admin.

Every request asks this, so it is put together once: building it took longer than the database's answer.
"""


LIVE_IDENTITIES = (
    select(Session.id, Session.role, Session.token_hash, Session.customer_id, Session.admin_id)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.token_hash == any_(bindparam("hashes", type_=ARRAY(LargeBinary))), *_alive(_AT))
)
"""Select id, role, token_hash, customer_id and admin_id of the live sessions among ``hashes`` as of ``at``."""

LIVE_IDS = (
    select(Session.id)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.id == any_(bindparam("ids", type_=ARRAY(BigInteger))), *_alive(_AT))
)
"""Select those of ``ids`` whose session lives as of ``at``."""


def end(*conditions: ColumnElement[bool], reason: Ending) -> Select[int]:
    """Delete sessions, keep why, and return their ids, which the caller announces with :func:`announce_end`."""
    ended = delete(Session).where(*conditions).returning(Session.id, Session.token_hash).cte("ended")
    kept = insert(EndedSession).from_select(["token_hash", "reason"], select(ended.c.token_hash, literal(reason.value)))
    return select(ended.c.id).add_cte(kept.on_conflict_do_nothing().cte("kept"))


def announce_end(session_id: int) -> Select[object]:
    """Tell every realtime process, on commit, to close the sockets of an ended session."""
    return select(func.pg_notify(ENDED_CHANNEL, str(session_id)))
