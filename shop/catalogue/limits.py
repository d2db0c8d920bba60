"""Limits of a product's fields, and refusals of fields that contradict each other."""

from shop.errors import Conflict

MAX_CODE_LENGTH = 50
MAX_BIN_LENGTH = 20
MAX_NAME_LENGTH = 200
MAX_PROSE_LENGTH = 5000
MAX_RUPEES = 10**9
MAX_GRAMS = 100_000

MAX_SIZES = 40

MAX_STONE_KINDS = 20
MAX_STONE_KIND_LENGTH = 60
MAX_STONE_COUNT = 10_000
MAX_CARATS = 10_000

HALLMARKS = ("9K375", "14K585", "18K750", "20K833", "22K916", "23K958", "24K995", "24K999")
"""The marks of the Bureau of Indian Standards: the carats, and the parts of gold in a thousand."""


class DiscountTooLarge(Conflict):
    """The discount is more than the making charge."""

    code = "discount_too_large"


class GrossWeightTooSmall(Conflict):
    """The gross weight is less than that of the gold and the stones."""

    code = "gross_weight_too_small"


class HallmarkDiffers(Conflict):
    """The hallmark says another purity than the product has."""

    code = "hallmark_differs"


def check_hallmark(hallmark: str | None, purity: str) -> None:
    """Check that a hallmark says the purity of its product; None is no hallmark.

    :raises HallmarkDiffers: if it says another.
    """
    fitting = [mark for mark in HALLMARKS if mark.startswith(purity.upper())]
    if hallmark is not None and hallmark not in fitting:
        raise HallmarkDiffers(
            f"A product of {purity} cannot have the hallmark {hallmark}.",
            fields={"hallmark": f"The hallmark of {purity} is {' or '.join(fitting)}."},
        )
