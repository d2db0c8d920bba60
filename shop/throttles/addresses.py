"""The client's address: the socket's peer, or what a proxy of our own says of it."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """Return the nearest address that is no proxy of ours; an IPv6 client counts by its /64.

    :param forwarded: the ``X-Forwarded-For`` headers in order. They are read from the right, and only as far as each
        hop so far is trusted; what a client wrote itself stands further left and is never reached.
    """
    nearest = peer
    hops = [hop.strip() for header in forwarded for hop in header.split(",")]
    while hops and is_ours(nearest, trusted) and _is_address(hops[-1]):
        nearest = hops.pop()
    return _counted_as(nearest)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_ours(text: str, trusted: Sequence[Network]) -> bool:
    """Whether an address is one of our proxies'."""
    if not _is_address(text):
        return False
    address = ip_address(text)
    return any(address.version == network.version and address in network for network in trusted)


def _counted_as(text: str) -> str:
    if not _is_address(text):
        return text
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address.packed[:8] + bytes(8), 64)))
    return str(address)
