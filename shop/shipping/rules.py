"""The rules of courier and tracking number."""

import re

from shop.errors import Conflict
from shop.orders.model import OrderItem, Status

NUMBER_PATTERN = r"^\s*[A-Za-z0-9](?:[A-Za-z0-9 /-]{2,38}[A-Za-z0-9])?\s*$"
"""The form of a tracking number as people and scanners enter it."""
NO_NUMBER = "must have 4 to 40 letters and digits, such as 7741 0926 3358"
_NUMBER = re.compile(r"[A-Z0-9](?:[A-Z0-9/-]{2,38}[A-Z0-9])")
WITH_COURIER = {Status.PACKED, Status.SHIPPED, Status.DELIVERED}


class StaleShipment(Conflict):
    """Courier and number of the line were changed after this admin read them."""

    code = "stale_version"


class NotShipped(Conflict):
    """The line has not been shipped."""

    code = "not_shipped"


def read_number(text: str) -> str | None:
    """Normalize a tracking number for storage: capitals without blanks. None if it is not valid."""
    number = re.sub(r"\s", "", text).upper()
    return number if _NUMBER.fullmatch(number) else None


def check_change(item: OrderItem, *, seen_version: int) -> None:
    """Check that a line, which the caller has locked, may get another courier and tracking number.

    :param seen_version: the version of both that the admin saw.
    :raises NotShipped, StaleShipment: if it may not.
    """
    if item.status not in WITH_COURIER:
        raise NotShipped(f"This item is {item.status_word}, so no courier has it.")
    if item.shipment_version != seen_version:
        present = f"{item.courier} {item.tracking_number}" if item.courier else "no courier"
        raise StaleShipment(f"The courier of this item was changed meanwhile; now it has {present}. Look at it again.")
