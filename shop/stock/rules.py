"""Change the stock count of a product. The pieces of orders are taken in ``shop/db/sql/insert_order.sql``."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from shop.audit.context import actor_of
from shop.catalogue.model import Product
from shop.catalogue.sizes import SizeNeeded, counts_of, size_text, title_of, with_count
from shop.errors import Conflict
from shop.stock.model import MovementReason, StockMovement
from shop.text.formatting import pluralize

STRANDED_NOTE = "The product's sizes have changed, so these pieces are in no count."
"""The note of a movement that books returned pieces out again, as the product does not have their size any more."""


class StockChanged(Conflict):
    """The count differs from the one that the admin saw. ``data`` has the current count."""

    code = "stock_changed"


class NotCounted(Conflict):
    """The shop does not count the pieces of this product."""

    code = "not_counted"


class NothingToCorrect(Conflict):
    """The count already equals the number that the admin entered."""

    code = "nothing_to_correct"


def no_such_size(name: str, label: str, labels: Sequence[str]) -> str:
    """Return the message for a size that a product does not have."""
    known = f"It comes in {', '.join(labels)}." if labels else "It does not come in sizes."
    return f"{name} does not come in {size_text(label)}. {known}"


def stranded_text(name: str, size: str | None, pieces: int) -> str:
    """Return the sentence about returned pieces that are in no count.

    :param size: the size in which they were ordered; None if the product did not come in sizes then.
    """
    cause = f"{name} does not come in {size_text(size)} any more" if size else f"{name} comes in sizes now"
    came = f"{_pieces(pieces)} that came back {'is' if pieces == 1 else 'are'}"
    return f"{cause}, so {came} in no count. Please add {'it' if pieces == 1 else 'them'} to the right size."


def check_size(product: Product, size: str | None) -> None:
    """Check that a product comes in this size. None stands for any size and always passes.

    :raises SizeNeeded: if it does not.
    """
    labels = [each["label"] for each in product.sizes]
    if size is None or size in labels:
        return
    sentence = no_such_size(product.name, size, labels)
    raise SizeNeeded(sentence, fields={"size": sentence}, data={"sizes": labels})


def check_seen(product: Product, seen: Mapping[str | None, int | None]) -> None:
    """Check that a product's counts are still those that an admin saw before they entered new ones.

    :param seen: counts by the size's label, or the product's own under None; a count of None is of uncounted pieces.
    :raises StockChanged: if one differs.
    """
    counts: dict[str | None, int | None] = {None: product.stock_quantity, **counts_of(product)}
    for size, count in seen.items():
        present = counts.get(size)
        if present == count:
            continue
        title = f"{title_of(product.name, size)}," if size else product.name
        if present is None:
            fact = f"The pieces of {title} are not counted now"
        else:
            fact = f"{title} has {_pieces(present)} now" + ("" if count is None else f", not {count}")
        sentence = f"{fact}. Please look at the count again."
        raise StockChanged(
            sentence,
            fields={"sizes" if size else "stockQuantity": sentence},
            data={"stockQuantity": present, "size": size},
        )


def record_movement(
    session: Session,
    product: Product,
    before: dict[str | None, int],
    reason: MovementReason,
    *,
    at: datetime,
    note: str = "",
) -> None:
    """Record the changes of a product's counts since ``before``.

    If pieces are not counted, their movements add up to 0. A caller that changes a count must call this in the same
    transaction, with the product's row locked.

    :param before: what :func:`shop.catalogue.sizes.counts_of` returned before the change.
    """
    after = counts_of(product)
    actor = actor_of(session)
    session.flush()  # the flush assigns the id of a new product
    for size in before | after:
        quantity = after.get(size, 0) - before.get(size, 0)
        if quantity:
            session.add(
                StockMovement(
                    product_id=product.id,
                    size=size,
                    quantity=int(quantity),  # an import passes it as a Decimal
                    reason=reason.value,
                    note=note,
                    admin_id=actor.admin_id if actor else None,
                    changed_by=actor.name if actor else None,
                    at=at,
                )
            )


def _set_count(product: Product, size: str | None, count: int) -> None:
    if size is None:
        product.stock_quantity = count
    else:
        product.sizes = with_count(product.sizes, size, count)
    product.normalize()


def correct_count(
    session: Session,
    product: Product,
    counted: int,
    *,
    seen: int | None,
    note: str,
    at: datetime,
    size: str | None = None,
) -> None:
    """Set the count to the number that an admin counted, and record the difference with the reason.

    :param seen: the count that the admin saw, None if the request does not have it.
    :param size: the size that was counted, for a product with sizes.
    :raises SizeNeeded: if the product comes in sizes and ``size`` is none of them.
    :raises NotCounted: if the product's pieces are not counted.
    :raises StockChanged: if the count is no longer the one that they saw.
    :raises NothingToCorrect: if it is ``counted`` already.
    """
    labels = [each["label"] for each in product.sizes]
    if labels and size not in labels:
        sentence = f"{product.name} comes in sizes. Say which one you counted: {', '.join(labels)}."
        raise SizeNeeded(sentence, fields={"size": sentence}, data={"sizes": labels})
    if not labels and size is not None:
        raise NotCounted(f"{product.name} does not come in sizes any more. Please look at it again.")
    counts = counts_of(product)
    before = counts.get(size)
    if before is None:
        raise NotCounted(f"The pieces of {product.name} are not counted. Set a stock quantity in its form first.")
    if seen is not None and seen != before:
        raise StockChanged(
            f"{product.name} has {_pieces(before)} now, not {seen}. Please look at the count again.",
            data={"stockQuantity": before},
        )
    if counted == before:
        raise NothingToCorrect(f"The count of {product.name} is {before} already.")
    _set_count(product, size, counted)
    record_movement(session, product, counts, MovementReason.CORRECTION, at=at, note=note)


def _pieces(count: int) -> str:
    return pluralize(count, "piece", "pieces")
