"""The rules of HUIDs. A HUID has six letters and digits; the Bureau of Indian Standards assigns one to each piece."""

import re
from collections.abc import Sequence

from shop.errors import Conflict
from shop.orders.model import OrderItem, Status

PATTERN = r"^\s*[A-Za-z0-9]{6}\s*$"
"""The form of a HUID as people and scanners enter it. It is stored in capitals."""
NO_HUID = "must have six letters and digits, such as AB12C7"
_HUID = re.compile(r"[A-Z0-9]{6}")


class StaleHuids(Conflict):
    """The HUIDs of the line were changed after this admin read them."""

    code = "stale_version"


class HuidsFixed(Conflict):
    """The line is cancelled or delivered, so its HUIDs cannot change."""

    code = "huids_fixed"


class TooManyHuids(Conflict):
    """The line has fewer pieces than HUIDs were given."""

    code = "too_many_huids"


class HuidUsed(Conflict):
    """A HUID belongs to a piece of another line. ``data`` names its order."""

    code = "huid_used"


def read(text: str) -> str | None:
    """Return a HUID in capitals; None if the text is not a HUID."""
    huid = text.strip().upper()
    return huid if _HUID.fullmatch(huid) else None


def check_change(item: OrderItem, huids: Sequence[str], *, seen_version: int) -> None:
    """Check that a line, which the caller has locked, may get these HUIDs instead of its current ones.

    :param seen_version: the version of the HUIDs that the admin saw.
    :raises HuidsFixed, StaleHuids, TooManyHuids: if it may not.
    """
    if item.status in {Status.CANCELLED, Status.DELIVERED}:
        raise HuidsFixed(f"This item was {item.status_word}, so its HUIDs stay.")
    if item.huids_version != seen_version:
        present = " and ".join(item.huids) or "none"
        raise StaleHuids(f"The HUIDs of this item were changed meanwhile; now it has {present}. Look at it again.")
    if len(huids) > item.quantity:
        pieces = f"{item.quantity} piece{'s' if item.quantity > 1 else ''}"
        raise TooManyHuids(
            f"This item has {pieces}, and not {len(huids)}.", fields={"huids": f"At most {item.quantity}."}
        )


def is_free_again(item: OrderItem, huid: str, *, received: int, sold_again: int) -> bool:
    """Whether a piece of this line may be sold with another one.

    :param received: how many pieces of the line were returned.
    :param sold_again: how many of those were sold again, with their HUIDs.
    """
    return huid not in item.huids or item.status == Status.CANCELLED or sold_again < received


def used(huid: str, item: OrderItem) -> HuidUsed:
    """Return the error for a HUID that belongs to another line."""
    sentence = f"{huid} is in order {item.order_id} already, with {item.product_name}."
    return HuidUsed(
        sentence,
        fields={"huids": sentence},
        data={"huid": huid, "orderId": item.order_id, "itemId": item.id},
    )
