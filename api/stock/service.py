"""Correct stock counts, and store shoppers' requests for a mail when a product is back in stock."""

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.pagination import OffsetPage
from api.http.partial_update import get_or_404
from api.stock.schemas import CorrectionIn, MovementOut, MovementPage, StockRequestIn, StockRequestOut
from shop.catalogue.model import Activity, Product
from shop.catalogue.sizes import InSize, title_of
from shop.clock import now
from shop.errors import Conflict, NotFound
from shop.events import outbox
from shop.rates.repricing import lock_prices_shared
from shop.stock import queries, rules
from shop.stock.model import BackInStockRequest

MISSING = "Product not found"
MAX_REQUESTS = 50
"""The maximum of open requests of one shopper."""


class InStock(Conflict):
    """The product can be ordered now, so there is nothing to wait for."""

    code = "in_stock"


class TooManyRequests(Conflict):
    """The shopper has reached the maximum of open requests."""

    code = "too_many_requests"


async def movements(database: AsyncSession, product_id: int, page: OffsetPage) -> MovementPage:
    """Return a page of a product's movements.

    :raises NotFound: if there is no such product.
    """
    product = await get_or_404(database, Product, product_id, MISSING)
    rows, more = page.split((await database.execute(page.select(queries.movements_of(product_id)))).all())
    return MovementPage(
        message="Stock movements",
        data=[MovementOut.of(row) for row in rows],
        next_cursor=more,
        stock_quantity=product.stock_quantity,
        waiting=await database.scalar(queries.count_waiting(product_id)) or 0,
    )


async def correct(database: AsyncSession, wanted: CorrectionIn) -> MovementOut:
    """Set a product's stock count to the counted number, and record the correction; the caller commits.

    :raises NotFound: if there is no such product.
    :raises shop.stock.rules.SizeNeeded, shop.stock.rules.NotCounted, shop.stock.rules.StockChanged: nothing changes.
    :raises shop.stock.rules.NothingToCorrect: nothing changes.
    """
    await database.execute(lock_prices_shared())
    product = await get_or_404(database, Product, wanted.product_id, MISSING, lock=True)
    at = now()
    await database.run_sync(
        rules.correct_count, product, wanted.quantity, seen=wanted.seen, note=wanted.reason, at=at, size=wanted.size
    )
    await outbox.record(database, product.change_event("updated"), at=at)
    row = (await database.execute(queries.movements_of(product.id).limit(1))).one()
    return MovementOut.of(row)


async def ask(database: AsyncSession, wanted: StockRequestIn, customer_id: int) -> StockRequestOut:
    """Record a shopper's request for a mail when a product is back, once. The caller commits.

    :raises NotFound: if there is no such product on sale.
    :raises SizeNeeded: if the product does not have the size.
    :raises InStock: if it can be ordered.
    :raises TooManyRequests: if the shopper already has :data:`MAX_REQUESTS` open requests.
    """
    # The lock ensures that a concurrent change of the product sees this request, or this request sees the change.
    product = await database.get(Product, wanted.product_id, with_for_update={"read": True}, populate_existing=True)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    rules.check_size(product, wanted.size)
    if InSize.of(product, wanted.size).stock_availability == "yes":
        title = f"{title_of(product.name, wanted.size)}," if wanted.size else product.name
        raise InStock(f"{title} is in stock now.")
    await database.execute(
        insert(BackInStockRequest)
        .values(product_id=product.id, customer_id=customer_id, size=wanted.size, asked_at=now())
        .on_conflict_do_nothing()
    )
    open_ones = select(func.count()).select_from(queries.open_requests(customer_id).subquery())
    if (await database.scalar(open_ones) or 0) > MAX_REQUESTS:
        raise TooManyRequests(f"You wait for {MAX_REQUESTS} pieces already. Please take one off first.")
    found = queries.open_requests(customer_id).where(
        BackInStockRequest.product_id == product.id, BackInStockRequest.size.is_not_distinct_from(wanted.size)
    )
    return StockRequestOut.of((await database.execute(found)).one())


async def stop(database: AsyncSession, request_id: int, customer_id: int) -> None:
    """Delete an open request of the shopper; the caller commits.

    :raises NotFound: if there is none, or it is someone else's.
    """
    request = await database.get(BackInStockRequest, request_id, with_for_update=True)
    if request is None or request.customer_id != customer_id or request.mailed_at is not None:
        raise NotFound("Request not found")
    await database.delete(request)
