"""Authorize a request by the policy table, by its caller and the owner of the rows."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.api_keys import identify_key, sent_key
from api.auth.identity import (
    Caller,
    Person,
    check_xsrf,
    end_reasons,
    identify,
    is_person_activity,
    mark_seen,
    page_role,
)
from api.auth.operation import Access, Operation
from api.auth.policy_table import NEEDS_STEP_UP, WITHOUT_SECOND_FACTOR, operation_named, operation_of
from api.auth.step_up import check_fresh
from api.db.session import name_actor
from shop.audit.context import Actor, set_actor
from shop.db.pool import Pool
from shop.errors import Forbidden, NotFound, Unauthenticated
from shop.sessions.model import Role
from shop.staff.roles import Roles, StaffRole

_SHOPPERS_ONLY = "This is for shoppers only."


class RoleRequired(Forbidden):
    """The roles of this member of staff do not allow the call."""

    code = "role"

    def __init__(self, allowed: Roles) -> None:
        names = [role.value for role in StaffRole if role in allowed]
        super().__init__(f"Your roles do not allow this. It is for: {', '.join(names)}.")


class SecondFactorRequired(Forbidden):
    """Everyone needs a second factor, and this member of staff has none yet."""

    code = "second_factor_required"

    def __init__(self) -> None:
        sentence = "Please set up your second factor first."
        super().__init__(sentence, fields={"secondFactor": sentence})


@dataclass(frozen=True)
class Grant:
    """An allowed call and its caller. ``page`` is the role whose page sends it, None if the request does not name it.

    ``caller`` does not include an admin whose roles do not allow a call that is also open to others.
    """

    operation: Operation
    caller: Caller
    page: Role | None = None

    @property
    def access(self) -> Access:
        """The people who may make this call."""
        return self.operation.access

    @property
    def actor(self) -> Actor | None:
        """The admin whom the audit names for this call, unless :meth:`actor_for` names another."""
        return self._acting_staff if self.operation.is_audited else None

    @property
    def staff(self) -> Actor:
        """The calling admin or other system, as named in history and audit.

        :raises Forbidden: if the caller is neither.
        """
        if self._acting_staff is None:
            raise Forbidden("Only staff may do that.")
        return self._acting_staff

    @property
    def _acting_staff(self) -> Actor | None:
        if self.caller.key is not None:
            return self.caller.key.actor
        admin = self.caller.admin
        return Actor(admin.name, admin.id) if admin else None

    def actor_for(self, customer_id: int) -> Actor | None:
        """Return the admin whom the audit names for a change of this customer; None if the customer makes it.

        A customer and an admin may be signed in in one browser. An order or an edit of that customer's account is then
        attributed to the customer, unless a page of the portal sends it. A change of any other customer is attributed
        to the admin.
        """
        return None if self.is_by_customer(customer_id) else self.actor

    def is_by_customer(self, customer_id: int) -> bool:
        """Whether the customer who owns the row makes this call, by the rule of :meth:`actor_for`."""
        is_own = self.caller.customer is not None and self.caller.customer.id == customer_id
        return is_own and self.page is not Role.ADMIN and self.access is not Access.ADMIN

    async def set_actor_for(self, database: AsyncSession, customer_id: int) -> None:
        """Set the audit's actor for all further changes of this database session to :meth:`actor_for` the customer."""
        await database.run_sync(set_actor, self.actor_for(customer_id))

    @property
    def admin(self) -> Person:
        """The calling admin.

        :raises Forbidden: if the caller is no admin.
        """
        if self.caller.admin is None:
            raise Forbidden("Only staff may do that.")
        return self.caller.admin

    def may(self, name: str) -> bool:
        """Whether the calling admin or other system may make the call of this name too."""
        operation, caller = operation_named(name), self.caller
        if caller.key is not None:
            return bool(operation.scopes & caller.key.scopes)
        return caller.admin is not None and bool(operation.staff & caller.admin.roles)

    def check_admin(self) -> None:
        """Require an admin for some uses of a call that is open to others.

        :raises Forbidden: if the caller is no admin.
        """
        _ = self.admin

    @property
    def customer(self) -> Person:
        """The calling customer.

        :raises Forbidden: if the caller is no customer.
        """
        if self.caller.customer is None:
            raise Forbidden(_SHOPPERS_ONLY)
        return self.caller.customer

    def check_owner(self, customer_id: int, missing: str = "Customer not found") -> None:
        """Refuse a customer's access to another customer's row, with the error of a row that does not exist.

        An admin has access to every customer's rows if the operation is open to admins.

        :raises NotFound: with the sentence ``missing``.
        """
        own = self.caller.customer is not None and self.caller.customer.id == customer_id
        as_admin = self._acting_staff is not None and self.access is not Access.CUSTOMER
        if not own and not as_admin:
            raise NotFound(missing)


