"""Limits of a product's fields, and checks that the fields do not contradict each other."""

import datetime as dt
from decimal import Decimal

from shop.errors import Conflict

MAX_CODE_LENGTH = 50
MAX_BIN_LENGTH = 20
MAX_NAME_LENGTH = 200
MAX_PROSE_LENGTH = 5000
MAX_RUPEES = 10**9
MAX_GRAMS = 100_000
MAX_MILLIMETRES = 1000
FIRST_PURCHASE = dt.date(1900, 1, 1)
"""The earliest purchase date. An earlier date has a mistyped year."""

MAX_SIZES = 40

MAX_STONE_KINDS = 20
MAX_STONE_KIND_LENGTH = 60
MAX_STONE_COUNT = 10_000
MAX_CARATS = 10_000

HALLMARKS = ("22K916", "24K995", "24K999")
"""The marks of the Bureau of Indian Standards for the purities of products: carats, and parts of gold in a thousand."""


class CodeTaken(Conflict):
    """Another row has this code, or one that differs by capitals only."""

    code = "code_taken"


class DiscountTooLarge(Conflict):
    """The discount is more than the making charge."""

    code = "discount_too_large"


class GrossWeightTooSmall(Conflict):
    """The gross weight is less than the weight of the gold and the stones."""

    code = "gross_weight_too_small"


class HallmarkDiffers(Conflict):
    """The hallmark is for another purity than that of the product."""

    code = "hallmark_differs"


def check_new_code(similar: str | None) -> None:
    """Check that no other code differs from a new one by capitals only. None passes.

    A scanner may change capitals.

    :raises CodeTaken: if there is such a code.
    """
    if similar is not None:
        raise CodeTaken(
            f"There is already one with the code {similar}. Codes must differ by more than capitals.",
            fields={"code": f"{similar} differs by capitals only."},
        )


def check_hallmark(hallmark: str | None, purity: str) -> None:
    """Check that a hallmark matches the purity of its product. None passes.

    :raises HallmarkDiffers: if it does not.
    """
    fitting = [mark for mark in HALLMARKS if mark.startswith(purity.upper())]
    if hallmark is not None and hallmark not in fitting:
        raise HallmarkDiffers(
            f"A product of {purity} cannot have the hallmark {hallmark}.",
            fields={"hallmark": f"The hallmark of {purity} is {' or '.join(fitting)}."},
        )


def check_discount(discount: Decimal, making_charge: Decimal) -> None:
    """Check that a discount is at most the making charge.

    :raises DiscountTooLarge: if it is more.
    """
    if discount > making_charge:
        raise DiscountTooLarge(
            "The discount cannot be more than the making charge.",
            fields={"discount": f"At most {making_charge:f}, the making charge."},
        )


def check_gross_weight(gross_weight: Decimal | None, least: Decimal) -> None:
    """Check that a gross weight is at least the weight of the gold and the stones. None passes.

    :raises GrossWeightTooSmall: if it is less.
    """
    if gross_weight is not None and gross_weight < least:
        raise GrossWeightTooSmall(
            "The gross weight cannot be less than the gold and the stones weigh together.",
            fields={"grossWeight": f"At least {least:f} gm, the gold and the stones."},
        )
