"""Check the addresses of push services. They come from browsers, so the rules for all outgoing calls apply to them."""

import ipaddress
import socket
from urllib.parse import urlsplit

from shop.errors import Invalid
from shop.security import outgoing_addresses
from shop.security.outgoing_addresses import ForbiddenAddress

MAX_LENGTH = 1000
_NEVER_EXISTS = ".invalid"
"""The end of host names that never exist (RFC 6761). Some browsers give one instead of a push service's address."""
_FORBIDDEN = "This is not the address of a push service."


class ForbiddenPushService(Invalid):
    """The shop may not call this address."""

    code = "forbidden_address"

    def __init__(self) -> None:
        super().__init__(_FORBIDDEN, fields={"endpoint": _FORBIDDEN})


def check_endpoint(url: str, *, is_local: bool) -> tuple[str, int]:
    """Check a push service's address without resolving its host, and return host and port.

    :raises ForbiddenPushService: unless it is a plain https address of a host that may exist; http is for loopback in
        local mode.
    """
    try:
        host, port = outgoing_addresses.check_url(url, is_local=is_local)
        scheme, literal = urlsplit(url).scheme, _literal(host)
        if literal:
            outgoing_addresses.check_addresses([literal], scheme=scheme, is_local=is_local)
    except ForbiddenAddress:
        raise ForbiddenPushService from None
    never_exists = host.rstrip(".").endswith(_NEVER_EXISTS)
    if never_exists or len(url) > MAX_LENGTH or (scheme == "http" and not literal):
        raise ForbiddenPushService
    return host, port


def resolve(url: str, *, is_local: bool) -> tuple[str, int]:
    """Return an IP address and the port of a push service, all of whose addresses are allowed.

    :raises ForbiddenPushService: if one of them, or the address as given, is not allowed.
    :raises OSError: if the host is unknown.
    """
    host, port = check_endpoint(url, is_local=is_local)
    found = [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    try:
        return outgoing_addresses.check_addresses(found, scheme=urlsplit(url).scheme, is_local=is_local), port
    except ForbiddenAddress:
        raise ForbiddenPushService from None


def _literal(host: str) -> str | None:
    """Return the IP address of ``localhost``, or of a host that is given as an IP address; None for other names."""
    if host.rstrip(".") == "localhost":
        return "127.0.0.1"
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return None
