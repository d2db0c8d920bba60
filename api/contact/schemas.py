"""The contact form and the shop's contact details on the wire."""

from typing import Annotated, Self
from urllib.parse import urlsplit

from api.customers.field_types import Email, PhoneOrNone
from api.http.base_schemas import In, Out
from api.http.schema_types import NULL_AS_EMPTY, BoundedText
from shop.contact.settings import contact_settings
from shop.settings import Settings
from shop.shipping.settings import pin_codes

MAX_MESSAGE_LENGTH = 5000

OptionalLine = Annotated[str, BoundedText(200), NULL_AS_EMPTY]


class MessageIn(In):
    """A message to the shop. Name and email are required."""

    name: Annotated[str, BoundedText(200, min_length=1)]
    email: Email
    phone: Annotated[PhoneOrNone, NULL_AS_EMPTY] = ""
    company: OptionalLine = ""
    message: Annotated[str, BoundedText(MAX_MESSAGE_LENGTH, multiline=True), NULL_AS_EMPTY] = ""


class SocialLinkOut(Out):
    """A page of the shop on another site, with the name of the site."""

    name: str
    url: str

    @classmethod
    def of(cls, url: str) -> Self:
        host = (urlsplit(url).hostname or "").removeprefix("www.").partition(".")[0]
        return cls(name=_SITE_NAMES.get(host, host.capitalize()), url=url)


class ContactOut(Out):
    """``chatNumber`` is digits with the country code. Details that the shop does not have are null.

    ``email`` is the address of ``SHOP_MAIL_CONTACT`` without a name. ``address`` has the lines of ``SHOP_ADDRESS``, or
    of ``SHOP_LEGAL_ADDRESS``, and is empty if neither is set.

    With ``asksPinCode`` the delivery time depends on the pin code: see ``GET /delivery/``. Every page promises the
    ``returnDays`` of ``GET /shop/``.
    """

    email: str
    address: list[str]
    chat_number: str | None
    phone: str | None
    grievance_officer: str | None
    hours: str
    legal_name: str | None
    gstin: str | None
    social_links: list[SocialLinkOut]
    asks_pin_code: bool
    return_days: int

    @classmethod
    def of(cls, config: Settings) -> Self:
        """Return the contact details of the settings."""
        shown = contact_settings()
        links = [SocialLinkOut.of(url) for url in shown.social_links.split()]
        lines = (config.address or config.legal_address).split(";")
        return cls(
            email=config.contact_email,
            address=[line.strip() for line in lines if line.strip()],
            chat_number=shown.chat_number or None,
            phone=shown.phone or None,
            grievance_officer=config.grievance_officer or None,
            hours=shown.support_hours,
            legal_name=config.legal_name or None,
            gstin=config.gstin or None,
            social_links=links,
            asks_pin_code=pin_codes() is not None,
            return_days=config.return_days,
        )


_SITE_NAMES = {"youtube": "YouTube", "linkedin": "LinkedIn", "tiktok": "TikTok", "whatsapp": "WhatsApp"}
