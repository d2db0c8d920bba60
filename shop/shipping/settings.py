"""The settings of shipping: the couriers that the shop uses, and where it delivers."""

from functools import cache
from pathlib import Path
from typing import Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from shop.shipping.couriers import DEFAULT_COURIERS, Courier, read_couriers
from shop.shipping.pin_codes import PinCodes, read_pin_codes


class ShippingSettings(BaseSettings):
    """The variable of each setting is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is invalid.
    """

    model_config = SettingsConfigDict(env_prefix="SHOP_", extra="ignore")

    couriers: str = Field(
        DEFAULT_COURIERS,
        description="couriers, separated by semicolons, each with the address of its tracking page, which has {number}"
        " in the place of the tracking number: Blue Dart=https://…{number};Speed Post",
    )
    pincodes: Path | None = Field(
        None, description="a CSV with the columns prefix, days, deliverable: where the shop delivers, and how soon"
    )

    @field_validator("couriers")
    @classmethod
    def _couriers_are_readable(cls, value: str) -> str:
        value = value.strip() or DEFAULT_COURIERS
        try:
            read_couriers(value)
        except ValueError as error:
            raise ValueError(f"SHOP_COURIERS: {error}") from None
        return value

    @field_validator("pincodes", mode="before")
    @classmethod
    def _no_path_is_none(cls, value: object) -> object:
        return value or None

    @model_validator(mode="after")
    def _pin_codes_are_readable(self) -> Self:
        try:
            self.read_pin_codes()
        except (OSError, ValueError) as error:
            raise ValueError(f"SHOP_PINCODES: {error}") from None
        return self

    def read_pin_codes(self) -> PinCodes | None:
        """Return the table of pin codes, None if the shop has none."""
        return read_pin_codes(self.pincodes) if self.pincodes else None


@cache
def couriers() -> dict[str, Courier]:
    """Return the couriers of this process's settings, by their names."""
    return {courier.name: courier for courier in read_couriers(ShippingSettings().couriers)}


@cache
def pin_codes() -> PinCodes | None:
    """Return the table of pin codes of this process's settings; None: the shop delivers everywhere in 3-5 days."""
    return ShippingSettings().read_pin_codes()
