"""Admins and their preferences on the wire."""

from typing import Annotated

from pydantic import Field

from api.auth.identity import Person
from api.auth.policy_table import operations_of
from api.auth.staff_access import pages_of
from api.http.base_schemas import In, Out
from shop.staff.model import Admin
from shop.staff.roles import StaffRole, known_roles

CardName = Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
CardNames = Annotated[list[CardName], Field(max_length=50)]


class AdminOut(Out):
    """A member of staff. ``operations`` are the calls of the API and ``pages`` the pages that the roles allow."""

    id: int
    name: str
    email: str
    roles: list[StaffRole]
    operations: list[str]
    pages: list[str]

    @classmethod
    def of(cls, person: Person | Admin) -> "AdminOut":
        """Return what an admin's own pages show and need to know of them."""
        roles = known_roles(person.roles)
        return cls(
            id=person.id,
            name=person.name,
            email=person.email,
            roles=sorted(roles, key=list(StaffRole).index),
            operations=operations_of(roles),
            pages=pages_of(roles),
        )


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
