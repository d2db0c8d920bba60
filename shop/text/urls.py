"""Checks of the settings that are URLs. No message contains the URL, which may have a password."""

from typing import Annotated
from urllib.parse import SplitResult, parse_qs, urlsplit

from psycopg.conninfo import conninfo_to_dict
from pydantic import AfterValidator

_REDIS_TLS_OPTIONS = {"ssl_cert_reqs", "ssl_check_hostname", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile"}
"""The options of a Redis URL that both clients of the shop read: redis-py, and kombu for Celery."""


def has_more_than_origin(parts: SplitResult) -> bool:
    """Whether a URL has parts that an origin does not have. A trailing slash is allowed."""
    return bool(parts.username or parts.password or parts.query or parts.fragment or parts.path.strip("/"))


def driver_url(database_url: str) -> str:
    """Return the URL of a database in the form that psycopg accepts."""
    return database_url.replace("postgresql+psycopg://", "postgresql://", 1)


def connection_parameters(database_url: str) -> dict[str, str]:
    """Return the parameters of a database's URL as psycopg reads them: also those of its query, such as ``sslmode``.

    :raises psycopg.ProgrammingError: if it is not valid.
    """
    return {name: str(value) for name, value in conninfo_to_dict(driver_url(database_url)).items()}


def _parts(url: str) -> SplitResult | None:
    """Return the parts of a URL whose port is a number, else None."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        return None
    return parts


def _is_origin(url: str) -> bool:
    """Whether a URL is an origin as browsers send it: names with other letters than ASCII have their form xn--…."""
    parts = _parts(url)
    if parts is None or not url.isascii() or any(character.isspace() or character in "?#" for character in url):
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and not has_more_than_origin(parts)


def _is_web_server(url: str) -> bool:
    parts = _parts(url)
    return parts is not None and parts.scheme in {"http", "https"} and bool(parts.hostname)


def _public_url(value: str) -> str:
    if not _is_origin(value.strip()):
        raise ValueError(
            "SHOP_PUBLIC_URL must be http:// or https:// and a host, without a path: https://shop.example, with names"
            " in other letters in their form xn--…"
        )
    return value.strip()


def _other_addresses(value: str) -> str:
    if not all(_is_origin(part.strip()) for part in value.split(",") if part.strip()):
        raise ValueError(
            "SHOP_OTHER_ADDRESSES must be http:// or https:// and a host each, without a path, separated by commas:"
            " http://192.168.1.5:8000, with names in other letters in their form xn--…; or be empty"
        )
    return value


def _smtp_url(value: str) -> str:
    parts = _parts(value)
    is_server = parts and parts.scheme in {"smtp", "smtp+starttls", "smtps"} and parts.hostname
    if value and not is_server:
        raise ValueError(
            "SHOP_SMTP_URL must start with smtp://, smtp+starttls:// or smtps:// and name a host:"
            " smtp+starttls://user:password@host:587, with special characters of the password as %40; or be empty for"
            " a server on this machine"
        )
    return value


def _redis_url(value: str) -> str:
    """Accept what redis-py and kombu both read. kombu needs a transport of its own for the socket of unix://."""
    parts = _parts(value)
    options = parse_qs(parts.query, keep_blank_values=True) if parts else {}
    if not value.startswith(("redis://", "rediss://")) or parts is None:
        raise ValueError("SHOP_REDIS_URL must start with redis:// or rediss://: redis://:password@host:6379/0")
    if options and (parts.scheme != "rediss" or not options.keys() <= _REDIS_TLS_OPTIONS):
        raise ValueError(
            f"SHOP_REDIS_URL must have no options but those of rediss://: {', '.join(sorted(_REDIS_TLS_OPTIONS))}."
            " The database is the path: redis://:password@host:6379/0"
        )
    if not {"required", "optional", "none"}.issuperset(options.get("ssl_cert_reqs", [])):
        raise ValueError("SHOP_REDIS_URL must say required, optional or none in ssl_cert_reqs")
    return value


def _bucket_url(value: str) -> str:
    parts = _parts(value)
    endpoints = parse_qs(parts.query).get("endpoint", []) if parts else []
    if value and not (parts and parts.scheme == "s3" and parts.hostname and all(map(_is_web_server, endpoints))):
        raise ValueError(
            "SHOP_MEDIA_URL must start with s3:// and name a bucket, and its endpoint must start with https:// or"
            " http://: s3://bucket/prefix?endpoint=https://…&region=…; or be empty for the folder SHOP_MEDIA_DIR"
        )
    return value


def _collector_url(value: str) -> str:
    if value and not value.startswith(("http://", "https://")):
        raise ValueError("SHOP_OTLP_URL must start with http:// or https://, or be empty for no traces")
    return value


PublicUrl = Annotated[str, AfterValidator(_public_url)]
OtherAddresses = Annotated[str, AfterValidator(_other_addresses)]
SmtpUrl = Annotated[str, AfterValidator(_smtp_url)]
RedisUrl = Annotated[str, AfterValidator(_redis_url)]
BucketUrl = Annotated[str, AfterValidator(_bucket_url)]
CollectorUrl = Annotated[str, AfterValidator(_collector_url)]
