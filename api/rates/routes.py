"""Gold rates."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from sqlalchemy import select

from api.bodies import read
from api.database import Database, retrying
from api.openapi import takes
from api.policy import Granted
from api.rates import service
from api.rates.schemas import Day, GoldRateIn, GoldRateOut, RateEffectOut
from api.shapes import Id, PageOf, Success
from shop.rates.model import GoldRate

router = APIRouter(tags=["gold rates"])

PAGE = 200
EXAMPLE = {"r22kRate": 11852, "r24kRate": 12930, "date": "2026-11-20"}


@router.get("/goldrate/")
async def list_gold_rates(
    database: Database,
    _: Granted,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Day | None, Query()] = None,
) -> PageOf[list[GoldRateOut]]:
    """List the gold rates, the newest first; ``cursor`` is the date of the last one that the caller has."""
    query = select(GoldRate).order_by(GoldRate.date.desc()).limit(limit + 1)
    if cursor is not None:
        query = query.where(GoldRate.date < cursor)
    rates = (await database.scalars(query)).all()
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
