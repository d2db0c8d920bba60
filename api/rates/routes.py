"""Gold rates."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy import ColumnElement, Select, select

from api.auth.policy import Granted
from api.cache.middleware import note_unpublished
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.csv_export import CsvExport
from api.http.date_types import Day
from api.http.flag_routing import feature_router
from api.http.idempotency import Idempotency
from api.http.pagination import PAGE_SIZE, Limit, split_page
from api.http.request_bodies import check_same_id, read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.rates import preview, service
from api.rates.schemas import GoldRateChangeIn, GoldRateIn, GoldRateOut, RateEffectOut
from shop.clock import now, today
from shop.rates.model import GoldRate
from shop.rates.repricing import REPRICING_TIMEOUT_SECONDS

router = feature_router("gold rates")


class RateSort(StrEnum):
    """How the list is sorted, by the date of the rates."""

    NEWEST = "newest"
    OLDEST = "oldest"


EXPORT: CsvExport[GoldRate] = CsvExport(
    "gold-rates",
    {
        "Date": lambda rate: rate.date,
        "22k, rupees a gram": lambda rate: rate.r22k,
        "24k, rupees a gram": lambda rate: rate.r24k,
    },
)


@dataclass(frozen=True)
class RateFilter:
    """Which gold rates are listed, and in which order. The list and its CSV file have the same parameters."""

    since: Annotated[Day | None, Query(alias="from")] = None
    until: Annotated[Day | None, Query(alias="to")] = None
    sort: Annotated[RateSort, Query()] = RateSort.NEWEST

    def query(self) -> Select[GoldRate]:
        """Select the rates."""
        query = select(GoldRate).order_by(GoldRate.date.desc() if self.sort is RateSort.NEWEST else GoldRate.date)
        if self.since is not None:
            query = query.where(GoldRate.date >= self.since)
        if self.until is not None:
            query = query.where(GoldRate.date <= self.until)
        return query

    def after_cursor(self, day: dt.date) -> ColumnElement[bool]:
        """Return the condition for the rates after a date in the list."""
        return GoldRate.date < day if self.sort is RateSort.NEWEST else GoldRate.date > day


Filter = Annotated[RateFilter, Depends()]


@router.get("/goldrate/", **call())
async def list_gold_rates(
    database: Database,
    grant: Granted,
    filter_: Filter,
    limit: Limit = PAGE_SIZE,
    cursor: Annotated[Day | None, Query()] = None,
    scheduled: Annotated[bool, Query()] = True,  # noqa: FBT002
) -> PageOf[GoldRateOut]:
    """List the gold rates dated ``from`` a day ``to`` a day, by default the newest first.

    Scheduled rates, whose date is in the future, are listed for admins only, and not with ``scheduled=false``.
    ``cursor`` is the date of the last rate that the caller has.
    """
    query = filter_.query() if cursor is None else filter_.query().where(filter_.after_cursor(cursor))
    if grant.caller.admin is None or not scheduled:
        query = query.where(GoldRate.date <= today(now()))
    found = (await database.scalars(query.limit(limit + 1))).all()
    rates, more = split_page(found, limit, lambda rate: f"{rate.date}")
    return PageOf(message="Gold rates", data=[GoldRateOut.model_validate(rate) for rate in rates], next_cursor=more)


@router.get("/goldrate/?flag=csv", **call(csv=True))
async def export_gold_rates(database: Database, _: Granted, filter_: Filter) -> Response:
    """Return the whole list of gold rates as a CSV file."""
    return EXPORT.respond(database, filter_.query())


DryRun = Annotated[bool, Query(alias="dryRun")]


@router.post(
    "/goldrate/", response_model=Success[GoldRateOut] | Success[RateEffectOut], **call(GoldRateIn, refuses=(409,))
)
async def add_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    idempotency: Idempotency,
    dry_run: DryRun = False,  # noqa: FBT002 - FastAPI passes it by name
) -> Response | Success[RateEffectOut]:
    """Add a gold rate and reprice the whole catalogue. It replaces a rate of the same date.

    With ``dryRun=true`` nothing is changed and the response describes the effect. A rate that differs by more than 5 %
    from the last one needs ``confirm: true``, otherwise the response is 409 with ``data`` ``{reason: "confirm", change,
    previous}``. A 22-carat rate above the 24-carat one is refused with 409, which names both fields.
    """
    wanted = await read_body(request, GoldRateIn)
    if dry_run:
        note_unpublished(request)
        return Success(message="Nothing was changed", data=await preview.preview_saving(database, wanted, None))

    async def add() -> GoldRateOut:
        return GoldRateOut.model_validate(await service.add(database, wanted))

    return await idempotency.run(database, "Gold rate added", add, wanted, seconds=REPRICING_TIMEOUT_SECONDS)


@router.post("/goldrate/?id={id}", **call(GoldRateChangeIn, refuses=(404, 409)))
async def change_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,
    dry_run: DryRun = False,  # noqa: FBT002
) -> Success[GoldRateOut] | Success[RateEffectOut]:
    """Change a gold rate, with the same checks as for a new one."""
    wanted = await read_body(request, GoldRateChangeIn)
    check_same_id(id, wanted.id)
    if dry_run:
        note_unpublished(request)
        return Success(message="Nothing was changed", data=await preview.preview_saving(database, wanted, id))
    rate = await retrying(database, lambda: service.update(database, id, wanted), seconds=REPRICING_TIMEOUT_SECONDS)
    return Success(message="Gold rate updated", data=GoldRateOut.model_validate(rate))


@router.delete("/goldrate/?id={id}", **call(refuses=(404, 409)))
async def delete_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,
    dry_run: DryRun = False,  # noqa: FBT002
    confirm: Annotated[bool, Query()] = False,  # noqa: FBT002
) -> Success[None] | Success[RateEffectOut]:
    """Delete a gold rate. If it was in force, the one before it comes into force again.

    With ``dryRun=true`` nothing is changed and the response describes the effect. If the rate in force changes by more
    than 5 %, ``confirm=true`` is required, otherwise the response is 409 as for a new rate.
    """
    if dry_run:
        note_unpublished(request)
        return Success(message="Nothing was changed", data=await preview.preview_deleting(database, id))
    await retrying(database, lambda: service.delete(database, id, confirmed=confirm), seconds=REPRICING_TIMEOUT_SECONDS)
    return Success(message="Gold rate deleted", data=None)
