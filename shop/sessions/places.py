"""Describe where a sign-in came from, from its IP address alone. No other service is called."""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NETWORK_BITS = {4: 32, 6: 64}
"""The network prefix lengths: a home or an office usually has one IPv4 address, but a whole IPv6 network."""


def place_of(address: str | None, *, here: str | None) -> str:
    """Return a place in words.

    :param address: the address of the sign-in; None if it is unknown.
    :param here: the address from which the person reads the list.
    """
    known = _read(address)
    if known is None:
        return "Unknown place"
    if known.is_loopback:
        return "The shop's own machine"
    if known.is_private or known.is_link_local:
        return "Local network"
    return "This network" if _is_same_network(known, _read(here)) else "Another network"


def _read(address: str | None) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(address or "")
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


def _is_same_network(one: IPv4Address | IPv6Address, other: IPv4Address | IPv6Address | None) -> bool:
    return (
        other is not None
        and one.version == other.version
        and other in ip_network((one, _NETWORK_BITS[one.version]), strict=False)
    )
