"""The sizes of a product: their labels and dimensions, and the price figures of a product in one size.

The form of a label determines what it measures. ``12`` is an Indian ring size, ``2.6`` a bangle of two inches and six
sixteenths, ``18 in`` a chain. Sizes are stored as ``[{"label": "12", "diameter": 16.6, "length": None, "weight": 4.2,
"making_charge": None, "wastage_charge": None, "stock_quantity": 3, "is_default": True}, ...]``: the inner diameter in
mm of a ring or bangle, or the length in inches; the gold in grams; charges in rupees, None for those of the product;
pieces, None if they are not counted.

The product's own weight, charges and price are those of its default size.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pydantic.alias_generators import to_camel

from shop.catalogue.limits import MAX_SIZES
from shop.catalogue.stock import MAX_PIECES
from shop.errors import Invalid
from shop.text.csv_cells import NOTHING
from shop.text.json_numbers import plain_number

RINGS = range(6, 31)
SIXTEENTHS = range(2, 13)
INCHES = range(5, 61)
LABEL_PATTERN = r"^([0-9]{1,2}|2\.[0-9]{1,2}|[0-9]{1,2} in)$"
"""The shape of every label."""
_RING, _BANGLE, _LENGTH = re.compile(r"[1-9]\d?"), re.compile(r"2\.([1-9]\d?)"), re.compile(r"([1-9]\d?) in")
_MM_PER_INCH = 25.4
_CHARGES = ("making_charge", "wastage_charge")
NOT_A_SIZE = (
    f"is no size. Write {RINGS[0]} to {RINGS[-1]} for a ring, 2.{SIXTEENTHS[0]} to 2.{SIXTEENTHS[-1]} for a bangle,"
    f" or inches such as 18 in for a chain"
)


class InvalidSizes(ValueError):
    """A product cannot have these sizes. The message is shown to people."""


class SizeNeeded(Invalid):
    """A product has sizes, but the request names none. ``data`` lists the sizes."""

    code = "size_needed"


class PartlyCounted(Invalid):
    """The pieces of some sizes are to be counted, and those of others not."""

    code = "partly_counted"


@dataclass(frozen=True)
class Measure:
    """The measure of a label: the inner diameter in mm of a ring or bangle, or the length of a chain in inches."""

    kind: str
    diameter: float | None = None
    length: int | None = None

    @property
    def rank(self) -> float:
        """The key by which the sizes of a kind are sorted."""
        return self.diameter or self.length or 0


def measure_of(label: str) -> Measure:
    """Return the measure of a label.

    An Indian ring size is the inner circumference in mm minus 40. :raises InvalidSizes: if it is not a size.
    """
    if _RING.fullmatch(label) and int(label) in RINGS:
        return Measure("ring", diameter=round((40 + int(label)) / math.pi, 1))
    if (bangle := _BANGLE.fullmatch(label)) and int(bangle[1]) in SIXTEENTHS:
        return Measure("bangle", diameter=round((2 + int(bangle[1]) / 16) * _MM_PER_INCH, 1))
    if (chain := _LENGTH.fullmatch(label)) and int(chain[1]) in INCHES:
        return Measure("chain", length=int(chain[1]))
    raise InvalidSizes(f"“{label}” {NOT_A_SIZE}.")


def size_order(label: str) -> tuple[str, float]:
    """Return the sort key of a label: grouped by rings, bangles and chains, the smallest first in each group."""
    measure = measure_of(label)
    return measure.kind, measure.rank


def size_text(label: str) -> str:
    """Return a label as texts have it: ``size 12``, ``18 inches`` of a chain."""
    return f"{label.removesuffix(' in')} inches" if label.endswith(" in") else f"size {label}"


def title_of(name: str, size: str | None) -> str:
    """Return the name of a product with its size, if it has one: ``Lotus Ring, size 12``."""
    return f"{name}, {size_text(size)}" if size else name


def check_sizes(given: Sequence[Mapping[str, Any]]) -> None:
    """Check that one product can have all of these sizes. :raises InvalidSizes: if it cannot."""
    if len(given) > MAX_SIZES:
        raise InvalidSizes(f"A product can have {MAX_SIZES} sizes at most.")
    labels = [size["label"] for size in given]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice:
        raise InvalidSizes(f"The size {twice} is there twice.")
    if len({measure_of(label).kind for label in labels}) > 1:
        raise InvalidSizes("The sizes of a product must be all of rings, all of bangles or all of chains.")
    if sum(bool(size.get("is_default")) for size in given) > 1:
        raise InvalidSizes("Only one size can be the default.")
    if sum(size.get("stock_quantity") or 0 for size in given) > MAX_PIECES:
        raise InvalidSizes(f"All sizes together can have {MAX_PIECES} pieces at most.")


def stored_sizes(given: Sequence[Mapping[str, Any]], present: Sequence[Mapping[str, Any]] = ()) -> list[dict[str, Any]]:
    """Return sizes in the form of the database, the smallest first.

    The first one is the default unless another is marked. The pieces of all sizes are counted or of none: if some are
    counted, a size without a count gets 0 pieces.

    :param present: the current sizes of the product. A size without ``stock_quantity`` keeps its count.
    :raises InvalidSizes: if a product cannot have them.
    :raises PartlyCounted: if a ``stock_quantity`` of None is beside a count.
    """
    check_sizes(given)
    counts = {size["label"]: size["stock_quantity"] for size in present}
    default = next((size["label"] for size in given if size.get("is_default")), given[0]["label"] if given else None)
    stored = [
        _stored(size, size.get("stock_quantity", counts.get(size["label"])), is_default=size["label"] == default)
        for size in sorted(given, key=lambda size: measure_of(size["label"]).rank)
    ]
    if any(size["stock_quantity"] is not None for size in stored):
        if any(size.get("stock_quantity", 0) is None for size in given):
            sentence = "Give the pieces of all sizes, or of none."
            raise PartlyCounted(sentence, fields={"sizes": sentence})
        for size in stored:
            size["stock_quantity"] = size["stock_quantity"] or 0
    return stored


def _stored(size: Mapping[str, Any], count: Any, *, is_default: bool) -> dict[str, Any]:
    measure = measure_of(size["label"])
    return {
        "label": size["label"],
        "diameter": measure.diameter,
        "length": measure.length,
        "weight": _number(size["weight"]),
        "making_charge": _number(size.get("making_charge")),
        "wastage_charge": _number(size.get("wastage_charge")),
        "stock_quantity": None if count is None else int(count),
        "is_default": is_default,
    }


def _number(value: Any) -> int | float | None:
    return None if value is None else plain_number(Decimal(str(value)))


def default_of(sizes: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Return the default of stored sizes, None if there are none."""
    return next((size for size in sizes if size["is_default"]), None)


