"""Queries that find and end sessions."""

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    DateTime,
    LargeBinary,
    Select,
    String,
    and_,
    any_,
    bindparam,
    case,
    delete,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, array, insert

from shop.customers.model import Customer
from shop.sessions.model import EndedSession, EndReason, Role, Session
from shop.staff.model import Admin
from shop.staff.second_factor import StaffPolicy

ENDED_CHANNEL = "session_ended"
"""The PostgreSQL channel that notifies the realtime processes of the id of an ended session."""

ROLES_CHANGED = "roles:"
"""The prefix of a notification that the roles of a session's admin have changed."""

_AT = bindparam("at", type_=DateTime(timezone=True))
_FACTOR_REQUIRED_SINCE = select(StaffPolicy.second_factor_required_since).scalar_subquery()
_PAGE_ROLES = case(
    (and_(Admin.second_factor_since.is_(None), _FACTOR_REQUIRED_SINCE <= _AT), array([], type_=String)),
    else_=Admin.roles,
).label("roles")
"""The roles by which an admin's open pages receive events: none while they lack a second factor that everyone needs."""


def _is_live(at: datetime | ColumnElement[datetime]) -> list[ColumnElement[bool]]:
    idle_since = case(
        (Session.role == Role.ADMIN.value, at - Role.ADMIN.lifetime.idle),
        else_=at - Role.CUSTOMER.lifetime.idle,
    )
    return [
        Session.expires_at > at,
        Session.seen_at > idle_since,
        or_(Session.admin_id.is_(None), Admin.disabled_at.is_(None)),
    ]


LIVE_SESSIONS = (
    select(
        Session.id,
        Session.role,
        Session.token_hash,
        Session.seen_at,
        func.coalesce(Session.customer_id, Session.admin_id).label("person_id"),
        func.coalesce(Customer.name, Admin.name).label("name"),
        func.coalesce(Customer.email, Admin.email).label("email"),
        func.coalesce(Customer.phone, "").label("phone"),
        Admin.roles,
        Admin.second_factor_since,
        _FACTOR_REQUIRED_SINCE.label("required_since"),
        func.coalesce(Session.verified_at, Session.created_at).label("verified_at"),
        (func.current_setting("transaction_read_only") == "off").label("is_writable"),
    )
    .outerjoin(Customer, Customer.id == Session.customer_id)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.token_hash == any_(bindparam("hashes", type_=ARRAY(LargeBinary))), *_is_live(_AT))
    .where(Customer.deleted_at.is_(None))
)
"""Selects the live sessions among ``hashes`` at ``at``, each with its customer or admin.

It is built once, because every request needs it and building it takes longer than running it.
"""


LIVE_SESSION_OWNERS = (
    select(Session.id, Session.role, Session.token_hash, Session.customer_id, Session.admin_id, _PAGE_ROLES)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.token_hash == any_(bindparam("hashes", type_=ARRAY(LargeBinary))), *_is_live(_AT))
)
"""Selects the owners of the live sessions among ``hashes`` at ``at``, and the roles of an admin."""

LIVE_SESSION_ROLES = (
    select(Session.id, _PAGE_ROLES)
    .outerjoin(Admin, Admin.id == Session.admin_id)
    .where(Session.id == any_(bindparam("ids", type_=ARRAY(BigInteger))), *_is_live(_AT))
)
"""Selects the live sessions among ``ids`` at ``at``, with the roles of an admin."""

END_REASONS = """
    SELECT token_hash, reason FROM ended_session WHERE token_hash = ANY(%(hashes)s)
    UNION ALL
    SELECT token_hash, CASE
        WHEN session.expires_at <= %(at)s THEN 'expired'
        WHEN admin.disabled_at IS NOT NULL THEN 'by_shop'
        ELSE 'idle'
    END
    FROM session LEFT JOIN admin ON admin.id = session.admin_id WHERE token_hash = ANY(%(hashes)s)
"""
"""Selects token_hash and reason of the ended sessions among ``hashes``, as far as they are known."""


def end_sessions(*conditions: ColumnElement[bool], reason: EndReason) -> Select[int]:
    """Delete sessions, store the reason and return their ids, each for :func:`notify_session_ended`.

    The caller first removes the devices of a shopper's sessions, which would otherwise still get notifications.
    """
    ended = delete(Session).where(*conditions).returning(Session.id, Session.token_hash).cte("ended")
    reasons = insert(EndedSession).from_select(
        ["token_hash", "reason"], select(ended.c.token_hash, literal(reason.value))
    )
    return select(ended.c.id).add_cte(reasons.on_conflict_do_nothing().cte("reasons"))


def notify_roles_changed(admins: ColumnElement[bool]) -> Select[object]:
    """Notify every realtime process on commit, so that the sockets of these admins connect again with the new roles."""
    notice = func.pg_notify(ENDED_CHANNEL, func.concat(ROLES_CHANGED, Session.id))
    return select(notice).join(Admin, Admin.id == Session.admin_id).where(admins)


def notify_session_ended(session_id: int) -> Select[object]:
    """Notify every realtime process on commit, so that it closes the sockets of an ended session."""
    return select(func.pg_notify(ENDED_CHANNEL, str(session_id)))
