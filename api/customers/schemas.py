"""Shoppers and addresses on the wire."""

import re
from typing import Annotated

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field

from api.shapes import Filled, Id, In, Out, Text, Time
from shop import passwords

_EMAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]+@[^\s@<>,;:\"()\[\]\\]+\.[^\s@<>,;:\"()\[\]\\]+")


def _email(value: str) -> str:
    if not _EMAIL.fullmatch(value) or len(value) > 254 or not value.isprintable():
        raise ValueError("Please enter a valid email address")
    return value


def _email_or_none(value: str) -> str:
    return value and _email(value)


def _password(value: str) -> str:
    if not passwords.is_fit(value):
        raise ValueError(passwords.RULE)
    return value


def _empty_or_password(value: str) -> str:
    return value and _password(value)


def _given_email(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("Please enter a valid email address")  # noqa: TRY004 - pydantic makes a refusal of this one only
    if not value.strip():
        raise ValueError("Please enter your email")
    return _email(value.strip())


def _six_digits(value: str) -> str:
    if not re.fullmatch(r"[0-9]{6}", value):
        raise ValueError("please enter all 6 digits")
    return value


def _reset_password(value: str) -> str:
    if not passwords.is_fit(value):
        raise ValueError(passwords.RESET_RULE)
    return value


Email = Annotated[Text, AfterValidator(_email)]
EmailOrNone = Annotated[Text, AfterValidator(_email_or_none)]
GivenEmail = Annotated[str, BeforeValidator(_given_email)]
"""An address by which someone is to be reached; an empty one is asked for in other words (product rules)."""
NewPassword = Annotated[str, AfterValidator(_password)]


class SignUpIn(In):
    name: Filled
    email: Email
    phone: Filled
    password: NewPassword


class CustomerEditIn(In):
    """A customer as an admin, or they themselves, want them. An empty password keeps the old one."""

    id: Id | None = None
    name: Filled
    email: Email
    phone: Filled
    password: Annotated[str, AfterValidator(_empty_or_password)] = ""


class SignInIn(In):
    email: Filled
    password: Annotated[str, Field(min_length=1, max_length=1000)]


class CodeIn(In):
    email: GivenEmail
    flag: Text = ""


class VerifyIn(CodeIn):
    otp: Annotated[Text, AfterValidator(_six_digits)]


class NewPasswordIn(CodeIn):
    password: Annotated[str, AfterValidator(_reset_password)]


class CustomerOut(Out):
    id: int
    name: str
    email: str
    phone: str


class CustomerRowOut(CustomerOut):
    """A customer as admins list them."""

    created_timestamp: Annotated[Time, Field(validation_alias="created_at")]


class AddressIn(In):
    customer_id: Id
    name: Filled
    address: Filled
    city: Filled
    state: Filled
    country: Filled
    zip_code: Annotated[Filled, Field(validation_alias=AliasChoices("zipCode", "zip_code"))]


class AddressOut(Out):
    id: int
    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]
