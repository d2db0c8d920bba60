"""The settings of wishlists: the price changes about which their owners are notified."""

from functools import cache

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class WishlistSettings(BaseSettings):
    """The variable of each setting is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is invalid.
    """

    model_config = SettingsConfigDict(env_prefix="SHOP_", extra="ignore")

    price_news_percent: float = Field(
        3,
        ge=0,
        le=100,
        description="percent by which a wished price must change before its shopper is notified; 0: never",
    )


@cache
def wishlist_settings() -> WishlistSettings:
    """Return the settings of this process."""
    return WishlistSettings()
