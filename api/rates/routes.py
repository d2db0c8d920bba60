"""Gold rates."""

import datetime as dt
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field
from sqlalchemy import select

from api.database import Database
from api.policy import Granted
from api.shapes import Number, Out, Success
from shop.rates.model import GoldRate

router = APIRouter(tags=["gold rates"])


class GoldRateOut(Out):
    id: int
    r22k: Annotated[Number, Field(alias="r22kRate")]
    r24k: Annotated[Number, Field(alias="r24kRate")]
    date: dt.date


@router.get("/goldrate/")
async def list_gold_rates(
    database: Database, _: Granted, limit: Annotated[int, Query(ge=1, le=200)] = 200
) -> Success[list[GoldRateOut]]:
    """List the gold rates, the newest first."""
    rates = await database.scalars(select(GoldRate).order_by(GoldRate.date.desc()).limit(limit))
    return Success(message="Gold rates", data=[GoldRateOut.model_validate(rate) for rate in rates])
