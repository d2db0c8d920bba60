"""The events that the open pages of each role of staff receive."""

from shop.staff.roles import ANY_ROLE, OPERATE, OWNERS, READ_CATALOGUE, READ_DOCUMENTS, READ_ORDERS, Roles

_RECEIVERS = {
    "order": READ_ORDERS,
    "payment": READ_ORDERS,
    "return": READ_ORDERS,
    "desk": READ_ORDERS,
    "customer": READ_ORDERS,
    "invoice": READ_DOCUMENTS,
    "stock": READ_CATALOGUE,
    "product_image": READ_CATALOGUE,
    "product_import": READ_CATALOGUE,
    "gold_rate": ANY_ROLE,
    "catalogue": ANY_ROLE,
    "policy": ANY_ROLE,
    "api_key": OPERATE,
    "webhook": OPERATE,
}


def receivers_of(event_type: str) -> Roles:
    """Return the roles whose pages receive an event of this type. Types that are not listed are for owners.

    An event for everyone reaches all pages; these roles receive its data for staff.
    """
    return _RECEIVERS.get(event_type.partition(".")[0], OWNERS)