def counts_of(product: Any) -> dict[str | None, int]:
    """Return the counted pieces by the size's label; for a product without sizes, its own count under None."""
    by_size = {size["label"]: size["stock_quantity"] for size in product.sizes or ()}
    found = by_size if product.sizes else {None: product.stock_quantity}
    return {label: count for label, count in found.items() if count is not None}


def with_count(sizes: Iterable[Mapping[str, Any]], label: str, count: int) -> list[dict[str, Any]]:
    """Return the stored sizes with a new count for one of them."""
    return [dict(size) | ({"stock_quantity": count} if size["label"] == label else {}) for size in sizes]


def follow_sizes(product: Any) -> None:
    """Set the fields of a product that follow from its sizes: weight, charges and number of pieces."""
    default = default_of(product.sizes or ())
    if default is None:
        return
    product.weight = Decimal(str(default["weight"]))
    for name in _CHARGES:
        _move_charge(product, name, {})
    counts = counts_of(product)
    product.stock_quantity = sum(counts.values()) if counts else None


def set_fields(product: Any, given: Mapping[str, Any]) -> None:
    """Set fields of a product and all that follows from them.

    If the sizes change the weight, an omitted gross weight changes by the same amount, because only the gold differs
    between sizes.
    """
    weight, present = product.weight, {size["label"]: size for size in product.sizes or ()}
    for name, value in given.items():
        setattr(product, name, value)
    for name in _CHARGES:
        if name not in given:
            _move_charge(product, name, present)
    default = default_of(product.sizes or ())
    if default and weight is not None and product.gross_weight is not None and "gross_weight" not in given:
        product.gross_weight += Decimal(str(default["weight"])) - weight
    product.normalize()


