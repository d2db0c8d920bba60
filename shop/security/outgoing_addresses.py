"""Check addresses of webhooks and push services, which come from a person or a browser, before the shop calls them.

They must be on the public internet or in an allowed network; in local mode loopback is allowed too.

The URL is checked when it is stored. At each call the host is resolved and its IP addresses are checked. The connection
is made to a checked IP address, so that the host cannot resolve to a different one in between.
"""

import ipaddress
import re
from collections.abc import Sequence
from urllib.parse import urlsplit, urlunsplit

from shop.errors import Invalid
from shop.security.public_addresses import IpAddress, forms_of, is_public
from shop.text.networks import parse_networks

_LABEL = r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?", re.IGNORECASE)
_NUMERIC = re.compile(r"(0x[0-9a-f]*|[0-9]+)", re.IGNORECASE)
MAX_LENGTH = 2000
FIRST_FREE_PORT = 1024
OTHER_SERVICES = {
    *(1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4444, 5060, 5061, 5432),
    *(5672, 5900, 5984, 6000, 6379, 6443, 6566, *range(6660, 6670), 6697, 9042, 9092, 9200, 9300, 10080, 10250),
    *(11211, 15672, 27017, 27018),
}
"""Ports of databases and other services that are no web servers; the WHATWG's "bad ports" are among them."""
NEEDS_HTTPS = "Please give an https address."
_NOT_OURS = "The shop may not call this address: it is not on the public internet."


class ForbiddenAddress(Invalid):
    """The shop may not call this address."""

    code = "forbidden_address"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, fields={"url": sentence})


def check_url(url: str, *, is_local: bool) -> tuple[str, int]:
    """Check an address without resolving its host, and return host and port.

    :raises ForbiddenAddress: unless it is a plain https address, or http to loopback in local mode.
    """
    if len(url) > MAX_LENGTH or any(ord(sign) <= 32 or ord(sign) == 127 for sign in url) or "\\" in url:
        raise ForbiddenAddress("Please give a plain address, such as https://erp.example/hook.")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ForbiddenAddress("This is no address. Please check it.") from None
    if parts.scheme not in {"https", "http"} or (parts.scheme == "http" and not is_local):
        raise ForbiddenAddress(NEEDS_HTTPS)
    if parts.netloc.endswith(":"):
        raise ForbiddenAddress("Please write https:// once, without another scheme, and no colon without a port.")
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        raise ForbiddenAddress("Please leave name and password out of the address.")
    if parts.fragment or url.endswith("#"):
        raise ForbiddenAddress("Please leave out what follows the # sign.")
    _check_host(host, parts.netloc)
    port = port if port is not None else {"https": 443, "http": 80}[parts.scheme]
    if port in OTHER_SERVICES or (port < FIRST_FREE_PORT and port not in {443, 80}):
        raise ForbiddenAddress(f"Port {port} is not one of a web server.")
    return host, port


def _check_host(host: str, netloc: str) -> None:
    """Refuse unusual spellings of an IP address, such as 127.1, 0x7f000001 and 2130706433."""
    if netloc.startswith("["):
        try:
            ipaddress.IPv6Address(host)
        except ValueError:
            raise ForbiddenAddress("This is no IPv6 address.") from None
        if "%" in host:
            raise ForbiddenAddress(_NOT_OURS)
        return
    if not _HOST_NAME.fullmatch(host) or len(host) > 253:
        raise ForbiddenAddress("This is no host name. Write names with other letters in their form xn--….")
    if _NUMERIC.fullmatch(host.rstrip(".").rpartition(".")[2]):
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            raise ForbiddenAddress("Please write an IP address with four decimal numbers, or give a name.") from None


def check_addresses(addresses: Sequence[str], *, scheme: str, is_local: bool, allowed: str = "") -> str:
    """Return the address to connect to, chosen from those that a host resolved to.

    :param allowed: networks that may be called besides the public internet, separated by commas.
    :raises ForbiddenAddress: if one of them is not allowed, or there is none.
    """
    if not addresses:
        raise ForbiddenAddress("This host has no address.")
    for address in addresses:
        if "%" in address or not _is_allowed(
            ipaddress.ip_address(address), scheme=scheme, is_local=is_local, allowed=allowed
        ):
            raise ForbiddenAddress(_NOT_OURS)
    return addresses[0]


def pin(url: str, address: str, port: int) -> tuple[str, str, str]:
    """Return the URL that leads to a checked IP address, the header ``Host``, and the host name for TLS."""
    parts = urlsplit(url)
    literal = f"[{address}]" if ":" in address else address
    pinned = urlunsplit((parts.scheme, f"{literal}:{port}", parts.path or "/", parts.query, ""))
    return pinned, parts.netloc, (parts.hostname or "").rstrip(".")


def _is_allowed(address: IpAddress, *, scheme: str, is_local: bool, allowed: str) -> bool:
    forms = forms_of(address)
    networks = parse_networks(allowed)
    if any(form in network for network in networks for form in forms if form.version == network.version):
        return True
    if scheme == "http":
        return is_local and address.is_loopback
    return is_public(address)
