"""Notification choices and devices on the wire."""

import base64
import binascii
from typing import Annotated

from pydantic import AfterValidator, Field

from api.http.base_schemas import In, Out
from shop.notifications.model import Subject
from shop.notifications.settings import SUBSCRIPTION_KEY_BYTES


def _of_bytes(length: int) -> AfterValidator:
    def check(text: str) -> str:
        try:
            raw = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except (binascii.Error, ValueError):
            raw = b""
        if len(raw) != length:
            raise ValueError(f"must be {length} bytes in base64url")
        return text

    return AfterValidator(check)


_Base64 = Field(max_length=100, pattern=r"^[A-Za-z0-9_-]+=*$")
Endpoint = Annotated[str, Field(min_length=8, max_length=1000)]


class MailChoiceIn(In):
    """Whether mails about a subject, or the newsletter, are wanted."""

    subject: Subject | None = None
    is_newsletter: bool = False
    is_wanted: bool


class ChoicesOut(Out):
    """The subjects of which mails are wanted, whether the newsletter is, and the key that browsers subscribe with.

    ``pushKey`` is null where the shop offers no notifications on devices. ``newsletterAsked`` says that a mail with a
    link to confirm was sent.
    """

    mails: list[Subject]
    has_newsletter: bool
    newsletter_asked: bool
    push_key: str | None


class KeysIn(In):
    """The keys of a subscription (RFC 8291)."""

    p256dh: Annotated[str, Field(alias="p256dh"), _Base64, _of_bytes(SUBSCRIPTION_KEY_BYTES["p256dh"])]
    auth: Annotated[str, _Base64, _of_bytes(SUBSCRIPTION_KEY_BYTES["auth"])]


class DeviceIn(In):
    """A browser's subscription, and the subjects that it shows; none removes it."""

    endpoint: Endpoint
    keys: KeysIn
    subjects: Annotated[list[Subject], Field(max_length=3)]


class DeviceQueryIn(In):
    """The address of a browser's subscription."""

    endpoint: Endpoint


class DeviceOut(Out):
    """The subjects that a device shows; none where it is not known."""

    subjects: list[Subject]
