"""Shoppers and addresses on the wire."""

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
    model_validator,
)

from api.changes import Identified
from api.shapes import Filled, Id, In, Out, Text, Time, Unread, Written
from shop import emails, passwords
from shop.customers import contact_rules
from shop.customers.contact_rules import COUNTRIES

_HIDDEN = (
    *((0x00, 0x20), (0x7F, 0xA0), (0xAD, 0xAD), (0x0600, 0x0605), (0x061C, 0x061C), (0x06DD, 0x06DD)),
    *((0x070F, 0x070F), (0x1680, 0x1680), (0x180E, 0x180E), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F)),
    *((0x3000, 0x3000), (0xE000, 0xF8FF), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFF)),
)
"""Spaces, and what is not seen: in an address they only deceive."""
_UNFIT = r"@<>,;:\"()\[\]\\" + "".join(rf"\u{first:04x}-\u{last:04x}" for first, last in _HIDDEN)
_NAME, _LABEL = f"[^{_UNFIT}]+", f"[^.{_UNFIT}]+"
EMAIL = rf"^{_NAME}@{_LABEL}(\.{_LABEL})+$"
LONGEST_EMAIL = 254
_EMAIL = re.compile(EMAIL.strip("^$"))
_OTP = "^[0-9]{6}$"


def _email(value: str) -> str:
    value = emails.composed(value)
    if not _EMAIL.fullmatch(value) or len(value) > LONGEST_EMAIL:
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
    if not re.fullmatch(_OTP.strip("^$"), value):
        raise ValueError("please enter all 6 digits")
    return value


def _reset_password(value: str) -> str:
    if not passwords.is_fit(value):
        raise ValueError(passwords.RESET_RULE)
    return value


def _phone(value: str) -> str:
    if not contact_rules.is_phone(value):
        raise ValueError(contact_rules.PHONE_RULE)
    return value


def _empty_or_phone(value: str) -> str:
    return value and _phone(value)


_PHONE_SCHEMA = {"type": "string", "pattern": contact_rules.PHONE}
_PHONE_OR_NONE_SCHEMA = {"anyOf": [_PHONE_SCHEMA, {"type": "string", "const": ""}]}
_EMAIL_SCHEMA = {"type": "string", "pattern": EMAIL, "maxLength": LONGEST_EMAIL}
_PASSWORD_PATTERNS = ("^[A-Za-z0-9!@#$%^&*]{8,128}$", "[A-Z]", "[0-9]", "[!@#$%^&*]")
_PASSWORD_SCHEMA = {"type": "string", "allOf": [{"pattern": pattern} for pattern in _PASSWORD_PATTERNS]}
_FIT_PASSWORD = WithJsonSchema(_PASSWORD_SCHEMA)
_FIT_OR_NO_PASSWORD = WithJsonSchema({"anyOf": [_PASSWORD_SCHEMA, {"type": "string", "const": ""}]})

Email = Annotated[Text, AfterValidator(_email), WithJsonSchema(_EMAIL_SCHEMA)]
EmailOrNone = Annotated[
    Text, AfterValidator(_email_or_none), WithJsonSchema({"anyOf": [_EMAIL_SCHEMA, {"type": "string", "const": ""}]})
]
GivenEmail = Annotated[str, BeforeValidator(_given_email), WithJsonSchema(_EMAIL_SCHEMA)]
"""An address by which someone is to be reached; an empty one is asked for in other words (product rules)."""
Phone = Annotated[Filled, AfterValidator(_phone), WithJsonSchema(_PHONE_SCHEMA)]
PhoneOrNone = Annotated[Text, AfterValidator(_empty_or_phone), WithJsonSchema(_PHONE_OR_NONE_SCHEMA)]
PhoneOfOrder = Annotated[Text, WithJsonSchema(_PHONE_OR_NONE_SCHEMA)]
"""May also be the one that the shop keeps of the customer, however that is written."""
NewPassword = Annotated[str, AfterValidator(_password), _FIT_PASSWORD]


class CustomerIn(In):
    """A customer whom an admin adds, with whatever telephone number the admin has of them (product rules, 5)."""

    name: Filled
    email: Email
    phone: Filled
    password: NewPassword
    flag: Literal["", "signUp"] = ""


