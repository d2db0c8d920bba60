"""The first step of each process: read all settings, so that an invalid one ends the start and not a later request."""

import sys

from pydantic import ValidationError

from shop.notifications.settings import push_settings
from shop.settings import Settings, settings
from shop.shipping.settings import couriers, pin_codes
from shop.stuck.settings import stuck_settings
from shop.wishlists.settings import wishlist_settings


def load_settings(*, shipping: bool = False) -> Settings:
    """Read the settings of this process. If one is invalid, end the process with a line that names its variable.

    :param shipping: whether to read those of shipping too. Only the API uses them: in containers no other process has
        the file of pin codes.
    """
    try:
        config = settings()
        push_settings()
        stuck_settings()
        wishlist_settings()
        if shipping:
            couriers()
            pin_codes()
    except ValidationError as error:
        sys.exit(describe_invalid_settings(error))
    return config


def describe_invalid_settings(error: ValidationError) -> str:
    """Return one line that names each invalid setting, without its value."""
    return "; ".join(_sentence(one["loc"], one["msg"]) for one in error.errors(include_url=False))


def _sentence(place: tuple[int | str, ...], message: str) -> str:
    message = message.removeprefix("Value error, ")
    if not place or message.startswith("SHOP_"):  # our own checks name the variables themselves
        return message
    return f"SHOP_{str(place[0]).upper().removeprefix('SHOP_')}: {message}"
