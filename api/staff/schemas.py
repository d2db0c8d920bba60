"""Admins and their preferences on the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from api.auth.identity import Person
from api.auth.policy_table import operations_of
from api.auth.portal_pages import pages_of
from api.customers.field_types import Email, Password
from api.customers.schemas import SignInIn
from api.http.base_schemas import In, Out
from api.http.date_types import Time, TimeAhead
from api.http.schema_types import NOT_NULL, RequiredText
from shop.staff.model import Admin, StaffInvitation
from shop.staff.roles import StaffRole, known_roles

CardName = Annotated[str, Field(pattern=r"^[a-z][a-z-]{0,39}$")]
CardNames = Annotated[list[CardName], Field(max_length=50)]


class AdminOut(Out):
    """A member of staff. ``operations`` are the calls of the API and ``pages`` the pages that the roles allow.

    One who ``lacksSecondFactor`` may do nothing before it is set up. ``secondFactorBy`` is when that rule will begin.
    """

    id: int
    name: str
    email: str
    roles: list[StaffRole]
    operations: list[str]
    pages: list[str]
    has_second_factor: bool
    lacks_second_factor: bool
    second_factor_by: Time | None

    @classmethod
    def of(
        cls,
        person: Person | Admin,
        *,
        has_second_factor: bool,
        lacks_second_factor: bool,
        second_factor_by: datetime | None,
    ) -> "AdminOut":
        """Return the account of an admin for their own pages."""
        roles = known_roles(person.roles)
        return cls(
            id=person.id,
            name=person.name,
            email=person.email,
            roles=sorted(roles, key=list(StaffRole).index),
            operations=operations_of(roles),
            pages=pages_of(roles),
            has_second_factor=has_second_factor,
            lacks_second_factor=lacks_second_factor,
            second_factor_by=second_factor_by,
        )


WantedRoles = Annotated[list[StaffRole], Field(min_length=1, max_length=len(StaffRole))]


class MemberIn(In):
    """An owner's change of a member of staff. Omitted fields stay.

    ``seenRoles`` are the roles that the owner saw. If the member has other roles now, roles are not changed.
    ``withoutSecondFactor`` removes their second factor, for example after they lost their phone.
    """

    roles: Annotated[WantedRoles | None, NOT_NULL] = None
    seen_roles: Annotated[WantedRoles | None, NOT_NULL] = None
    disabled: Annotated[bool | None, NOT_NULL] = None
    without_second_factor: Annotated[Literal[True] | None, NOT_NULL] = None


class InviteIn(In):
    """The person whom an owner invites, and the roles that they will have."""

    email: Email
    roles: WantedRoles


class InvitationTokenIn(In):
    token: Annotated[str, Field(max_length=200)]


class AcceptIn(InvitationTokenIn):
    """The name and the password that the invited person chooses."""

    name: RequiredText
    password: Password


class MemberOut(Out):
    """A member of staff, for owners."""

    id: int
    name: str
    email: str
    roles: list[StaffRole]
    created_at: Time
    last_seen_at: Time | None
    disabled_at: Time | None
    disabled_by: str | None
    second_factor_since: Time | None

    @classmethod
    def of(cls, admin: Admin) -> "MemberOut":
        return cls.model_validate(admin)


class InvitationOut(Out):
    """An open invitation, for owners. Its link works until ``expiresAt``."""

    id: int
    email: str
    roles: list[StaffRole]
    invited_by: str
    sent_at: Time
    expires_at: Time
    is_expired: bool

    @classmethod
    def of(cls, invitation: StaffInvitation, *, at: datetime) -> "InvitationOut":
        return cls(
            id=invitation.id,
            email=invitation.email,
            roles=invitation.roles,
            invited_by=invitation.invited_by,
            sent_at=invitation.sent_at,
            expires_at=invitation.expires_at,
            is_expired=invitation.expires_at <= at,
        )


class TheirInvitationOut(Out):
    """An invitation, for the person who is invited."""

    email: str
    roles: list[StaffRole]
    invited_by: str


class AccessOut(Out):
    """The access of each role to one part of the portal."""

    about: str
    readers: list[StaffRole]
    writers: list[StaffRole]


class StaffOut(Out):
    """The members of staff, the open invitations, what each role may do, and whether a second factor is required."""

    members: list[MemberOut]
    invitations: list[InvitationOut]
    access: list[AccessOut]
    second_factor_required: bool
    second_factor_required_from: Time | None


class StaffSignInIn(SignInIn):
    """``code`` is a code of the app or a recovery code, for an admin whose second factor is on."""

    code: Annotated[str, Field(max_length=40)] = ""


class VerifyAgainIn(In):
    """One's own password, or a code of the second factor."""

    password: Annotated[str, Field(max_length=1000)] = ""
    code: Annotated[str, Field(max_length=40)] = ""


class SecondFactorRequiredIn(In):
    """Whether all members of staff need a second factor, and ``from`` when; null for at once."""

    is_required: bool
    from_: Annotated[TimeAhead | None, Field(alias="from")] = None


class SecondFactorCodeIn(In):
    """A code of the app for the second factor."""

    code: Annotated[str, Field(max_length=40)]


class SecondFactorOut(Out):
    """The state of one's own second factor, and whether the shop requires one."""

    is_on: bool
    is_required: bool
    recovery_codes_left: int


class NewSecretOut(Out):
    """A new secret in base32, the link that apps read, and the link as a QR code in SVG."""

    secret: str
    link: str
    code: str


class RecoveryCodesOut(Out):
    """Ten codes, each of which works once. They are in this response only."""

    recovery_codes: list[str]


class CardsIn(In):
    """The names of a page's minimised cards and of its removed cards."""

    minimised: CardNames
    removed: CardNames


class PreferencesIn(In):
    """The cards of some pages of the portal. A page that is left out keeps its cards."""

    dashboard: CardsIn | None = None
    operations: CardsIn | None = None


class CardsOut(Out):
    """The names of a page's minimised cards and of its removed cards."""

    minimised: list[str] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list)


class PreferencesOut(Out):
    """The cards of the portal's pages as the admin has arranged them."""

    dashboard: CardsOut = Field(default_factory=CardsOut)
    operations: CardsOut = Field(default_factory=CardsOut)
