"""Checks ``Origin`` and ``Host`` of a request against the shop's own addresses.

The two are not compared with each other. In a DNS rebinding attack, both headers contain the other site's name, so they
would be equal.
"""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from shop.settings import Settings
from shop.text.urls import has_more_than_origin

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_DEFAULT_PORTS = {"http": 80, "https": 443}

_Address = tuple[str, str, int]


def is_own_origin(origin: str, settings: Settings) -> bool:
    """Whether a request's ``Origin`` is one of the shop's own addresses."""
    return _address(origin) in _own_addresses(settings.public_url, settings.other_addresses, is_local=settings.is_local)


def is_own_host(host: str, settings: Settings) -> bool:
    """Whether a request with this ``Host`` is served.

    In local use it has to be a host of the shop's own addresses or an IP address. Another site's name that resolves to
    this machine (DNS rebinding) is refused. In production, the reverse proxy decides which hosts it serves.
    """
    return not settings.is_local or not host or _is_own_name(host, settings.public_url, settings.other_addresses)


@lru_cache(maxsize=256)
def _is_own_name(host: str, public_url: str, others: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return _is_number(name) or name in {
        "localhost",
        *(own[1] for own in _own_addresses(public_url, others, is_local=True)),
    }


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=16)
def _own_addresses(public_url: str, others: str, *, is_local: bool) -> frozenset[_Address]:
    """Return scheme, host and port of each own address. In local use, loopback has three names."""
    configured = [_address(url) for url in (public_url, *(part.strip() for part in others.split(",")))]
    own = {address for address in configured if address}
    if is_local:
        own |= {(scheme, name, port) for scheme, host, port in own if host in _LOOPBACK for name in _LOOPBACK}
    return frozenset(own)


def _address(url: str) -> _Address | None:
    try:
        parts = urlsplit(url)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if not parts.hostname or has_more_than_origin(parts):
        return None
    return parts.scheme, _shortened(parts.hostname), port


def _shortened(host: str) -> str:
    """Return a host with an IPv6 address in its shortest form, as browsers write it."""
    return ip_address(host).compressed if _is_number(host) else host
