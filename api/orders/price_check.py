"""Price the lines of an order, and refuse figures of the client that differ. Amounts are rupees, weights grams."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from api.orders.schemas import OrderIn, OrderItemIn
from shop.catalogue.pricing import PriceBreakUp
from shop.errors import Conflict
from shop.orders.draft import DraftLine
from shop.stock.availability import OrderedItem, check_for_sale

_PAISA = Decimal("0.01")


class PricesChanged(Conflict):
    """The client's prices differ from the current ones. ``data`` has the old and the new figures."""

    code = "prices_changed"


def price_lines(
    wanted: OrderIn, products: Sequence[Any], at: datetime, *, held_rate: Decimal | None = None
) -> list[DraftLine]:
    """Return the lines of an order at current prices, or at those of its hold if they are lower.

    The client's figures may be either.

    :param products: the rows of ``load_order_state.sql``, one for each item.
    :param held_rate: the gold rate of the order's hold; None if it has no valid one.
    :raises shop.stock.availability.Unavailable: if a product cannot be ordered, or not in this quantity.
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
