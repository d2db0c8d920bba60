"""Reading and changing the items of a shopper's cart."""

from typing import Any

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.dialects.postgresql import REGCLASS, insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.carts.schemas import CartItemIn, CartItemOut
from api.catalogue.schemas import ProductOut
from api.http.partial_update import get_or_404
from api.rates.service import todays_rate
from shop.carts.limits import MAX_LINES, MAX_QUANTITY
from shop.carts.model import CartItem
from shop.catalogue.model import Activity, Product
from shop.catalogue.queries import with_product
from shop.catalogue.sizes import InSize, SizeNeeded
from shop.customers import queries as customers
from shop.db.base import WAS_INSERTED
from shop.errors import Conflict, NotFound
from shop.stock.rules import no_such_size

MISSING = "Cart item not found"


async def items_of_customer(database: AsyncSession, customer_id: int) -> list[CartItemOut]:
    """Return the items of a cart in the order of their ids, priced by today's rate."""
    return await _items(database, CartItem.customer_id == customer_id)


async def find_item(database: AsyncSession, cart_id: int) -> CartItemOut:
    """Return one item, which must exist, priced by today's rate."""
    return (await _items(database, CartItem.id == cart_id))[0]


async def lock_item(database: AsyncSession, grant: Grant, cart_id: int, *, owner_id: int | None = None) -> CartItem:
    """Lock and return an item.

    :param owner_id: the customer, who is locked first: a change of the size locks another item of the cart too.
    :raises NotFound: if there is no such item, or the caller may not change it.
    """
    if owner_id is not None:
        await database.execute(customers.locked(owner_id))
    item = await get_or_404(database, CartItem, cart_id, MISSING, lock=True)
    grant.check_owner(item.customer_id, MISSING)
    return item


async def add_item(database: AsyncSession, wanted: CartItemIn) -> int:
    """Add a product, or its quantity if the cart has it already; return the item's id. The caller commits.

    :raises NotFound: if there is no such active product.
    :raises SizeNeeded: if it comes in sizes, and the client sends none.
    :raises Conflict: if it lacks the size or is out of stock, or the cart has ``MAX_LINES`` other items.
    """
    product = await database.get(Product, wanted.product_id)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    size = _chosen_size(product, wanted)
    await database.execute(customers.locked(wanted.customer_id))
    row = await _row(database, wanted)
    if size is None:
        key = ["customer_id", "product_id"]
        added = insert(CartItem).values(row | {"unsized_product_id": product.id})
    else:
        key = ["sized_product_id", "customer_id", "size"]
        added = insert(CartItem).values(row | {"sized_product_id": product.id, "size": size})
    total = func.least(CartItem.quantity + added.excluded.quantity, MAX_QUANTITY)
    statement = added.on_conflict_do_update(index_elements=key, set_={"quantity": total})
    cart_id, is_new = (await database.execute(statement.returning(CartItem.id, WAS_INSERTED))).one()
    if is_new:
        await _check_room(database, wanted.customer_id)
    return cart_id


async def change_size(database: AsyncSession, item: CartItem, wanted: CartItemIn) -> CartItem:
    """Set the size of an item. If another item already has this size, merge the two. Return the item.

    The caller has locked the customer and the item.

    :raises SizeNeeded: if the product comes in sizes, and none is given.
    :raises Conflict: if it lacks this size, or is out of stock in it.
    """
    if wanted.size == item.size:
        return item
    size = _chosen_size(await database.get_one(Product, item.product_id), wanted)
    of_product = CartItem.customer_id == item.customer_id, CartItem.product_id == item.product_id
    same = select(CartItem).where(*of_product, CartItem.size.is_not_distinct_from(size), CartItem.id != item.id)
    other = await database.scalar(same.with_for_update())
    if other is not None:
        other.quantity = min(MAX_QUANTITY, other.quantity + item.quantity)
        await database.delete(item)
        return other
    product_id = item.product_id
    item.unsized_product_id, item.sized_product_id = (product_id, None) if size is None else (None, product_id)
    item.size = size
    return item


async def _check_room(database: AsyncSession, customer_id: int) -> None:
    """Check the limit of a cart whose customer is locked."""
    items = select(func.count()).select_from(CartItem).where(CartItem.customer_id == customer_id)
    if (await database.scalar(items) or 0) > MAX_LINES:
        sentence = f"Your cart has {MAX_LINES} items already. Please order or remove some first."
        raise Conflict(sentence, data={"maxItems": MAX_LINES})


def _chosen_size(product: Product, wanted: CartItemIn) -> str | None:
    labels = [size["label"] for size in product.sizes]
    size = wanted.size
    if labels and size is None:
        if "size" in wanted.model_fields_set:
            sentence = f"{product.name} comes in sizes {', '.join(labels)}. Please choose one."
            raise SizeNeeded(sentence, fields={"size": sentence}, data={"sizes": labels})
        size = next(each["label"] for each in product.sizes if each["is_default"])
    if size is not None and size not in labels:
        raise Conflict(no_such_size(product.name, size, labels), data={"sizes": labels})
    piece = InSize.of(product, size)
    if not (product.is_for_sale and piece.stock_availability == "yes"):
        raise Conflict(f"{product.name}{'' if size is None else f' in size {size}'} is out of stock.")
    return size


async def _items(database: AsyncSession, condition: ColumnElement[bool]) -> list[CartItemOut]:
    rate = await todays_rate(database)
    query = with_product(CartItem, CartItem.product).where(condition).order_by(CartItem.id)
    rows = await database.execute(query.execution_options(populate_existing=True))
    return [
        CartItemOut(
            cart_id=item.id,
            customer_id=item.customer_id,
            product_id=item.product_id,
            size=item.size,
            quantity=item.quantity,
            weight=InSize.of(item.product, item.size).weight,
            product=ProductOut.of(item.product, category, rate).in_size(item.product, item.size),
        )
        for item, category in rows
    ]


async def _row(database: AsyncSession, wanted: CartItemIn) -> dict[str, Any]:
    """Return the columns of a new item. A restored item gets its former id, and with it its former position."""
    row = wanted.model_dump(include={"customer_id", "quantity"})
    if wanted.restores is None:
        return row
    last_id = select(func.pg_sequence_last_value(func.pg_get_serial_sequence("cart_item", "id").cast(REGCLASS)))
    is_free = await database.get(CartItem, wanted.restores) is None
    was_assigned = wanted.restores <= (await database.scalar(last_id) or 0)
    return row | {"id": wanted.restores} if is_free and was_assigned else row
