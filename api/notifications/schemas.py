"""Notification choices and devices on the wire."""

from typing import Annotated

from pydantic import ConfigDict, Field

from api.http.base_schemas import In, Out
from shop.notifications.model import Subject

# The lengths in base64url of keys of 65 and 16 bytes, which browsers make (RFC 8291, 3).
PublicKey = Annotated[str, Field(alias="p256dh", pattern=r"^[A-Za-z0-9_-]{87}=?$")]
AuthSecret = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}={0,2}$")]
ShopKey = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}$")]
Endpoint = Annotated[str, Field(min_length=8, max_length=1000)]


class MailChoiceIn(In):
    """Whether mails about a subject, or the newsletter, are wanted."""

    model_config = ConfigDict(
        json_schema_extra={
            "oneOf": [
                {"properties": {"subject": {"type": "string"}}, "required": ["subject"]},
                {"properties": {"isNewsletter": {"const": True}}, "required": ["isNewsletter"]},
            ]
        }
    )

    subject: Subject | None = None
    is_newsletter: bool = False
    is_wanted: bool


class ChoicesOut(Out):
    """A shopper's choices: the subjects of the mails that they want, and whether they want the newsletter.

    ``pushKey`` is the key that browsers subscribe with, null if the shop offers no notifications on devices.
    ``newsletterAsked`` means that a mail with a confirmation link was sent.
    """

    mails: list[Subject]
    has_newsletter: bool
    newsletter_asked: bool
    push_key: str | None


class KeysIn(In):
    """The keys of a subscription (RFC 8291)."""

    p256dh: PublicKey
    auth: AuthSecret


class DeviceIn(In):
    """A browser's subscription, and the subjects that it shows. An empty list removes it.

    ``pushKey`` is the shop's key that the browser subscribed with. It is null if the client does not know it.
    """

    endpoint: Endpoint
    keys: KeysIn
    push_key: ShopKey | None = None
    subjects: Annotated[list[Subject], Field(max_length=3)]


class DeviceQueryIn(In):
    """The address of a browser's subscription."""

    endpoint: Endpoint


class DeviceOut(Out):
    """The subjects that a device shows; empty if it is unknown, or subscribed with an earlier key of the shop."""

    subjects: list[Subject]