async def authorize(request: Request) -> Grant:
    """Authorize a call by the policy table, and set the audit's actor for the request's database session.

    This runs before everything else of the call, so a refused caller reads and writes nothing. A call that writes
    through the pool instead of the session sets the audit's actor itself.

    :raises Unauthenticated, Forbidden: if the caller may not make this call, or nobody may.
    """
    pool: Pool = request.app.state.pool  # a separate dependency would be resolved again for each user of this one
    operation = operation_of(request.method, request.scope["route"].path)
    key = sent_key(request)
    if key is not None:
        return await _authorize_key(request, pool, operation, key)
    caller = await identify(request, pool)
    request.state.caller = caller
    if operation is None:
        raise Forbidden("This call is not open to anyone.")
    page = page_role(request)
    try:
        allowed = _narrow(operation, caller, page)
    except (Unauthenticated, Forbidden) as refusal:
        # The sign-in page shows why a session ended.
        ended = await end_reasons(request, pool, caller)
        refusal.data = {"ended": ended} if ended else None
        raise
    if operation.needs_xsrf_token and caller.people:
        check_xsrf(request, caller)
    if is_person_activity(request):
        await mark_seen(pool, caller, {page} if page else operation.possible_roles)
    if allowed.admin and operation.name in NEEDS_STEP_UP:
        check_fresh(allowed.admin)
    granted = Grant(operation, allowed, page)
    await name_actor(request, granted.actor)
    return granted


def _narrow(operation: Operation, caller: Caller, page: Role | None) -> Caller:
    """Return the people among the callers who may make this call.

    :raises Unauthenticated: if nobody is signed in.
    :raises Forbidden: if none of them may, or a page of the portal sends a call that the admin may not make.
    """
    allowed = caller
    if caller.admin and not operation.staff & caller.admin.roles:
        if operation.access is Access.ADMIN or (operation.is_for_staff and page is Role.ADMIN):
            raise RoleRequired(operation.staff)
        allowed = caller.without_admin()
        if operation.access is Access.CUSTOMER_OR_ADMIN and not allowed.people:
            raise RoleRequired(operation.staff)
        if operation.access is Access.CUSTOMER and not allowed.people:
            raise Forbidden(_SHOPPERS_ONLY)
    _check_access(operation.access, allowed)
    if allowed.admin and allowed.admin.lacks_second_factor and operation.name not in WITHOUT_SECOND_FACTOR:
        if _is_by_staff(operation, allowed, page):
            raise SecondFactorRequired
        return allowed.without_admin()
    return allowed


def _is_by_staff(operation: Operation, caller: Caller, page: Role | None) -> bool:
    """Whether an admin makes this call as staff, so that it is refused instead of answered without the admin."""
    if operation.access is Access.ANYONE:
        return operation.is_for_staff and page is Role.ADMIN
    return operation.access is Access.ADMIN or page is Role.ADMIN or caller.customer is None


async def _authorize_key(request: Request, pool: Pool, operation: Operation | None, key: str) -> Grant:
    """Authorize a call of another system. Cookies of the request are ignored, so it needs no XSRF token either.

    :raises Unauthenticated, Forbidden, TooMany: if the key is not valid, its scopes do not permit the call, or it has
        made too many calls.
    """
    holder = await identify_key(request, pool, key)
    request.state.caller = Caller(key=holder)
    if operation is None or not operation.scopes:
        raise Forbidden("No API key may make this call.")
    if not operation.scopes & holder.scopes:
        raise Forbidden(f"This needs a key with the scope {' or '.join(sorted(operation.scopes))}.")
    granted = Grant(operation, request.state.caller)
    await name_actor(request, granted.actor)
    return granted


def _check_access(access: Access, caller: Caller) -> None:
    allowed = {
        Access.ANYONE: True,
        Access.CUSTOMER: caller.customer is not None,
        Access.CUSTOMER_OR_ADMIN: bool(caller.people),
        Access.ADMIN: caller.admin is not None,
    }[access]
    if allowed:
        return
    if not caller.people:
        raise Unauthenticated("Please sign in first.")
    raise Forbidden("Only staff may do that." if access is Access.ADMIN else _SHOPPERS_ONLY)


Granted = Annotated[Grant, Depends(authorize)]