def _move_charge(product: Any, name: str, present: Mapping[str, Mapping[str, Any]]) -> None:
    """Make a charge of the default size the product's. The other sizes without one of their own keep what they had.

    That is the product's former charge. If the charge is the product's already, the request may repeat an earlier one,
    which gave them charges of their own. They are in ``present``, the sizes before the request by label.
    """
    default = default_of(product.sizes or ())
    if default is None or default[name] is None:
        return
    own, former = default[name], _number(getattr(product, name))
    if own == former:
        others = {label: size[name] for label, size in present.items()}
    else:
        others = dict.fromkeys((size["label"] for size in product.sizes), former)
        setattr(product, name, Decimal(str(own)))
    sizes = [size if size[name] is not None else {**size, name: others.get(size["label"])} for size in product.sizes]
    product.sizes = [{**size, name: None} if size["is_default"] else size for size in sizes]


def least_making_charge(product: Any) -> Decimal:
    """Return the least making charge of a product's sizes, in rupees."""
    own = (size["making_charge"] for size in product.sizes or ())
    charges: list[Decimal] = [product.making_charge, *(Decimal(str(each)) for each in own if each is not None)]
    return min(charges)


def public_sizes(sizes: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return stored sizes without their numbers of pieces, as catalogue events contain them."""
    return [{to_camel(name): value for name, value in size.items() if name != "stock_quantity"} for size in sizes]


@dataclass(frozen=True)
class InSize:
    """The price figures and the stock of a product in one of its sizes. ``label`` is None without a size."""

    label: str | None
    weight: Decimal
    gross_weight: Decimal | None
    making_charge: Decimal
    wastage_charge: Decimal
    discount: Decimal
    stone_charge: Decimal
    stock_quantity: int | None
    stock_availability: str

    @classmethod
    def of(cls, product: Any, label: str | None = None) -> "InSize":
        """Return the figures of a product, or of a row with its columns, in a size.

        If ``label`` is None, they are the product's own. If the product has no such size, they are also the product's
        own, but out of stock.
        """
        size = next((size for size in product.sizes if size["label"] == label), None)
        is_gone = label is not None and size is None
        if size is None:
            return cls(
                label=label,
                weight=product.weight,
                gross_weight=product.gross_weight,
                making_charge=product.making_charge,
                wastage_charge=product.wastage_charge,
                discount=product.discount,
                stone_charge=product.stone_charge,
                stock_quantity=0 if is_gone else product.stock_quantity,
                stock_availability="no" if is_gone else product.stock_availability,
            )
        weight = Decimal(str(size["weight"]))
        return cls(
            label=label,
            weight=weight,
            # stones and discount are the same in each size
            gross_weight=None if product.gross_weight is None else product.gross_weight - product.weight + weight,
            making_charge=_charge(size["making_charge"], product.making_charge),
            wastage_charge=_charge(size["wastage_charge"], product.wastage_charge),
            discount=product.discount,
            stone_charge=product.stone_charge,
            stock_quantity=size["stock_quantity"],
            stock_availability="no" if size["stock_quantity"] == 0 else product.stock_availability,
        )


def _charge(own: Any, of_product: Decimal) -> Decimal:
    return of_product if own is None else Decimal(str(own))


def sizes_text(sizes: Iterable[Mapping[str, Any]]) -> str:
    """Return sizes as a cell of a CSV file has them: ``12 | 4.2 | | | 3; 14* | 4.5 | 1900 | 250 | 0``."""
    cells = []
    for size in sizes:
        values = (size[name] for name in ("weight", *_CHARGES, "stock_quantity"))
        figures = ("" if value is None else str(value) for value in values)
        cells.append(" | ".join([size["label"] + "*" * size["is_default"], *figures]))
    return "; ".join(cells) or NOTHING
