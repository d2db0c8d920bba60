"""Gold rates."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy import ColumnElement, Select, select

from api.bodies import check_same_id, read
from api.database import Database, retrying
from api.idempotency import AddsOnce
from api.openapi import call
from api.policy import Granted
from api.rates import preview, service
from api.rates.schemas import GoldRateIn, GoldRateOut, RateEffectOut
from api.routing import feature
from api.shapes import Day, Id, PageOf, Success
from api.sheets import Sheet
from shop.clock import now, today
from shop.rates.force import PATIENCE_SECONDS
from shop.rates.model import GoldRate

router = feature("gold rates")

PAGE = 200


class RateSort(StrEnum):
    """How the list is sorted: by the day."""

    NEWEST = "newest"
    OLDEST = "oldest"


SHEET: Sheet[GoldRate] = Sheet(
    "gold-rates",
    {
        "Date": lambda rate: rate.date,
        "22k, rupees a gram": lambda rate: rate.r22k,
        "24k, rupees a gram": lambda rate: rate.r24k,
    },
)


@dataclass(frozen=True)
class Listed:
    """Which gold rates are listed, and in which order: the same for pages and the file."""

    since: Annotated[Day | None, Query(alias="from")] = None
    until: Annotated[Day | None, Query(alias="to")] = None
    sort: Annotated[RateSort, Query()] = RateSort.NEWEST

    def query(self) -> Select[GoldRate]:
        """Select them."""
        query = select(GoldRate).order_by(GoldRate.date.desc() if self.sort is RateSort.NEWEST else GoldRate.date)
        if self.since is not None:
            query = query.where(GoldRate.date >= self.since)
        if self.until is not None:
            query = query.where(GoldRate.date <= self.until)
        return query

    def behind(self, day: dt.date) -> ColumnElement[bool]:
        """Return the condition of what follows a day."""
        return GoldRate.date < day if self.sort is RateSort.NEWEST else GoldRate.date > day


Wanted = Annotated[Listed, Depends()]


@router.get("/goldrate/", **call())
async def list_gold_rates(
    database: Database,
    granted: Granted,
    wanted: Wanted,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Day | None, Query()] = None,
    scheduled: Annotated[bool, Query()] = True,  # noqa: FBT002
) -> PageOf[list[GoldRateOut]]:
    """List the gold rates, the newest first unless ``sort`` says otherwise, of the days ``from`` one ``to`` another.

    Rates of days to come are listed for admins alone, who leave them out with ``scheduled=false``. ``cursor`` is the
    date of the last one that the caller has.
    """
    query = wanted.query() if cursor is None else wanted.query().where(wanted.behind(cursor))
    if granted.caller.admin is None or not scheduled:
        query = query.where(GoldRate.date <= today(now()))
    rates = (await database.scalars(query.limit(limit + 1))).all()
    return PageOf(
        message="Gold rates",
        data=[GoldRateOut.model_validate(rate) for rate in rates[:limit]],
        next_cursor=f"{rates[limit - 1].date}" if len(rates) > limit else None,
    )


@router.get("/goldrate/?flag=csv", **call(csv=True))
async def export_gold_rates(database: Database, _: Granted, wanted: Wanted) -> Response:
    """Give the whole list of gold rates as a file."""
    return await SHEET.answer(database, wanted.query())


DryRun = Annotated[bool, Query(alias="dryRun")]


@router.post(
    "/goldrate/", response_model=Success[GoldRateOut] | Success[RateEffectOut], **call(GoldRateIn, refuses=(409,))
)
async def add_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    once: AddsOnce,
    dry_run: DryRun = False,  # noqa: FBT002 - FastAPI passes it by name
) -> Response | Success[RateEffectOut]:
    """Add a gold rate; the whole catalogue is repriced at once. One of a day that has one already takes its place.

    With ``dryRun=true`` nothing is changed and the answer tells what would be. A rate that moves by more than 5 % from
    the last one needs ``confirm: true``, else 409 with ``data`` ``{reason: "confirm", change, previous}``; so does a
    22-carat rate above the 24-carat one, else 409 that names both fields.
    """
    wanted = await read(request, GoldRateIn)
    if dry_run:
        return Success(message="Nothing was changed", data=await preview.of_saving(database, wanted, None))

    async def add() -> Success[GoldRateOut]:
        rate = await service.add(database, wanted)
        return Success(message="Gold rate added", data=GoldRateOut.model_validate(rate))

    return await once.add(database, add, wanted, seconds=PATIENCE_SECONDS)


@router.post("/goldrate/?id={id}", **call(GoldRateIn, refuses=(404, 409)))
async def change_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
    dry_run: DryRun = False,  # noqa: FBT002
) -> Success[GoldRateOut] | Success[RateEffectOut]:
    """Change a gold rate, as one is added."""
    wanted = await read(request, GoldRateIn)
    check_same_id(id, wanted.id)
    if dry_run:
        return Success(message="Nothing was changed", data=await preview.of_saving(database, wanted, id))
    rate = await retrying(database, lambda: service.update(database, id, wanted), seconds=PATIENCE_SECONDS)
    return Success(message="Gold rate updated", data=GoldRateOut.model_validate(rate))


@router.delete("/goldrate/?id={id}", **call(refuses=(404, 409)))
async def delete_gold_rate(
    database: Database,
    _: Granted,
    id: Id,  # noqa: A002
    dry_run: DryRun = False,  # noqa: FBT002
    confirm: Annotated[bool, Query()] = False,  # noqa: FBT002
) -> Success[None] | Success[RateEffectOut]:
    """Delete a gold rate; where it was in force, the one before it is again. A rate of a day to come is cancelled so.

    With ``dryRun=true`` nothing is changed and the answer tells what would be. Where the rate in force moves by more
    than 5 % by it, ``confirm=true`` is needed, else 409 as for a new rate.
    """
    if dry_run:
        return Success(message="Nothing was changed", data=await preview.of_deleting(database, id))
    await retrying(database, lambda: service.delete(database, id, confirmed=confirm), seconds=PATIENCE_SECONDS)
    return Success(message="Gold rate deleted", data=None)
