"""The settings that only the contact page and the chat button show."""

import re
from functools import cache

from pydantic import AliasChoices, Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class ContactSettings(BaseSettings):
    """The variable of each setting is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is invalid.
    """

    model_config = SettingsConfigDict(env_prefix="SHOP_", extra="ignore", populate_by_name=True)

    support_hours: str = Field("Online support 24/7", description="the hours of support on the contact page")
    phone: str = Field(
        "", pattern=r"^(\+?[0-9][0-9 ()-]{5,20})?$", description="the shop's phone number as it is shown"
    )
    chat_number: str = Field(
        "",
        validation_alias=AliasChoices("SHOP_CHAT_NUMBER", "VITE_CHAT_NUMBER"),
        description="the number of the chat button, with country code; empty: it opens the contact page",
    )
    social_links: str = Field(
        "",
        validation_alias=AliasChoices("SHOP_SOCIAL_LINKS", "VITE_SOCIAL_LINKS"),
        description="the shop's pages in social networks, separated by spaces",
    )

    @field_validator("chat_number")
    @classmethod
    def _chat_number_has_a_country(cls, value: str) -> str:
        """Keep only the digits, as the messenger's link needs them."""
        digits = re.sub(r"[\s()+.-]", "", value)
        if digits and not re.fullmatch(r"[1-9][0-9]{6,14}", digits):
            raise ValueError("SHOP_CHAT_NUMBER must be a number with the country's code, as +91 98400 00000, or empty")
        return digits

    @field_validator("social_links")
    @classmethod
    def _social_links_are_addresses(cls, value: str) -> str:
        for link in value.split():
            if not re.fullmatch(r'https?://[A-Za-z0-9.-]+(:[0-9]+)?(/[^"<>]*)?', link):
                raise ValueError("SHOP_SOCIAL_LINKS must be addresses that start with https://, separated by blanks")
        return value


@cache
def contact_settings() -> ContactSettings:
    """Return the settings of this process."""
    return ContactSettings()
