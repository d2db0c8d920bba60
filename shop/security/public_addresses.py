"""Determine which IP addresses are on the public internet.

Addresses that come from a person or a browser must be public.
"""

import ipaddress

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_TRANSLATED = (_NAT64, ipaddress.IPv6Network("64:ff9b:1::/48"), ipaddress.IPv6Network("::/96"))
_NOT_PUBLIC = [
    ipaddress.ip_network(network)
    for network in ("192.0.0.0/24", "192.88.99.0/24", "fec0::/10", "2001::/23", "3fff::/20", "5f00::/16")
]
"""Networks of special use that :mod:`ipaddress` counts as global in some versions of Python."""


def is_public(address: IpAddress) -> bool:
    """Return whether an address, and each IPv4 address that is embedded in it, is on the public internet."""
    return all(_is_global(form) for form in forms_of(address))


def forms_of(address: IpAddress) -> list[IpAddress]:
    """Return an address and the IPv4 addresses that are embedded in it by translation or tunnelling."""
    if address.version == 4:
        return [address]
    found: list[IpAddress] = [address]
    if address.ipv4_mapped:
        found.append(address.ipv4_mapped)
    if address.sixtofour:
        found.append(address.sixtofour)
    if address.teredo:
        found += address.teredo
    if any(address in network for network in _TRANSLATED):
        found.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
    return found


def _is_global(address: IpAddress) -> bool:
    if any(address in network for network in _NOT_PUBLIC if network.version == address.version):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved
