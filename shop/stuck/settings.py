"""The settings of the rules for stuck orders, and of the recipient of the daily report."""

from functools import cache

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class StuckSettings(BaseSettings):
    """The variable of each setting is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is invalid.
    """

    model_config = SettingsConfigDict(env_prefix="SHOP_", extra="ignore")

    stuck_ordered_hours: float = Field(24, gt=0, le=8760, description="hours after which an ordered item is stuck")
    stuck_claimed_hours: float = Field(4, gt=0, le=8760, description="hours after which a claimed payment is stuck")
    stuck_packed_hours: float = Field(48, gt=0, le=8760, description="hours after which a packed item is stuck")
    stuck_return_hours: float = Field(24, gt=0, le=8760, description="hours after which a requested return is stuck")
    stuck_mail_to: str = Field(
        "",
        pattern=r"^([^@\s,]+@[^@\s,]+)?$",
        description="the recipient of the daily mail of stuck orders; empty: the staff with the role orders or owner",
    )


@cache
def stuck_settings() -> StuckSettings:
    """Return the settings of this process."""
    return StuckSettings()
