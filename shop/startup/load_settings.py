"""The first step of each process: read all settings, so that an invalid one fails at the start and not in a request."""

import sys
from collections.abc import Mapping
from typing import Any, Protocol

from pydantic import ValidationError
from pydantic_settings import BaseSettings

from shop.contact.settings import ContactSettings, contact_settings
from shop.notifications.settings import PushSettings, push_settings
from shop.settings import Settings, settings
from shop.shipping.settings import ShippingSettings, couriers, pin_codes
from shop.stuck.settings import StuckSettings, stuck_settings
from shop.wishlists.settings import WishlistSettings, wishlist_settings


class CachedReader(Protocol):
    """A function that reads settings of this process once."""

    def __call__(self) -> Any: ...
    def cache_clear(self) -> None: ...


READERS: Mapping[type[BaseSettings], tuple[CachedReader, ...]] = {
    Settings: (settings,),
    ContactSettings: (contact_settings,),
    PushSettings: (push_settings,),
    ShippingSettings: (couriers, pin_codes),
    StuckSettings: (stuck_settings,),
    WishlistSettings: (wishlist_settings,),
}
"""Every class of settings, with the functions that read it."""


def load_settings(*, shipping: bool = False) -> Settings:
    """Read the settings of this process. If one is invalid, end the process with a line that names its variable.

    :param shipping: whether to read the settings of shipping too. Only the API uses them: in containers no other
        process has the file of pin codes.
    """
    try:
        for kind, readers in READERS.items():
            if shipping or kind is not ShippingSettings:
                for read in readers:
                    read()
    except ValidationError as error:
        sys.exit(describe_invalid_settings(error))
    return settings()


def describe_invalid_settings(error: ValidationError) -> str:
    """Return one line that names each invalid setting, without its value."""
    return "; ".join(_sentence(one["loc"], one["msg"]) for one in error.errors(include_url=False))


def _sentence(place: tuple[int | str, ...], message: str) -> str:
    message = message.removeprefix("Value error, ")
    if not place or message.startswith("SHOP_"):  # our own checks name the variables themselves
        return message
    return f"SHOP_{str(place[0]).upper().removeprefix('SHOP_')}: {message}"
