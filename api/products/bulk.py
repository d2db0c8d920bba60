"""Bulk change of products: a preview first, then the change in one transaction."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.write_checks import lock_references
from api.http.base_schemas import In, Out, exactly_one_of
from api.http.schema_types import NOT_NULL, BoundedDecimal, Id, Number, SearchText
from api.products.field_types import Hallmark, StockQuantity
from api.rates.service import todays_rate
from shop.catalogue import bulk_change
from shop.catalogue.admin_lists import ProductFilters, ProductStatus, StockLevel
from shop.catalogue.events import ProductsChanged
from shop.catalogue.limits import MAX_RUPEES
from shop.catalogue.model import Activity, Category, Product, ProductType
from shop.catalogue.sizes import counts_of
from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.events import outbox
from shop.rates.repricing import lock_prices_shared
from shop.stock.model import MovementReason
from shop.stock.rules import record_movement

MAX_PRODUCTS = 2000
_MAX_LISTED = 50
_EVENT_SIZE = 250
_PAISA = Decimal("0.01")

Percent = Annotated[Decimal, BoundedDecimal(1000, 2, min_value="-100")]


class CountChanged(Conflict):
    """The number of products is not the one of the preview. ``data`` has the new number."""

    code = "other_count"


class BulkFilter(In):
    """The filters of the list."""

    model_config = ConfigDict(use_enum_values=True)

    search: SearchText = ""
    category_id: Annotated[Id | None, NOT_NULL] = None
    vendor_id: Annotated[Id | None, NOT_NULL] = None
    product_type: Annotated[ProductType | None, NOT_NULL] = None
    status: Annotated[ProductStatus | None, NOT_NULL] = None
    stock_availability: Annotated[Literal["yes", "no"] | None, NOT_NULL] = None
    stock_level: Annotated[StockLevel | None, NOT_NULL] = None


class BulkChange(In):
    """The new values of each product. Omitted fields stay as they are.

    ``makingChargePercent`` and ``wastageChargePercent`` change the charges by a percentage of themselves. The discount
    is ``discount`` rupees, or ``discountPercent`` of the making charge. A ``stockQuantity`` of null ends the counting
    of pieces; a product that comes in sizes is refused, as each size has its own. A ``stockAvailability`` that a
    product cannot have, because its pieces are counted or it is inactive, is refused. A ``hallmark`` of null removes
    the mark.
    """

    model_config = ConfigDict(
        use_enum_values=True,
        json_schema_extra={"minProperties": 1, "not": {"required": ["discount", "discountPercent"]}},
    )

    category_id: Annotated[Id | None, NOT_NULL] = None
    vendor_id: Annotated[Id | None, NOT_NULL] = None
    product_type: Annotated[ProductType | None, NOT_NULL] = None
    status: Annotated[Activity | None, NOT_NULL] = None
    stock_availability: Annotated[Literal["yes", "no"] | None, NOT_NULL] = None
    stock_quantity: StockQuantity = None
    hallmark: Hallmark = None
    making_charge_percent: Annotated[Percent | None, NOT_NULL] = None
    wastage_charge_percent: Annotated[Percent | None, NOT_NULL] = None
    discount: Annotated[Annotated[Decimal, BoundedDecimal(MAX_RUPEES, 0)] | None, NOT_NULL] = None
    discount_percent: Annotated[Annotated[Decimal, BoundedDecimal(100, 2)] | None, NOT_NULL] = None

    @model_validator(mode="after")
    def _is_one_change(self) -> Self:
        if self.discount is not None and self.discount_percent is not None:
            raise ValueError("Give the discount in rupees or in percent, not both.")
        if not self.model_fields_set:
            raise ValueError("Please choose what to change.")
        return self

    def to_domain(self) -> bulk_change.BulkChange:
        """Return the change for :mod:`shop.catalogue.bulk_change`."""
        given = self.model_dump(exclude_unset=True)
        percents = {name: given.pop(name) for name in list(given) if name.endswith("_percent")}
        return bulk_change.BulkChange(fields=given, **percents)


class BulkIn(In):
    """The products, by their ``ids`` or by a ``filter``, and their changes.

    With ``dryRun`` nothing is changed. ``count`` is the number of products of the preview; if it has changed, the
    change is refused.
    """

    model_config = ConfigDict(json_schema_extra=exactly_one_of("ids", "filter"))

    ids: Annotated[list[Id] | None, NOT_NULL, Field(min_length=1, max_length=MAX_PRODUCTS)] = None
    filter: Annotated[BulkFilter | None, NOT_NULL] = None
    changes: BulkChange
    dry_run: bool = False
    count: Annotated[int | None, NOT_NULL, Field(ge=0)] = None

    @model_validator(mode="after")
    def _names_products(self) -> Self:
        if (self.ids is None) == (self.filter is None):
            raise ValueError("Name the products by ids or by filter.")
        return self


class BulkRefusal(Out):
    """A product that cannot be changed, and why."""

    id: int
    code: str
    name: str
    reason: str


class BulkPrice(Out):
    """A product's price in rupees ``before`` and ``after`` the change."""

    id: int
    code: str
    name: str
    before: Number
    after: Number


