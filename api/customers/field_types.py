"""Field types of people: email addresses, phone numbers, passwords, one-time codes."""

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, WithJsonSchema

from api.http.schema_types import RequiredText, Text
from shop.customers import contact_rules
from shop.security import passwords
from shop.text import email_addresses

_INVISIBLE = (
    *((0x00, 0x20), (0x7F, 0xA0), (0xAD, 0xAD), (0x0600, 0x0605), (0x061C, 0x061C), (0x06DD, 0x06DD)),
    *((0x070F, 0x070F), (0x1680, 0x1680), (0x180E, 0x180E), (0x2000, 0x200F), (0x2028, 0x202F), (0x205F, 0x206F)),
    *((0x3000, 0x3000), (0xE000, 0xF8FF), (0xFEFF, 0xFEFF), (0xFFF0, 0xFFFF)),
)
"""Spaces and invisible characters. With them, two addresses could look the same."""
_FORBIDDEN = r"@<>,;:\"()\[\]\\" + "".join(rf"\u{first:04x}-\u{last:04x}" for first, last in _INVISIBLE)
_LOCAL_PART, _LABEL = f"[^{_FORBIDDEN}]+", rf"[^.!#$%&'*+/=?^`{{|}}~\u0130{_FORBIDDEN}]+"
_EMAIL_PATTERN = rf"^(?!.*=\?){_LOCAL_PART}@{_LABEL}(\.{_LABEL})+$"
"""A mail program would decode an address with ``=?`` (RFC 2047). A domain has no signs with a meaning in a URL, and not
U+0130: PostgreSQL takes its small letter for i, and mail servers do not."""
_EMAIL = re.compile(_EMAIL_PATTERN.strip("^$"))
_MAX_EMAIL_LENGTH = 254
_INVALID_EMAIL = "Please enter a valid email address"
_OTP_PATTERN = "^[0-9]{6}$"


def _email(value: str) -> str:
    value = email_addresses.composed(value)
    if not _EMAIL.fullmatch(value) or len(value) > _MAX_EMAIL_LENGTH:
        raise ValueError(_INVALID_EMAIL)
    return value


def _new_email(value: str) -> str:
    return _email(email_addresses.with_one_domain(_email(value)))


def _email_or_none(value: str) -> str:
    return value and _new_email(value)


def _contact_email(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(_INVALID_EMAIL)  # noqa: TRY004 - pydantic turns only this into a refusal
    if not value.strip():
        raise ValueError("Please enter your email")
    return _email(value.strip())


def _password(value: str) -> str:
    if not passwords.is_fit(value):
        raise ValueError(passwords.RULE)
    return value


def _password_or_none(value: str) -> str:
    return value and _password(value)


def _reset_password(value: str) -> str:
    if not passwords.is_fit(value):
        raise ValueError(passwords.RESET_RULE)
    return value


def _otp(value: str) -> str:
    if not re.fullmatch(_OTP_PATTERN.strip("^$"), value):
        raise ValueError("please enter all 6 digits")
    return value


def _phone(value: str) -> str:
    if not contact_rules.is_phone(value):
        raise ValueError(contact_rules.PHONE_RULE)
    return value


def _phone_or_none(value: str) -> str:
    return value and _phone(value)


_EMPTY = {"type": "string", "const": ""}
_EMAIL_SCHEMA = {"type": "string", "pattern": _EMAIL_PATTERN, "maxLength": _MAX_EMAIL_LENGTH}
_PHONE_SCHEMA = {"type": "string", "pattern": contact_rules.PHONE}
_PHONE_OR_NONE_SCHEMA = {"anyOf": [_PHONE_SCHEMA, _EMPTY]}
_PASSWORD_PATTERNS = ("^[A-Za-z0-9!@#$%^&*]{8,128}$", "[A-Z]", "[0-9]", "[!@#$%^&*]")
_PASSWORD_SCHEMA = {"type": "string", "allOf": [{"pattern": pattern} for pattern in _PASSWORD_PATTERNS]}

Email = Annotated[Text, AfterValidator(_new_email), WithJsonSchema(_EMAIL_SCHEMA)]
EmailOrNone = Annotated[Text, AfterValidator(_email_or_none), WithJsonSchema({"anyOf": [_EMAIL_SCHEMA, _EMPTY]})]
AccountEmail = Annotated[str, BeforeValidator(_contact_email), WithJsonSchema(_EMAIL_SCHEMA)]
"""The email address of an account, in the spelling that was given. An empty one has its own error text."""
ContactEmail = Annotated[AccountEmail, AfterValidator(_new_email)]
"""An email address that the shop stores. An empty one has its own error text."""
Phone = Annotated[RequiredText, AfterValidator(_phone), WithJsonSchema(_PHONE_SCHEMA)]
PhoneOrNone = Annotated[Text, AfterValidator(_phone_or_none), WithJsonSchema(_PHONE_OR_NONE_SCHEMA)]
PhoneOfOrder = Annotated[Text, WithJsonSchema(_PHONE_OR_NONE_SCHEMA)]
"""A phone number. It has no validator, because an order may repeat a number that the shop stored in another form."""
Password = Annotated[str, AfterValidator(_password), WithJsonSchema(_PASSWORD_SCHEMA)]
PasswordOrNone = Annotated[
    str, AfterValidator(_password_or_none), WithJsonSchema({"anyOf": [_PASSWORD_SCHEMA, _EMPTY]})
]
ResetPassword = Annotated[str, AfterValidator(_reset_password), WithJsonSchema(_PASSWORD_SCHEMA)]
"""A password, with the error text of the page for a forgotten password."""
Otp = Annotated[Text, AfterValidator(_otp), WithJsonSchema({"type": "string", "pattern": _OTP_PATTERN})]
"""A one-time code of six digits."""
