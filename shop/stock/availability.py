"""Check that the items of an order can be sold: their sizes, their stock, and the gold rate."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, Self

from shop.catalogue.sizes import SizeNeeded
from shop.errors import Conflict


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


def quantities_of(items: Sequence[OrderedItem], products: Sequence[Any] = ()) -> dict[str, int]:
    """Return how many pieces of each product and size these items are, as a hold stores them.

    :param products: the rows of ``load_order_state.sql``, one for each item, with the default size of an item that
        names none. Without them the sizes of the items are used.
    """
    sizes = [row.size for row in products or items]
    return {
        " ".join([str(item.product_id), *filter(None, [size])]): item.product_quantity
        for item, size in zip(items, sizes, strict=True)
    }


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
