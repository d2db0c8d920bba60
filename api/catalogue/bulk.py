"""One change to many products: foreseen first, then done in one transaction."""

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.catalogue.changes import check_choices
from api.rates.rate import rate_of_today
from api.shapes import OPTIONAL, Figure, Id, In, Number, Out, SearchText, one_of
from shop.catalogue import bulk
from shop.catalogue.events import ProductsChanged
from shop.catalogue.inventory import Narrowing
from shop.catalogue.limits import MOST_RUPEES
from shop.catalogue.model import Activity, Category, Product, ProductType
from shop.clock import now
from shop.errors import Conflict, Invalid
from shop.events import outbox
from shop.rates.force import prices_settled

MOST = 2000
_TOLD = 50
_IN_ONE_EVENT = 250
_PAISA = Decimal("0.01")

Percent = Annotated[Decimal, Figure(1000, 2, least="-100")]


class OtherCount(Conflict):
    """There are more or fewer products now than were foreseen. ``data`` says how many."""

    code = "other_count"


class BulkFilter(In):
    """What the list was narrowed to."""

    model_config = ConfigDict(use_enum_values=True)

    search: SearchText = ""
    category_id: Annotated[Id | None, OPTIONAL] = None
    vendor_id: Annotated[Id | None, OPTIONAL] = None
    product_type: Annotated[ProductType | None, OPTIONAL] = None
    status: Annotated[Activity | None, OPTIONAL] = None
    stock_availability: Annotated[Literal["yes", "no"] | None, OPTIONAL] = None


class BulkChange(In):
    """What becomes of each product; what is not given stays.

    ``makingChargePercent`` and ``wastageChargePercent`` move the charges by a percentage of themselves. The discount
    is ``discount`` rupees, or ``discountPercent`` of the making charge.
    """

    model_config = ConfigDict(
        use_enum_values=True,
        json_schema_extra={"minProperties": 1, "not": {"required": ["discount", "discountPercent"]}},
    )

    category_id: Annotated[Id | None, OPTIONAL] = None
    vendor_id: Annotated[Id | None, OPTIONAL] = None
    product_type: Annotated[ProductType | None, OPTIONAL] = None
    status: Annotated[Activity | None, OPTIONAL] = None
    stock_availability: Annotated[Literal["yes", "no"] | None, OPTIONAL] = None
    making_charge_percent: Annotated[Percent | None, OPTIONAL] = None
    wastage_charge_percent: Annotated[Percent | None, OPTIONAL] = None
    discount: Annotated[Annotated[Decimal, Figure(MOST_RUPEES, 0)] | None, OPTIONAL] = None
    discount_percent: Annotated[Annotated[Decimal, Figure(100, 2)] | None, OPTIONAL] = None

    @model_validator(mode="after")
    def _is_one_change(self) -> Self:
        if self.discount is not None and self.discount_percent is not None:
            raise ValueError("Give the discount in rupees or in percent, not both.")
        if not self.model_fields_set:
            raise ValueError("Please choose what to change.")
        return self

    def as_change(self) -> bulk.Change:
        """Return it as the shop knows it."""
        given = self.model_dump(exclude_none=True)
        percents = {name: given.pop(name) for name in list(given) if name.endswith("_percent")}
        return bulk.Change(fields=given, **percents)


class BulkIn(In):
    """Which products, by their ``ids`` or all that a ``filter`` leaves, and what becomes of them.

    With ``dryRun`` nothing is changed. ``count`` is how many products were foreseen; where they are others now, the
    change is refused.
    """

    model_config = ConfigDict(json_schema_extra=one_of("ids", "filter"))

    ids: Annotated[list[Id] | None, OPTIONAL, Field(min_length=1, max_length=MOST)] = None
    filter: Annotated[BulkFilter | None, OPTIONAL] = None
    changes: BulkChange
    dry_run: bool = False
    count: Annotated[int | None, OPTIONAL, Field(ge=0)] = None

    @model_validator(mode="after")
    def _names_products(self) -> Self:
        if (self.ids is None) == (self.filter is None):
            raise ValueError("Name the products by ids or by filter.")
        return self


class BulkRefusal(Out):
    id: int
    code: str
    name: str
    reason: str


class BulkPrice(Out):
    id: int
    code: str
    name: str
    before: Number
    after: Number


class BulkOut(Out):
    """What a change does, or did: of ``count`` products ``changed`` are others than before, and some are ``refused``.

    Prices are rupees: ``raised`` and ``lowered`` count them, ``meanChange`` is a changed product's, and ``prices``
    shows those that move most.
    """

    count: int
    changed: int
    raised: int
    lowered: int
    mean_change: Number
    prices: list[BulkPrice]
    refused_count: int
    refused: list[BulkRefusal]


async def change_many(database: AsyncSession, wanted: BulkIn) -> BulkOut:
    """Change products in one transaction, which the caller commits, and record it; or only say what that would do.

    :raises Invalid: where there are too many, or what they are to become is unfit.
    :raises OtherCount: where there are other products than were foreseen.
    """
    if not wanted.dry_run:
        await database.execute(prices_settled())
    change = wanted.changes.as_change()
    await check_choices(database, change.fields)
    products = await _products(database, wanted)
    if wanted.count is not None and wanted.count != len(products):
        raise OtherCount(
            f"There are {len(products)} products now, not {wanted.count}. Please look at it again.",
            data={"count": len(products)},
        )
    effect = bulk.effect(change, products, await rate_of_today(database))
    out = _out(len(products), effect)
    if not wanted.dry_run:
        await _write(database, effect)
    return out


async def _products(database: AsyncSession, wanted: BulkIn) -> list[Product]:
    query = select(Product).order_by(Product.id).limit(MOST + 1).execution_options(populate_existing=True)
    if wanted.ids is not None:
        query = query.where(Product.id.in_(wanted.ids))
    elif wanted.filter is not None:
        narrowing = Narrowing(**wanted.filter.model_dump())
        query = narrowing.of(query.join(Category, Category.id == Product.category_id))
    if not wanted.dry_run:
        query = query.with_for_update(of=Product)
    products = list(await database.scalars(query))
    if len(products) > MOST:
        message = f"That is more than {MOST:,} products. Please narrow the list first."
        raise Invalid(message, fields={"filter": message})
    return products


async def _write(database: AsyncSession, effect: bulk.Effect) -> None:
    for product, moved in effect.moved:
        for name, value in moved.items():
            setattr(product, name, value)
    ids = [product.id for product, _ in effect.moved]
    for start in range(0, len(ids), _IN_ONE_EVENT):
        await outbox.record(database, ProductsChanged(ids=ids[start : start + _IN_ONE_EVENT]), at=now())


def _out(count: int, effect: bulk.Effect) -> BulkOut:
    moves = [after - before for _, before, after in effect.prices]
    most = sorted(effect.prices, key=lambda price: (-abs(price[2] - price[1]), price[0].id))
    return BulkOut(
        count=count,
        changed=len(effect.moved),
        raised=sum(move > 0 for move in moves),
        lowered=sum(move < 0 for move in moves),
        mean_change=(sum(moves, Decimal(0)) / max(1, len(moves))).quantize(_PAISA),
        prices=[
            BulkPrice(id=product.id, code=product.code, name=product.name, before=before, after=after)
            for product, before, after in most[:_TOLD]
            if before != after
        ],
        refused_count=len(effect.refused),
        refused=[
            BulkRefusal(id=product.id, code=product.code, name=product.name, reason=reason)
            for product, reason in effect.refused[:_TOLD]
        ],
    )
