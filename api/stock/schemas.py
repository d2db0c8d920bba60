"""Movements of stock and requests for back-in-stock mails, on the wire."""

from typing import Annotated, Any, Self

from pydantic import Field

from api.http.base_schemas import In, Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, NOT_NULL, BoundedText, Id, SizeLabel
from shop.catalogue.stock import MAX_PIECES
from shop.stock.model import MovementReason

Pieces = Annotated[int, Field(ge=0, le=MAX_PIECES), NOT_BOOL]


class CorrectionIn(In):
    """The number of pieces that an admin counted, of one size if the product comes in sizes, and why it differs.

    ``seen`` is the count that they saw. If it is stale, the response is 409.
    """

    product_id: Id
    size: SizeLabel | None = None
    quantity: Pieces
    reason: Annotated[str, BoundedText(200, min_length=1)]
    seen: Annotated[Pieces | None, NOT_NULL] = None


class MovementOut(Out):
    """``quantity`` pieces were added, or removed if it is below 0; ``left`` is the count of the ``size`` after it.

    ``who`` is a name, null if a shopper placed the order or no person set the count, as in the demo. A movement of an
    order has ``orderId`` and ``itemId``.
    """

    id: int
    product_id: int
    size: str | None
    quantity: int
    left: int
    reason: MovementReason
    note: str
    order_id: int | None
    item_id: int | None
    who: str | None
    at: Time

    @classmethod
    def of(cls, row: Any) -> Self:
        """Return a row of :func:`shop.stock.queries.movements_of`."""
        movement = row.StockMovement
        renamed = {"item_id": movement.order_item_id, "who": movement.changed_by}
        return cls.model_validate(vars(movement) | renamed | {"left": row.left, "order_id": row.order_id})


class MovementPage(PageOf[MovementOut]):
    """The newest movements first, the count now, and how many shoppers wait for the product to be back."""

    stock_quantity: int | None
    waiting: int


class StockRequestIn(In):
    """``size`` is the size that the shopper waits for; without it, any size of the product."""

    product_id: Id
    size: SizeLabel | None = None


class StockRequestOut(Out):
    """A request for one mail when the product is back. No mail is sent before ``emailConfirmed``."""

    id: int
    product_id: int
    size: str | None
    asked_at: Time
    email_confirmed: bool

    @classmethod
    def of(cls, row: Any) -> Self:
        """Return a row of :func:`shop.stock.queries.open_requests`."""
        request = row.BackInStockRequest
        return cls(
            id=request.id,
            product_id=request.product_id,
            size=request.size,
            asked_at=request.asked_at,
            email_confirmed=row.email_confirmed,
        )
