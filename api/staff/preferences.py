"""How an admin has arranged the portal; it follows them into every browser."""

from typing import Annotated

from fastapi import Request
from pydantic import Field

from api.bodies import read
from api.database import Database
from api.openapi import call
from api.policy import Granted
from api.routing import feature
from api.shapes import In, Out, Success
from shop.staff import queries

router = feature("staff")

CardName = Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
CardNames = Annotated[list[CardName], Field(max_length=50)]


class CardsIn(In):
    """The cards of a page that are minimised, and those that are removed, by their names."""

    minimised: CardNames
    removed: CardNames


class PreferencesIn(In):
    """The pages whose cards were arranged; a page that is left out stays as it is."""

    dashboard: CardsIn | None = None
    operations: CardsIn | None = None


class CardsOut(Out):
    minimised: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)


class PreferencesOut(Out):
    dashboard: CardsOut = Field(default_factory=CardsOut)
    operations: CardsOut = Field(default_factory=CardsOut)


@router.get("/admin/preferences/", **call())
async def show_preferences(database: Database, grant: Granted) -> Success[PreferencesOut]:
    """Return how the signed-in admin has arranged the portal."""
    cards = await database.scalar(queries.cards_of(grant.admin.id))
    return Success(message="Preferences", data=PreferencesOut.model_validate(cards or {}))


@router.post("/admin/preferences/", **call(PreferencesIn))
async def change_preferences(request: Request, database: Database, grant: Granted) -> Success[PreferencesOut]:
    """Keep how the signed-in admin has arranged the cards of a page."""
    wanted = await read(request, PreferencesIn)
    cards = await database.scalar(queries.arrange(grant.admin.id, wanted.model_dump(exclude_none=True)))
    return Success(message="Preferences kept", data=PreferencesOut.model_validate(cards))
