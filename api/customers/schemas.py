"""Customers and their accounts on the wire."""

from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, field_validator

from api.customers.field_types import Email, Password, PasswordOrNone, Phone
from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.partial_update import WithSeen
from api.http.schema_types import Id, RequiredText
from shop.text import email_addresses


class CustomerIn(In):
    """A customer whom an admin adds. The phone number may have any form."""

    name: RequiredText
    email: Email
    phone: RequiredText
    password: Password
    flag: Literal["", "signUp"] = ""


class SignUpIn(CustomerIn):
    """A new customer. With ``flag`` an admin, too, signs up for themselves instead of adding a customer."""

    phone: Phone


class CustomerEditIn(In):
    """An admin's edit of a customer. Omitted fields stay, and an empty password keeps the old one.

    ``currentPassword`` is checked if it is given.
    """

    id: Id | None = None
    name: RequiredText = ""
    email: Email = ""
    phone: RequiredText = ""
    password: PasswordOrNone = ""
    current_password: Annotated[str, Field(max_length=1000)] = ""


class ProfileIn(CustomerEditIn, WithSeen):
    """A customer's edit of their own account.

    ``seen`` has the values of the sent fields as the caller saw them; the change is refused if one is stale.
    """

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    phone: Phone = ""


class SignInIn(In):
    """The email address and the password of an account."""

    email: Annotated[RequiredText, AfterValidator(email_addresses.composed)]
    password: Annotated[str, Field(min_length=1, max_length=1000)]


class CustomerOut(Out):
    """A customer."""

    id: int
    name: str
    email: str
    phone: str


class CustomerRowOut(CustomerOut):
    """A customer in the admins' list.

    ``pendingEmail`` is the new address that the customer asked for and has not confirmed yet. A customer who has
    deleted their account ``isDeleted``, and has no email and no phone.
    """

    created_timestamp: Annotated[Time, Field(validation_alias="created_at")]
    email_confirmed: bool
    pending_email: str | None
    is_deleted: bool

    @field_validator("email")
    @classmethod
    def _of_account(cls, email: str) -> str:
        return email if "@" in email else ""
