"""Changing how many pieces a product has. Orders take theirs in ``shop/db/sql/insert_order.sql``."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from shop.audit.context import actor_of
from shop.catalogue.model import Product
from shop.catalogue.stock import MOST_PIECES
from shop.errors import Conflict
from shop.stock.model import MovementReason, StockMovement


class StockChanged(Conflict):
    """The count is another than the admin saw. ``data`` has the present one."""

    code = "stock_changed"


class NotCounted(Conflict):
    """The shop does not count the pieces of this product."""

    code = "not_counted"


class NothingToCorrect(Conflict):
    """The count is already what the admin gave."""

    code = "nothing_to_correct"


def record_movement(
    session: Session, product: Product, before: int | None, reason: MovementReason, *, at: datetime, note: str = ""
) -> None:
    """Write how far a product's count moved from ``before``. A product that is not counted has the sum 0.

    Whoever changes ``stock_quantity`` calls this in the same transaction, with the product's row locked.
    """
    quantity = (product.stock_quantity or 0) - (before or 0)
    if not quantity:
        return
    actor = actor_of(session)
    session.flush()  # a new product gets its id
    session.add(
        StockMovement(
            product_id=product.id,
            quantity=int(quantity),  # an import has it as a Decimal
            reason=reason.value,
            note=note,
            admin_id=actor.admin_id if actor else None,
            changed_by=actor.name if actor else None,
            at=at,
        )
    )


def give_back(session: Session, product: Product, item_id: int, quantity: int, *, at: datetime) -> int:
    """Give returned pieces of an order's line back to a product, whose row is locked; return how many.

    It is no more than what the line took, and nothing where the product is not counted.
    """
    if product.stock_quantity is None:
        return 0
    moved = select(func.coalesce(func.sum(StockMovement.quantity), 0)).where(StockMovement.order_item_id == item_id)
    pieces = min(quantity, -session.scalars(moved).one(), MOST_PIECES - product.stock_quantity)
    if pieces <= 0:
        return 0
    actor = actor_of(session)
    product.stock_quantity += pieces
    product.normalize()
    session.add(
        StockMovement(
            product_id=product.id,
            quantity=pieces,
            reason=MovementReason.RETURN.value,
            order_item_id=item_id,
            admin_id=actor.admin_id if actor else None,
            changed_by=actor.name if actor else None,
            at=at,
        )
    )
    return pieces


def correct_count(
    session: Session, product: Product, counted: int, *, seen: int | None, note: str, at: datetime
) -> None:
    """Set the count to what an admin counted, and record the difference with their reason.

    :param seen: the count that the admin saw, None where they did not say.
    :raises NotCounted: where the product's pieces are not counted.
    :raises StockChanged: where the count is no longer the one that they saw.
    :raises NothingToCorrect: where it is ``counted`` already.
    """
    before = product.stock_quantity
    if before is None:
        raise NotCounted(f"The pieces of {product.name} are not counted. Set a stock quantity in its form first.")
    if seen is not None and seen != before:
        raise StockChanged(
            f"{product.name} has {before} pieces now, not {seen}. Please look at the count again.",
            data={"stockQuantity": before},
        )
    if counted == before:
        raise NothingToCorrect(f"The count of {product.name} is {before} already.")
    product.stock_quantity = counted
    product.normalize()
    record_movement(session, product, before, MovementReason.CORRECTION, at=at, note=note)
