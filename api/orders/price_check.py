"""Price the lines of an order, and refuse figures of the client that differ. Amounts are rupees, weights grams."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, Self

from api.orders.schemas import OrderIn, OrderItemIn
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.sizes import SizeNeeded
from shop.errors import Conflict
from shop.orders.draft import DraftLine

_PAISA = Decimal("0.01")


class PricesChanged(Conflict):
    """The client's prices differ from the current ones. ``data`` has the old and the new figures."""

    code = "prices_changed"


class Unavailable(Conflict):
    """A product of the order does not exist, is inactive or is out of stock. ``data`` names each."""

    code = "unavailable"


class OrderedItem(Protocol):
    """A product in a size or without one, and the ordered quantity."""

    @property
    def product_id(self) -> int: ...

    @property
    def size(self) -> str | None: ...

    @property
    def model_fields_set(self) -> set[str]: ...

    @property
    def product_quantity(self) -> int: ...


def quantities_of(items: Sequence[OrderedItem]) -> dict[str, int]:
    """Return how many pieces of each product and size these items are, as a hold stores them."""
    return {" ".join([str(item.product_id), *filter(None, [item.size])]): item.product_quantity for item in items}


def check_named_once(items: Sequence[OrderedItem]) -> None:
    """Check that no product is named twice in the same size.

    :raises Conflict: if one is.
    """
    if len(quantities_of(items)) != len(items):
        raise Conflict("A product stands twice in the order.", fields={"items": "Name each product once."})


def check_sizes(items: Sequence[OrderedItem], products: Sequence[Any]) -> None:
    """Check that a client that supports sizes names one for each product that comes in sizes.

    :raises SizeNeeded: if it does not.
    """
    if not any("size" in item.model_fields_set for item in items):
        return
    bare = [row for item, row in zip(items, products, strict=True) if item.size is None and row.sizes]
    if bare:
        lists = {row.id: [size["label"] for size in row.sizes] for row in bare}
        sentence = "Please choose a size: " + "; ".join(
            f"{row.name} comes in {', '.join(lists[row.id])}" for row in bare
        )
        items_out = [{"productId": row.id, "productName": row.name, "sizes": lists[row.id]} for row in bare]
        raise SizeNeeded(f"{sentence}.", fields={"items": f"{sentence}."}, data={"items": items_out})


def price_lines(
    wanted: OrderIn, products: Sequence[Any], at: datetime, *, held_rate: Decimal | None = None
) -> list[DraftLine]:
    """Return the lines of an order at current prices, or at those of its hold if they are lower.

    The client's figures may be either.

    :param products: the rows of ``load_order_state.sql``, one for each item.
    :param held_rate: the gold rate of the order's hold; None if it has none, or one that is no longer valid.
    :raises Unavailable: if a product cannot be ordered, or not in this quantity.
    :raises PricesChanged: if a figure of the client differs.
    :raises Conflict: if there is no gold rate.
    """
    check_for_sale(wanted.items, products)
    now = products[0].rate
    charged = now if held_rate is None else min(held_rate, now)
    lines = lines_at(charged, wanted.items, products, at)
    if wanted.hold_id is not None and held_rate is None:
        raise _no_longer_held(wanted, lines)
    if not _is_as_seen(wanted, lines) and not (
        held_rate is not None and _is_as_seen(wanted, lines_at(max(held_rate, now), wanted.items, products, at))
    ):
        raise _prices_changed(wanted, lines)
    if wanted.total_quantity != _quantity_of(lines):
        raise _quantity_differs(wanted, lines)
    return lines


def check_for_sale(items: Sequence[OrderedItem], products: Sequence[Any]) -> None:
    """Check that each item can be ordered in its quantity, and has a price.

    :param products: the rows of ``load_order_state.sql``, one for each item.
    :raises SizeNeeded: if a product comes in sizes, and the client supports sizes but names none.
    :raises Unavailable: if a product cannot be ordered, or not in this quantity.
    :raises Conflict: if there is no gold rate.
    """
    check_sizes(items, products)
    pairs = list(zip(items, products, strict=True))
    missing = [item for item, row in pairs if row.id is None]
    gone = (
        _Named.of(item, row) for item, row in pairs if row.is_for_sale is False or item.size not in {None, row.size}
    )
    not_for_sale = sorted((each for each in gone if each.id is not None), key=attrgetter("id"))
    if missing or not_for_sale:
        raise _unavailable(missing, not_for_sale)
    short = [_Named.of(item, row) for item, row in pairs if _is_short(item, row)]
    if short:
        raise _too_few(short)
    if not products[0].rate:
        raise Conflict("There is no gold rate yet, so nothing can be priced. Please try again later.")


def lines_at(
    gold_rate: Decimal, items: Sequence[OrderedItem], products: Sequence[Any], at: datetime
) -> list[DraftLine]:
    """Return the lines of these items at a gold rate."""
    return [
        _price_line(product, gold_rate, item.product_quantity, line, at)
        for line, (item, product) in enumerate(zip(items, products, strict=True), start=1)
    ]


def total_of(lines: Sequence[DraftLine]) -> Decimal:
    """Return the total price of the lines."""
    return sum((line.total_amount for line in lines), Decimal(0))


def _quantity_of(lines: Sequence[DraftLine]) -> int:
    return sum(line.quantity for line in lines)


