"""Which addresses are the shop's own: an ``Origin`` that may act for who is signed in, a ``Host`` that is answered.

Neither is ever compared with the other: a page of another site whose name points at this machine (DNS rebinding)
sends the same foreign name in both.
"""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

from shop.settings import Settings

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_PORTS = {"http": 80, "https": 443}

_Address = tuple[str, str, int]


def is_own(origin: str, settings: Settings) -> bool:
    """Tell whether a request's ``Origin`` is one of the shop's own addresses."""
    return _address(origin) in _own(settings.public_url, settings.other_addresses, is_local=settings.is_local)


def is_own_host(host: str, settings: Settings) -> bool:
    """Tell whether a request's ``Host`` is answered.

    On one person's machine it is a name of the shop's own addresses or a number: no name of another site can be one,
    while one that points at this machine could read what only this machine may. In production the front server
    decides which names it serves.
    """
    return not settings.is_local or not host or _is_own_name(host, settings.public_url, settings.other_addresses)


@lru_cache(maxsize=256)
def _is_own_name(host: str, public_url: str, others: str) -> bool:
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    return _is_number(name) or name in {"localhost", *(own[1] for own in _own(public_url, others, is_local=True))}


def _is_number(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=16)
def _own(public_url: str, others: str, *, is_local: bool) -> frozenset[_Address]:
    """Return scheme, host and port of each; an address of this machine itself has three names."""
    given = [_address(url) for url in (public_url, *(part.strip() for part in others.split(",")))]
    own = {address for address in given if address}
    if is_local:
        own |= {(scheme, name, port) for scheme, host, port in own if host in _LOOPBACK for name in _LOOPBACK}
    return frozenset(own)


def _address(url: str) -> _Address | None:
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        return None
    if not parts.hostname or _has_more(parts):
        return None
    return parts.scheme, parts.hostname, port


def _has_more(parts: SplitResult) -> bool:
    """Whether it is more than an origin is: a slash behind it is nothing."""
    return bool(parts.username or parts.password or parts.query or parts.fragment or parts.path.strip("/"))
