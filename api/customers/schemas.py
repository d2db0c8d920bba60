"""Shoppers and addresses on the wire."""

import re
from typing import Annotated

from pydantic import AfterValidator, AliasChoices, Field

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


Email = Annotated[Text, AfterValidator(_email)]
EmailOrNone = Annotated[Text, AfterValidator(_email_or_none)]
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