def _price_line(product: Any, gold_rate: Decimal, quantity: int, line: int, at: datetime) -> DraftLine:
    price = PriceBreakUp.of(product, gold_rate)
    return DraftLine(
        line=line,
        product_id=product.id,
        product_name=product.name,
        product_image_url=product.image_url or "",
        purity=product.purity,
        hallmark=product.hallmark,
        quantity=quantity,
        price=price,
        gross_weight=product.gross_weight,
        stones=product.stones,
        size=product.size,
        total_amount=price.ornament_price * quantity,
        ordered_at=at,
        is_counted=product.stock_quantity is not None,
    )


def _is_as_seen(wanted: OrderIn, lines: list[DraftLine]) -> bool:
    """Whether the client sent these prices."""
    return wanted.total_amount == total_of(lines) and all(map(_is_same_price, wanted.items, lines))


def _is_same_price(item: OrderItemIn, line: DraftLine) -> bool:
    """Whether every figure that the client sent is the server's, to the paisa."""
    pairs = [
        (item.total_amount, line.total_amount),
        (item.weight, line.price.weight),
        (item.gold_rate, line.price.gold_rate),
        (item.product_rate, line.price.metal_value),
        (item.stone_charge, line.price.stone_charge),
        (item.making_charge, line.price.making_charge),
        (item.wastage_charge, line.price.wastage_charge),
        (item.discount, line.price.discount),
    ]
    return all(sent is None or abs(sent - ours) <= _PAISA for sent, ours in pairs)


class _Named(NamedTuple):
    """A product of the order, as a refusal names it."""

    id: int
    name: str
    size: str | None
    stock_quantity: int | None

    @classmethod
    def of(cls, item: OrderedItem, row: Any) -> Self:
        return cls(row.id, row.name, item.size or row.size, row.stock_quantity)

    @property
    def title(self) -> str:
        return self.name if self.size is None else f"{self.name} in size {self.size}"

    def data(self) -> dict[str, Any]:
        size = {} if self.size is None else {"size": self.size}
        return {"productId": self.id, "productName": self.name, **size}


def _unavailable(missing: list[OrderedItem], not_for_sale: list[_Named]) -> Unavailable:
    names = [product.title for product in not_for_sale] + [f"Product {item.product_id}" for item in missing]
    items = [product.data() for product in not_for_sale]
    items += [{"productId": item.product_id, "productName": "Unknown"} for item in missing]
    verb = "is" if len(names) == 1 else "are"
    return Unavailable(
        f"{', '.join(names)} {verb} no longer available. Please take {'it' if len(names) == 1 else 'them'} out"
        " of the cart.",
        data={"reason": "unavailable", "items": items},
    )


def _is_short(item: OrderedItem, product: Any) -> bool:
    """Whether fewer pieces are left than ordered."""
    return product.stock_quantity is not None and product.stock_quantity < item.product_quantity


def _too_few(short: list[_Named]) -> Unavailable:
    names = [f"{product.stock_quantity} of {product.title}" for product in short]
    verb = "is" if len(short) == 1 and short[0].stock_quantity == 1 else "are"
    return Unavailable(
        f"Only {' and '.join(names)} {verb} left. Please order fewer.",
        data={
            "reason": "unavailable",
            "items": [product.data() | {"stockLeft": product.stock_quantity} for product in short],
        },
    )


def _quantity_differs(wanted: OrderIn, lines: list[DraftLine]) -> PricesChanged:
    sentence = f"The items add up to {_quantity_of(lines)} pieces, and not to {wanted.total_quantity}."
    return PricesChanged(sentence, fields={"totalQuantity": sentence}, data=_old_and_new(wanted, lines))


def _no_longer_held(wanted: OrderIn, lines: list[DraftLine]) -> PricesChanged:
    sentence = "The price is no longer held for you. Please look at the total of now and confirm."
    return PricesChanged(sentence, fields={"holdId": sentence}, data=_old_and_new(wanted, lines) | {"isHeld": False})


def _prices_changed(wanted: OrderIn, lines: list[DraftLine]) -> PricesChanged:
    return PricesChanged(
        "The prices have changed since you saw them. Please look at the new total and confirm.",
        data=_old_and_new(wanted, lines) | ({} if wanted.hold_id is None else {"isHeld": True}),
    )


def _old_and_new(wanted: OrderIn, lines: list[DraftLine]) -> dict[str, Any]:
    """Return the old and the new figures, for the shopper to confirm."""
    items = [
        {
            "productId": line.product_id,
            "productName": line.product_name,
            **({} if line.size is None else {"size": line.size}),
            "productQuantity": line.quantity,
            "oldTotalAmount": float(sent.total_amount),
            "totalAmount": float(line.total_amount),
            "goldRate": float(line.price.gold_rate),
            "weight": float(line.price.weight),
            "productRate": float(line.price.metal_value),
            "stoneCharge": float(line.price.stone_charge),
            "makingCharge": float(line.price.making_charge),
            "wastageCharge": float(line.price.wastage_charge),
            "discount": float(line.price.discount),
        }
        for sent, line in zip(wanted.items, lines, strict=True)
    ]
    return {
        "reason": "prices_changed",
        "oldTotalAmount": float(wanted.total_amount),
        "totalAmount": float(total_of(lines)),
        "oldTotalQuantity": wanted.total_quantity,
        "totalQuantity": _quantity_of(lines),
        "items": items,
    }
