"""A message to the shop and where else it can be reached, on the wire."""

from typing import Annotated, Self
from urllib.parse import urlsplit

from api.customers.schemas import Email, PhoneOrNone
from api.shapes import UNSAID, In, Out, Written
from shop.settings import Settings

LONGEST_MESSAGE = 5000


Line = Annotated[str, Written(200), UNSAID]


class MessageIn(In):
    """Name and email are required (product rules, contact form)."""

    name: Annotated[str, Written(200, least=1)]
    email: Email
    phone: Annotated[PhoneOrNone, UNSAID] = ""
    company: Line = ""
    message: Annotated[str, Written(LONGEST_MESSAGE, has_lines=True), UNSAID] = ""


class SocialLinkOut(Out):
    """A page of the shop elsewhere, with the name of the site."""

    name: str
    url: str

    @classmethod
    def of(cls, url: str) -> Self:
        host = (urlsplit(url).hostname or "").removeprefix("www.").partition(".")[0]
        return cls(name=_SPELLINGS.get(host, host.capitalize()), url=url)


class ContactOut(Out):
    """``chatNumber`` is digits with the country's code; null where the shop has no chat."""

    chat_number: str | None
    social_links: list[SocialLinkOut]

    @classmethod
    def of(cls, config: Settings) -> Self:
        """Return what the settings say."""
        links = [SocialLinkOut.of(url) for url in config.social_links.split()]
        return cls(chat_number=config.chat_number or None, social_links=links)


_SPELLINGS = {"youtube": "YouTube", "linkedin": "LinkedIn", "tiktok": "TikTok", "whatsapp": "WhatsApp"}
