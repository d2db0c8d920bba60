"""The pages of the portal that each role sees."""

from shop.staff.roles import (
    ANY_ROLE,
    OPERATE,
    OWNERS,
    READ_CATALOGUE,
    READ_ORDERS,
    READ_REPORTS,
    WRITE_CATALOGUE,
    WRITE_ORDERS,
    Roles,
)

PAGES = {
    "dashboard": READ_ORDERS,
    "category": READ_CATALOGUE,
    "customer": READ_ORDERS,
    "cart": READ_ORDERS,
    "gold-rate": READ_CATALOGUE,
    "product": READ_CATALOGUE,
    "product/import": WRITE_CATALOGUE,
    "productImage": WRITE_CATALOGUE,
    "reviews": READ_CATALOGUE,
    "order-management": READ_ORDERS,
    "order": READ_ORDERS,
    "orders": READ_ORDERS,
    "customers": READ_ORDERS,
    "order-items": READ_ORDERS,
    "packing": WRITE_ORDERS,
    "returns": READ_ORDERS,
    "reports": READ_REPORTS,
    "vendor": READ_CATALOGUE,
    "policies": OWNERS,
    "integrations": OPERATE,
    "audit": OWNERS,
    "staff": OWNERS,
    "me": ANY_ROLE,
    "operations": OPERATE,
}
"""The pages of the portal, by their path below ``/admin/``, with the roles that see them."""


def pages_of(roles: Roles) -> list[str]:
    """Return the pages of the portal that staff of these roles see."""
    return [page for page, allowed in PAGES.items() if allowed & roles]
