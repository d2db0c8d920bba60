"""Check whether the caller of an open request may still read the event feed."""

from api.auth.api_keys import is_live
from api.auth.policy import Grant, RoleRequired
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.errors import Unauthenticated
from shop.sessions import queries
from shop.staff.roles import known_roles

_LIVE = Query.of(queries.LIVE_SESSION_ROLES)


async def check_caller(pool: Pool, grant: Grant) -> None:
    """Check the API key, or the session and roles of the admin. Open requests check this repeatedly.

    :raises Unauthenticated: if the key or the session has ended.
    :raises RoleRequired: if the admin's roles do not allow the call any more.
    """
    key = grant.caller.key
    if key is not None:
        if not await is_live(pool, key):
            raise Unauthenticated("This API key was revoked.")
        return
    [found] = await pool.fetch_batched(_LIVE(ids=[grant.admin.session_id], at=now()))
    if not found:
        raise Unauthenticated("This session has ended. Sign in again.")
    if not known_roles(found[0].roles) & grant.operation.staff:
        raise RoleRequired(grant.operation.staff)
