"""One call of the API in the policy table: who may make it, and whether it needs an XSRF token."""

from dataclasses import dataclass
from enum import Enum

from api.auth.key_scopes import REACHED_BY
from shop.api_keys.model import Scope
from shop.sessions.model import Role
from shop.staff.roles import OWNERS, Roles

_HAS_OWN_HISTORY = {
    *("change_order_status", "undo_order_status", "cancel_order"),
    *("confirm_payment", "reject_payment", "refund_payment", "retry_refund", "send_refund_by_hand"),
}
"""Calls that are recorded in ``status_change`` and ``payment_entry`` instead. So the most frequent call is not recorded
twice."""

_ALSO_BY_STAFF = {"sign_up"}
"""Calls open to anyone that are audited when an admin makes them. An admin adds a customer by ``sign_up``."""


class Access(Enum):
    """The people who may make a call. A customer may access only their own rows, an admin all rows."""

    ANYONE = "anyone"
    CUSTOMER = "customer"
    CUSTOMER_OR_ADMIN = "customer_or_admin"
    ADMIN = "admin"


@dataclass(frozen=True)
class Operation:
    """One call of the API.

    ``staff`` has the roles of staff that may make it. If a call is open to customers or anyone, staff without these
    roles have the same access as customers or anyone. ``xsrf`` is false for an unsafe call that needs no XSRF token.
    """

    name: str
    method: str
    path: str
    access: Access
    staff: Roles = OWNERS
    xsrf: bool = True

    @property
    def is_audited(self) -> bool:
        """Whether a change by this call is audited under the name of the admin who makes it."""
        return self.method != "GET" and self.name not in _HAS_OWN_HISTORY and self.is_for_staff

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes of API keys that permit this call. A key with none of them may not make it."""
        return frozenset(scope for scope, names in REACHED_BY.items() if self.name in names)

    @property
    def possible_roles(self) -> set[Role]:
        """The roles that may make this call, for a request that does not name the role of its page."""
        return {Access.ADMIN: {Role.ADMIN}, Access.CUSTOMER: {Role.CUSTOMER}}.get(self.access, set(Role))

    @property
    def is_for_staff(self) -> bool:
        """Whether staff may make this call as staff."""
        return self.access in {Access.ADMIN, Access.CUSTOMER_OR_ADMIN} or self.name in _ALSO_BY_STAFF

    @property
    def needs_xsrf_token(self) -> bool:
        """Whether a signed-in browser has to send its XSRF token."""
        return self.xsrf and self.method != "GET"
