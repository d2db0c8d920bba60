"""Admins and their preferences on the wire."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out

CardName = Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
CardNames = Annotated[list[CardName], Field(max_length=50)]


class AdminOut(Out):
    id: int
    name: str
    email: str


class CardsIn(In):
    """The names of a page's minimised cards and of its removed cards."""

    minimised: CardNames
    removed: CardNames


class PreferencesIn(In):
    """The cards of some pages of the portal. A page that is left out keeps its cards."""

    dashboard: CardsIn | None = None
    operations: CardsIn | None = None


class CardsOut(Out):
    minimised: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)


class PreferencesOut(Out):
    dashboard: CardsOut = Field(default_factory=CardsOut)
    operations: CardsOut = Field(default_factory=CardsOut)
