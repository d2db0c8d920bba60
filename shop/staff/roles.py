"""The roles of staff, and the events that each role receives.

The module :mod:`api.auth.policy_table` lists the calls of each role.
"""

from collections.abc import Iterable
from enum import StrEnum


class StaffRole(StrEnum):
    """A role of staff. A person has one or more; an owner may do everything."""

    OWNER = "owner"
    ORDERS = "orders"
    CATALOGUE = "catalogue"
    FINANCE = "finance"
    OPERATOR = "operator"
    VIEWER = "viewer"


Roles = frozenset[StaffRole]

NO_ROLE = Roles()
ANY_ROLE = Roles(StaffRole)
OWNERS = Roles({StaffRole.OWNER})

_NAMES = {role.value for role in StaffRole}
_READ_ORDERS = ANY_ROLE - {StaffRole.OPERATOR}
_READ_CATALOGUE = Roles({StaffRole.OWNER, StaffRole.ORDERS, StaffRole.CATALOGUE, StaffRole.VIEWER})
_OPERATE = Roles({StaffRole.OWNER, StaffRole.OPERATOR})
_READ_DOCUMENTS = Roles({StaffRole.OWNER, StaffRole.ORDERS, StaffRole.FINANCE, StaffRole.VIEWER})


def known_roles(names: Iterable[str] | None) -> Roles:
    """Return the roles of these names. Names that this version does not know are ignored."""
    return Roles(StaffRole(name) for name in names or () if name in _NAMES)


def in_order(roles: Iterable[str]) -> list[str]:
    """Return the names of roles in the order in which they are always named."""
    return [role.value for role in StaffRole if role in set(roles)]


_RECEIVERS = {
    "order": _READ_ORDERS,
    "payment": _READ_ORDERS,
    "return": _READ_ORDERS,
    "desk": _READ_ORDERS,
    "invoice": _READ_DOCUMENTS,
    "stock": _READ_CATALOGUE,
    "product_image": _READ_CATALOGUE,
    "product_import": _READ_CATALOGUE,
    "gold_rate": ANY_ROLE,
    "catalogue": ANY_ROLE,
    "policy": ANY_ROLE,
    "api_key": _OPERATE,
    "webhook": _OPERATE,
}


def receivers_of(event_type: str) -> Roles:
    """Return the roles whose pages receive an event of this type. Types that are not listed are for owners."""
    return _RECEIVERS.get(event_type.partition(".")[0], OWNERS)
