"""Where push services may be: on the public internet, never in the shop's own network."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from shop.errors import Invalid
from shop.security.public_addresses import is_public

MAX_LENGTH = 1000
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:.]+", re.IGNORECASE)
_FORBIDDEN = "This is not the address of a push service."


class ForbiddenPushService(Invalid):
    """The shop does not call this address."""

    code = "forbidden_address"

    def __init__(self) -> None:
        super().__init__(_FORBIDDEN, fields={"endpoint": _FORBIDDEN})


def check_endpoint(url: str, *, is_local: bool) -> tuple[str, int]:
    """Return host and port of a push service's address, as far as it says by itself.

    :raises ForbiddenPushService: unless it is a plain https address; http is for loopback in local mode.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ForbiddenPushService from None
    is_plain = len(url) <= MAX_LENGTH and url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    if not is_plain or not _HOST.fullmatch(host) or "@" in parts.netloc or parts.fragment:
        raise ForbiddenPushService
    if parts.scheme == "http" and is_local:
        if not _is_loopback(host):
            raise ForbiddenPushService
        return host, port or 80
    if parts.scheme != "https" or host == "localhost" or (host.rpartition(".")[2].isdecimal() and not _is_public(host)):
        raise ForbiddenPushService
    if ":" in host and not _is_public(host):
        raise ForbiddenPushService
    return host, port or 443


def resolve(host: str, port: int, *, is_local: bool) -> str:
    """Return an IP address of a host, all of whose addresses are allowed.

    :raises ForbiddenPushService: where one is not.
    :raises OSError: where the host is not known.
    """
    found = sorted({str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)})
    if not _are_allowed(found, is_local=is_local):
        raise ForbiddenPushService
    return found[0]


def _are_allowed(found: Iterable[str], *, is_local: bool) -> bool:
    return all(_is_public(address) or (is_local and _is_loopback(address)) for address in found)


def _is_public(host: str) -> bool:
    try:
        return "%" not in host and is_public(ipaddress.ip_address(host))
    except ValueError:
        return False


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
