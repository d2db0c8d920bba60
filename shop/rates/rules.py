"""Rules of gold rates."""

from decimal import Decimal

from shop.errors import Conflict

CONFIRM_ABOVE = Decimal("0.05")
"""A rate that differs from the previous one by more than this part of it has to be confirmed."""


class RatesSwapped(Conflict):
    """The 22-carat rate would be higher than the 24-carat rate."""

    code = "rates_swapped"


def check_not_swapped(r22k: Decimal, r24k: Decimal) -> None:
    """Refuse rates that were probably swapped between the two fields.

    :raises RatesSwapped: if 22 carat costs more than 24 carat. It names both fields.
    """
    if r22k > r24k:
        raise RatesSwapped(
            "The 22k rate is above the 24k rate. Are they in each other's place?",
            fields={
                "r22kRate": f"At most {r24k:f}, the 24k rate.",
                "r24kRate": f"At least {r22k:f}, the 22k rate.",
            },
        )


def relative_change(old: Decimal, new: Decimal) -> Decimal:
    """Return the change as a part of the old rate: -0.05 is five percent down."""
    return (new - old) / old if old else Decimal(1)