class BulkOut(Out):
    """The result of a change or its preview: of ``count`` products ``changed`` change, and some are ``refused``.

    ``raised`` and ``lowered`` count the prices that go up and down. ``meanChange`` is the mean change of a changed
    product's price in rupees. ``prices`` are those that change most.
    """

    count: int
    changed: int
    raised: int
    lowered: int
    mean_change: Number
    prices: list[BulkPrice]
    refused_count: int
    refused: list[BulkRefusal]


async def change_many(database: AsyncSession, request: BulkIn) -> BulkOut:
    """Change products in one transaction, which the caller commits, and record the event; or return the preview.

    :raises Invalid: if there are too many products, or a value does not fit.
    :raises CountChanged: if the number of products is not the one of the preview.
    """
    if not request.dry_run:
        await database.execute(lock_prices_shared())
    change = request.changes.to_domain()
    await lock_references(database, change.fields)
    products = await _products(database, request)
    if request.count is not None and request.count != len(products):
        raise CountChanged(
            f"There are {len(products)} products now, not {request.count}. Please look at it again.",
            data={"count": len(products)},
        )
    preview = bulk_change.preview(change, products, await todays_rate(database))
    out = _out(len(products), preview)
    if not request.dry_run:
        await _write(database, preview)
    return out


async def _products(database: AsyncSession, request: BulkIn) -> list[Product]:
    query = select(Product).order_by(Product.id).limit(MAX_PRODUCTS + 1).execution_options(populate_existing=True)
    if request.ids is not None:
        query = query.where(Product.id.in_(request.ids))
    elif request.filter is not None:
        filters = ProductFilters(**request.filter.model_dump())
        query = filters.apply(query.join(Category, Category.id == Product.category_id))
    if not request.dry_run:
        query = query.with_for_update(of=Product)
    products = list(await database.scalars(query))
    if len(products) > MAX_PRODUCTS:
        message = f"That is more than {MAX_PRODUCTS:,} products. Please narrow the list first."
        raise Invalid(message, fields={"filter": message})
    return products


async def _write(database: AsyncSession, preview: bulk_change.BulkPreview) -> None:
    at = now()
    for product, changed in preview.changes:
        before = counts_of(product)
        for name, value in changed.items():
            setattr(product, name, value)
        await database.run_sync(record_movement, product, before, MovementReason.BULK_EDIT, at=at)
    ids = [product.id for product, _ in preview.changes]
    for start in range(0, len(ids), _EVENT_SIZE):
        await outbox.record(database, ProductsChanged(ids=ids[start : start + _EVENT_SIZE]), at=at)


def _out(count: int, preview: bulk_change.BulkPreview) -> BulkOut:
    differences = [after - before for _, before, after in preview.prices]
    largest = sorted(preview.prices, key=lambda price: (-abs(price[2] - price[1]), price[0].id))
    return BulkOut(
        count=count,
        changed=len(preview.changes),
        raised=sum(difference > 0 for difference in differences),
        lowered=sum(difference < 0 for difference in differences),
        mean_change=(sum(differences, Decimal(0)) / max(1, len(differences))).quantize(_PAISA),
        prices=[
            BulkPrice(id=product.id, code=product.code, name=product.name, before=before, after=after)
            for product, before, after in largest[:_MAX_LISTED]
            if before != after
        ],
        refused_count=len(preview.refused),
        refused=[
            BulkRefusal(id=product.id, code=product.code, name=product.name, reason=reason)
            for product, reason in preview.refused[:_MAX_LISTED]
        ],
    )
