"""The pages of the portal that each role sees."""

from shop.staff.roles import (
    ANY_ROLE,
    DECIDE_CLAIMS,
    EXPORT_REPORTS,
    OPERATE,
    OWNERS,
    READ_CATALOGUE,
    READ_ORDERS,
    READ_REPORTS,
    REFUND,
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


SUMMARY = (
    ("Orders, returns, customers", READ_ORDERS, WRITE_ORDERS),
    ("Confirm and reject claims", DECIDE_CLAIMS, DECIDE_CLAIMS),
    ("Refunds", REFUND, REFUND),
    ("Products, categories, vendors, rates, reviews", READ_CATALOGUE, WRITE_CATALOGUE),
    ("Reports, invoices", READ_REPORTS, EXPORT_REPORTS),
    ("Operations, dead letters, webhooks", OPERATE, OPERATE),
    ("Keys, staff, audit", OWNERS, OWNERS),
)
"""The access that the page Staff shows: for each subject, the roles that read it and the roles that change it."""


def pages_of(roles: Roles) -> list[str]:
    """Return the pages of the portal that staff of these roles see."""
    return [page for page, allowed in PAGES.items() if allowed & roles]
