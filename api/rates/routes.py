"""Gold rates."""

from enum import StrEnum
from typing import Annotated

from fastapi import Query, Request, Response
from sqlalchemy import select

from api.bodies import read
from api.database import Database, retrying
from api.openapi import takes
from api.policy import Granted
from api.rates import service
from api.rates.schemas import Day, GoldRateIn, GoldRateOut, RateEffectOut
from api.routing import feature
from api.shapes import Id, PageOf, Success, Text
from api.sheets import Sheet
from shop.rates.model import GoldRate

router = feature("gold rates")

PAGE = 200
EXAMPLE = {"r22kRate": 11852, "r24kRate": 12930, "date": "2026-11-20"}


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


@router.get("/goldrate/", response_model=PageOf[list[GoldRateOut]])
async def list_gold_rates(
    database: Database,
    grant: Granted,
    _flag: Annotated[Text | None, Query(alias="flag")] = None,
    since: Annotated[Day | None, Query(alias="from")] = None,
    until: Annotated[Day | None, Query(alias="to")] = None,
    sort: Annotated[RateSort, Query()] = RateSort.NEWEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Day | None, Query()] = None,
) -> PageOf[list[GoldRateOut]] | Response:
    """List the gold rates, the newest first unless ``sort`` says otherwise, of the days ``from`` one ``to`` another.

    ``cursor`` is the date of the last one that the caller has. ``flag=csv`` gives the whole list as a file.
    """
    falls = sort is RateSort.NEWEST
    query = select(GoldRate).order_by(GoldRate.date.desc() if falls else GoldRate.date)
    if since is not None:
        query = query.where(GoldRate.date >= since)
    if until is not None:
        query = query.where(GoldRate.date <= until)
    if grant.operation == "export_gold_rates":
        return await SHEET.answer(database, query)
    if cursor is not None:
        query = query.where(GoldRate.date < cursor if falls else GoldRate.date > cursor)
    rates = (await database.scalars(query.limit(limit + 1))).all()
    return PageOf(
        message="Gold rates",
        data=[GoldRateOut.model_validate(rate) for rate in rates[:limit]],
        next_cursor=f"{rates[limit - 1].date}" if len(rates) > limit else None,
    )


@router.post("/goldrate/", openapi_extra=takes(GoldRateIn, example=EXAMPLE))
async def write_gold_rate(
    request: Request,
    database: Database,
    _: Granted,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    dry_run: Annotated[bool, Query(alias="dryRun")] = False,  # noqa: FBT002 - FastAPI passes it by name
) -> Success[GoldRateOut] | Success[RateEffectOut]:
    """Add a gold rate or, with ``id``, change it; the whole catalogue is repriced at once.

    With ``dryRun=true`` nothing is changed and the answer tells what would be. A rate that moves by more than 5 % from
    the last one needs ``confirm: true``, else 409 with ``data`` ``{reason: "confirm", change, previous}``.
    """
    wanted = await read(request, GoldRateIn)
    if dry_run:
        return Success(message="Nothing was changed", data=await service.foresee(database, wanted, id))
    if id is not None:
        rate_id = id
        rate = await retrying(database, lambda: service.update(database, rate_id, wanted))
        return Success(message="Gold rate updated", data=GoldRateOut.model_validate(rate))
    rate = await retrying(database, lambda: service.add(database, wanted))
    return Success(message="Gold rate added", data=GoldRateOut.model_validate(rate))


@router.delete("/goldrate/")
async def delete_gold_rate(
    database: Database,
    _: Granted,
    id: Annotated[Id, Query()],  # noqa: A002
) -> Success[None]:
    """Delete a gold rate; where it was in force, the one before it is again."""
    await retrying(database, lambda: service.delete(database, id))
    return Success(message="Gold rate deleted", data=None)
