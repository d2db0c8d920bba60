"""The settings of Web Push: the key that identifies this shop to push services (VAPID, RFC 8292)."""

import base64
import binascii
from functools import cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

KEY_BYTES = 32


class PushSettings(BaseSettings):
    """The variable of each setting is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is invalid.
    """

    model_config = SettingsConfigDict(env_prefix="SHOP_", extra="ignore", hide_input_in_errors=True)

    vapid_private_key: SecretStr = Field(
        SecretStr(""),
        description="the private key of Web Push: 32 bytes of the curve P-256 in base64url; empty: none is offered",
    )
    vapid_contact: str = Field(
        "", pattern=r"^((mailto:|https://)\S+)?$", description="whom push services write to: mailto:you@shop.example"
    )

    @field_validator("vapid_private_key")
    @classmethod
    def _key_is_of_the_curve(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value():
            try:
                _public_key(value.get_secret_value())
            except (ValueError, binascii.Error):
                raise ValueError("SHOP_VAPID_PRIVATE_KEY must be 32 bytes in base64url, or empty") from None
        return value

    @property
    def public_key(self) -> str | None:
        """The key that browsers subscribe with, in base64url; None if the shop offers no Web Push."""
        private = self.vapid_private_key.get_secret_value()
        return _public_key(private) if private else None


def _public_key(private: str) -> str:
    raw = base64.urlsafe_b64decode(private + "=" * (-len(private) % 4))
    if len(raw) != KEY_BYTES:
        raise ValueError("it has another length")
    key = ec.derive_private_key(int.from_bytes(raw, "big"), ec.SECP256R1())
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


@cache
def push_settings() -> PushSettings:
    """Return the settings of this process."""
    return PushSettings()
