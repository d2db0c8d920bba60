"""The settings of an installation, read once from environment variables."""

import logging
import os
import re
from decimal import Decimal
from email.utils import parseaddr
from functools import cache
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Literal, Self

from psycopg import ProgrammingError
from pydantic import Field, SecretStr, ValidationInfo, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import make_url

from shop.text.email_addresses import Mailbox
from shop.text.networks import parse_networks
from shop.text.urls import BucketUrl, CollectorUrl, OtherAddresses, PublicUrl, RedisUrl, SmtpUrl, connection_parameters


def _secrets_dir() -> Path | None:
    """Return the folder with one file for each secret: `shop_secret_key` contains SHOP_SECRET_KEY."""
    folder = Path(os.environ.get("SHOP_SECRETS_DIR", "/run/secrets"))
    return folder if folder.is_dir() else None


def _parts(value: SecretStr) -> list[str]:
    return [part.strip() for part in value.get_secret_value().split(",") if part.strip()]


def _is_gstin(value: str) -> bool:
    """Whether the last character is the check digit that GST prescribes: base 36, weights 1 and 2 in turn."""
    if not re.fullmatch(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]", value):
        return False
    products = [int(character, 36) * (1 + place % 2) for place, character in enumerate(value[:14])]
    return (sum(product // 36 + product % 36 for product in products) + int(value[14], 36)) % 36 == 0


class DatabaseSettings(BaseSettings):
    """The addresses of the database: all that migrations and the ``shop`` command need."""

    model_config = SettingsConfigDict(
        env_prefix="SHOP_", extra="ignore", secrets_dir=_secrets_dir(), populate_by_name=True, hide_input_in_errors=True
    )

    database_url: str = Field(description="postgresql+psycopg://user:password@host:port/name")
    owner_database_url: str = Field(
        "", description="the same database with the role that owns its tables, for migrations and restores"
    )

    @field_validator("database_url", "owner_database_url")
    @classmethod
    def _driver_is_ours(cls, value: str, info: ValidationInfo) -> str:
        """Accept the usual spellings of a PostgreSQL URL."""
        if not value and info.field_name == "owner_database_url":
            return value
        scheme, separator, rest = value.partition("://")
        if not separator or scheme not in {"postgresql", "postgres", "postgresql+psycopg"}:
            raise ValueError("it must start with postgresql://")
        url = f"postgresql+psycopg://{rest}"
        try:
            make_url(url)
            connection_parameters(url)
        except (ValueError, ProgrammingError):  # the error's text contains a part of the URL, possibly of the password
            raise ValueError("it must be postgresql://user:password@host:port/name") from None
        return url

    @model_validator(mode="after")
    def _addresses_agree(self) -> Self:
        """Refuse URLs of two different databases, so that no migration or restore reaches the wrong one."""
        if self.owner_database_url:
            shop, owner = connection_parameters(self.database_url), connection_parameters(self.owner_database_url)
            place = {"host": "", "hostaddr": "", "port": "5432", "dbname": ""}
            if any(shop.get(name, usual) != owner.get(name, usual) for name, usual in place.items()):
                raise ValueError("SHOP_OWNER_DATABASE_URL must name the same database as SHOP_DATABASE_URL")
        return self

    @property
    def as_owner(self) -> Self:
        """Return these settings with the role that may change tables."""
        return self.model_copy(update={"database_url": self.owner_database_url or self.database_url})


class Settings(DatabaseSettings):
    """All settings of the shop. The variable of each is its name with the prefix ``SHOP_``.

    :raises pydantic.ValidationError: if one is missing or invalid.
    """

    redis_url: RedisUrl = "redis://127.0.0.1:6379/0"
    smtp_url: SmtpUrl = "smtp://127.0.0.1:1025"
    secret_key: SecretStr = Field(description="signs XSRF tokens and one-time codes; 32 characters or more")
    public_url: PublicUrl = "http://127.0.0.1:8000"
    other_addresses: OtherAddresses = Field(
        "", description="other addresses of this shop, separated by commas: http://192.168.1.5:8000"
    )
    environment: Literal["local", "production"] = "production"
    media_dir: Path = Path("var/media")
    media_url: BucketUrl = Field("", description="s3://bucket/prefix?endpoint=…&region=…, instead of a folder")
    media_keys: SecretStr = Field(
        SecretStr(""), description="id:secret for that bucket; empty: the AWS_ variables, or the machine's role"
    )
    web_dir: Path = Path("web/dist")
    sockets_per_person: int = Field(10, ge=1)
    sockets_per_address: int = Field(50, ge=1)
    orders_freely: int = Field(
        20, ge=1, description="orders that a shopper may place within ten minutes before pauses are enforced"
    )
    cod_limit: Decimal = Field(
        Decimal(199_999), ge=0, description="rupees up to which an order may be paid on delivery; 0: never"
    )
    upi_id: str = Field("", description="where shoppers pay by UPI, as swarna@bank; empty: UPI is not offered")
    bank_account: str = Field("", description="the account for bank transfers; empty: they are not offered")
    bank_ifsc: str = Field("", description="the IFSC of that account's branch, as ABCD0123456")
    payee_name: str = Field("Swarna", description="the name of the account's holder, as banks and UPI apps show it")
    razorpay_key_id: str = Field("", description="the key of the payment provider's API; empty: no online payments")
    razorpay_key_secret: SecretStr = Field(SecretStr(""), description="the secret of that key")
    razorpay_webhook_secret: SecretStr = Field(
        SecretStr(""), description="the secret that signs the provider's webhooks"
    )
    razorpay_url: str = Field("https://api.razorpay.com", description="the address of the payment provider's API")
    online_minutes: float = Field(30, gt=0, le=525_600, description="minutes until an unpaid online order is cancelled")
    payment_hours: float = Field(72, gt=0, le=8760, description="hours until an order without a payment is cancelled")
    payment_reminder_hours: float = Field(24, gt=0, le=8760, description="hours until a mail reminds of the payment")
    pan_above: Decimal = Field(
        Decimal(200_000), ge=0, description="rupees above which an order needs the buyer's PAN; 0: none does"
    )
    pan_keys: SecretStr = Field(
        SecretStr(""), description="keys, 32 characters or more, by commas: the first encrypts PANs, all decrypt them"
    )
    hold_minutes: int = Field(15, ge=0, le=1440, description="minutes for which checkout holds a price; 0: it does not")
    delivery_insured: bool = Field(default=False, description="whether couriers insure deliveries; pages then say so")
    return_days: int = Field(30, ge=0, le=365, description="days after its delivery in which a piece can be returned")
    gstin: str = Field("", description="the shop's GST number: with it, tax invoices are issued; empty: none are")
    legal_name: str = Field("", description="the name of the business, as it is registered for GST")
    legal_address: str = Field("", description="its address, as it is registered for GST")
    address: str = Field(
        "", description="where the shop is, its lines separated by semicolons; empty: SHOP_LEGAL_ADDRESS"
    )
    mail_from: Mailbox = "Swarna <orders@swarna.example>"
    mail_contact: Mailbox = Field(
        "care@swarna.example", description="the recipient of the contact form's messages and of answers to mails"
    )
    grievance_officer: str = Field(
        "", description="name and address of the officer whom Indian law wants a shop to name: Asha Rao, asha@…"
    )
    trusted_proxies: str = Field("", description="networks whose X-Forwarded-For is trusted, separated by commas")
    webhook_allowed: str = Field("", description="networks of our own that webhooks may call, separated by commas")
    log_level: Literal["debug", "info", "warning"] = Field(
        "info", description="debug: a line for each request and event"
    )
    longest_pause: float = Field(600.0, gt=0, le=600, description="the longest pause before a retry, in seconds")
    metrics_port: int = Field(0, ge=0, le=65_535, description="the port of /metrics for Prometheus; 0: none")
    otlp_url: CollectorUrl = Field(
        "", description="the collector of traces, OTLP over HTTP: http://127.0.0.1:4318; empty: none"
    )
    metrics_host: str = Field("127.0.0.1", description="the address on which /metrics listens; in a container 0.0.0.0")

    @field_validator("secret_key")
    @classmethod
    def _secret_is_long(cls, value: SecretStr) -> SecretStr:
        if len(value.get_secret_value()) < 32:
            raise ValueError("SHOP_SECRET_KEY needs at least 32 characters")
        return value

    @field_validator("pan_keys")
    @classmethod
    def _pan_keys_are_long(cls, value: SecretStr) -> SecretStr:
        if any(len(key) < 32 for key in _parts(value)):
            raise ValueError("SHOP_PAN_KEYS must be keys of at least 32 characters, separated by commas, or empty")
        return value

    @model_validator(mode="after")
    def _local_is_local(self) -> Self:
        """Refuse local mode, whose cookies are weaker, if the shop has TLS."""
        if self.is_local and self.has_tls:
            raise ValueError(
                "SHOP_ENVIRONMENT=local is for one machine without TLS, and SHOP_PUBLIC_URL starts with https://."
                " Set SHOP_ENVIRONMENT=production, or leave it out."
            )
        return self

    @field_validator("media_keys")
    @classmethod
    def _keys_are_two(cls, value: SecretStr) -> SecretStr:
        key_id, _, secret = value.get_secret_value().partition(":")
        if bool(key_id) != bool(secret):
            raise ValueError("SHOP_MEDIA_KEYS must be id:secret, or empty")
        return value

    @field_validator("upi_id")
    @classmethod
    def _upi_id_has_a_bank(cls, value: str) -> str:
        if value and not re.fullmatch(r"[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}", value):
            raise ValueError("SHOP_UPI_ID must be a UPI id, as swarna@bank, or empty")
        return value

    @model_validator(mode="after")
    def _account_is_whole(self) -> Self:
        """Refuse a bank account with missing fields, to which nobody could transfer money."""
        if self.bank_account and not re.fullmatch(r"[0-9]{9,18}", self.bank_account):
            raise ValueError("SHOP_BANK_ACCOUNT must be 9 to 18 digits, or empty")
        if self.bank_account and not re.fullmatch(r"[A-Z]{4}0[A-Z0-9]{6}", self.bank_ifsc):
            raise ValueError("SHOP_BANK_IFSC must be the IFSC of SHOP_BANK_ACCOUNT, as ABCD0123456")
        return self

    @model_validator(mode="after")
    def _provider_is_whole(self) -> Self:
        """Refuse a payment provider whose webhooks the shop could not verify."""
        secrets = (self.razorpay_key_secret, self.razorpay_webhook_secret)
        if self.razorpay_key_id and not all(secret.get_secret_value() for secret in secrets):
            raise ValueError("SHOP_RAZORPAY_KEY_ID needs SHOP_RAZORPAY_KEY_SECRET and SHOP_RAZORPAY_WEBHOOK_SECRET")
        return self

    @model_validator(mode="after")
    def _tax_payer_is_whole(self) -> Self:
        """Refuse an invalid GST number, or one without the name and address of an invoice."""
        if self.gstin and not _is_gstin(self.gstin):
            raise ValueError(
                "SHOP_GSTIN is not a GST number: 15 letters and digits, of which the last checks the others"
            )
        if self.gstin and not (self.legal_name and self.legal_address):
            raise ValueError("SHOP_GSTIN needs SHOP_LEGAL_NAME and SHOP_LEGAL_ADDRESS")
        return self

    @field_validator("trusted_proxies", "webhook_allowed")
    @classmethod
    def _proxies_are_networks(cls, value: str) -> str:
        parse_networks(value)
        return value

    @property
    def contact_email(self) -> str:
        """The email address of ``mail_contact``, without a name."""
        return parseaddr(self.mail_contact)[1]

    @property
    def gst_state_code(self) -> str:
        """The two digits of the state in which the shop is registered for GST."""
        return self.gstin[:2]

    @property
    def proxy_networks(self) -> list[IPv4Network | IPv6Network]:
        """The networks of ``trusted_proxies``."""
        return parse_networks(self.trusted_proxies)

    @property
    def pan_secrets(self) -> list[str]:
        """The secrets that encrypt PANs. The first one encrypts new PANs."""
        return _parts(self.pan_keys) or [self.secret_key.get_secret_value()]

    @property
    def has_tls(self) -> bool:
        """Whether the shop's public address uses TLS."""
        return self.public_url.lower().startswith("https://")

    @property
    def is_local(self) -> bool:
        """Whether this is a local shop. Its cookies work without TLS."""
        return self.environment == "local"


def log_level() -> int:
    """Return the lowest level that is logged, as a number of :mod:`logging`."""
    return logging.getLevelNamesMapping()[settings().log_level.upper()]


@cache
def settings() -> Settings:
    """Return the settings of this process."""
    return Settings()
