"""The roles of staff, the groups of roles with a permission, and the table of permissions for owners.

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
READ_ORDERS = ANY_ROLE - {StaffRole.OPERATOR}
WRITE_ORDERS = OWNERS | {StaffRole.ORDERS}
EXPORT_ORDERS = OWNERS | {StaffRole.ORDERS, StaffRole.FINANCE}
READ_DOCUMENTS = OWNERS | {StaffRole.ORDERS, StaffRole.FINANCE, StaffRole.VIEWER}
DECIDE_CLAIMS = OWNERS | {StaffRole.ORDERS, StaffRole.FINANCE}
REFUND = OWNERS | {StaffRole.FINANCE}
READ_REPORTS = OWNERS | {StaffRole.FINANCE, StaffRole.VIEWER}
EXPORT_REPORTS = OWNERS | {StaffRole.FINANCE}
READ_CATALOGUE = OWNERS | {StaffRole.ORDERS, StaffRole.CATALOGUE, StaffRole.VIEWER}
WRITE_CATALOGUE = OWNERS | {StaffRole.CATALOGUE}
OPERATE = OWNERS | {StaffRole.OPERATOR}
READ_LISTS = READ_ORDERS | READ_CATALOGUE
SHARE_VIEWS = READ_LISTS - {StaffRole.VIEWER}
READ_NOTICES = OWNERS | {StaffRole.FINANCE, StaffRole.OPERATOR}

ACCESS_SUMMARY = (
    ("Orders, returns, customers", READ_ORDERS, WRITE_ORDERS),
    ("Confirm and reject claims", DECIDE_CLAIMS, DECIDE_CLAIMS),
    ("Refunds", REFUND, REFUND),
    ("Payment notices", READ_NOTICES, READ_NOTICES),
    ("Products, categories, vendors, rates, reviews", READ_CATALOGUE, WRITE_CATALOGUE),
    ("Reports", READ_REPORTS, EXPORT_REPORTS),
    ("Invoices", READ_DOCUMENTS, NO_ROLE),
    ("Operations, dead letters, webhooks", OPERATE, OPERATE),
    ("Keys", OPERATE, OWNERS),
    ("Staff, audit, policies", OWNERS, OWNERS),
)
"""The access that the page Staff shows: for each subject, the roles that read it and the roles that change it.

Reports are changed by nobody; who may export them is named instead.
"""

_NAMES = {role.value for role in StaffRole}


def known_roles(names: Iterable[str] | None) -> Roles:
    """Return the roles of these names. Names that this version does not know are ignored."""
    return Roles(StaffRole(name) for name in names or () if name in _NAMES)


def in_order(roles: Iterable[str]) -> list[str]:
    """Return the names of roles in their fixed order."""
    return [role.value for role in StaffRole if role in set(roles)]