class SignUpIn(CustomerIn):
    """Someone new. ``flag`` tells that who sends this signs up for themselves, an admin too."""

    phone: Phone


class CustomerEditIn(In):
    """A customer as an admin wants them. An empty password keeps the old one.

    ``currentPassword`` is looked at where it is given.
    """

    id: Id | None = None
    name: Filled
    email: Email
    phone: Filled
    password: Annotated[str, AfterValidator(_empty_or_password), _FIT_OR_NO_PASSWORD] = ""
    current_password: Annotated[str, Field(max_length=1000)] = ""


class ProfileIn(CustomerEditIn):
    """A customer as they themselves want to be known."""

    phone: Phone


class SignInIn(In):
    email: Annotated[Filled, AfterValidator(emails.composed)]
    password: Annotated[str, Field(min_length=1, max_length=1000)]


class CodeIn(In):
    """A step of the password reset. Each may carry the payload of all of them, and reads of it what it needs."""

    email: GivenEmail
    otp: Unread = None
    password: Unread = None
    flag: Text = ""


class VerifyIn(CodeIn):
    otp: Annotated[Text, AfterValidator(_six_digits), WithJsonSchema({"type": "string", "pattern": _OTP})]


class NewPasswordIn(CodeIn):
    password: Annotated[str, AfterValidator(_reset_password), _FIT_PASSWORD]


class CustomerOut(Out):
    id: int
    name: str
    email: str
    phone: str


class CustomerRowOut(CustomerOut):
    """A customer as admins list them.

    ``pendingEmail`` is the address that they want instead and whose mailbox did not confirm it yet.
    """

    created_timestamp: Annotated[Time, Field(validation_alias="created_at")]
    email_confirmed: bool
    pending_email: str | None


class EmailConfirmationOut(Out):
    """The address of one's account, whether its mailbox confirmed it, and the one that waits to take its place."""

    email: str
    email_confirmed: bool
    pending_email: str | None


class ConfirmEmailIn(In):
    """What stands in the link of the mail."""

    token: Annotated[Filled, Field(max_length=200)]


def _places() -> dict[str, Any]:
    """Return, for the description, what each state leaves to choose."""
    places = [
        {
            "properties": {
                "country": {"const": country},
                "state": {"const": state},
                "city": {"enum": list(cities)},
                "zipCode": {"pattern": rules.zip_code},
            }
        }
        for country, rules in COUNTRIES.items()
        for state, cities in rules.states.items()
    ]
    return {"allOf": [{"anyOf": places}]}


class AddressIn(Identified):
    """Where an order goes: a country that the shop delivers to, a state of it, a city of that, a postal code of it."""

    model_config = ConfigDict(json_schema_extra=_places())

    customer_id: Id
    name: Filled
    address: Annotated[str, Written(500, least=1, has_lines=True)]
    # A field is checked against those before it.
    country: Filled
    state: Filled
    city: Filled
    zip_code: Annotated[Filled, Field(validation_alias=AliasChoices("zipCode", "zip_code"))]

    @field_validator("country", "state", "city", "zip_code")
    @classmethod
    def _in_its_place(cls, value: str, info: ValidationInfo) -> str:
        country, state = info.data.get("country", ""), info.data.get("state", "")
        problems = {
            "country": lambda: contact_rules.country_problem(value),
            "state": lambda: contact_rules.state_problem(value, country),
            "city": lambda: contact_rules.city_problem(value, state, country),
            "zip_code": lambda: contact_rules.zip_code_problem(value, country),
        }
        problem = problems[str(info.field_name)]()
        if problem:
            raise ValueError(problem)
        return value

    @model_validator(mode="before")
    @classmethod
    def _with_one_pin_code(cls, content: object) -> object:
        """Take the pin code once where an address as it was read carries it under both names."""
        if isinstance(content, dict) and "zipCode" in content and content["zipCode"] == content.get("zip_code"):
            return {name: value for name, value in content.items() if name != "zip_code"}
        return content


class AddressOut(Out):
    id: int
    name: str
    address: str
    city: str
    state: str
    country: str
    zip_code: Annotated[str, Field(alias="zip_code")]
