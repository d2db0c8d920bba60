"""The address of a client: the socket's peer, or the address that a trusted proxy forwards."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

Network = IPv4Network | IPv6Network


def client_address(peer: str, forwarded: Sequence[str], trusted: Sequence[Network]) -> str:
    """Return the nearest address that is no trusted proxy. IPv6 addresses of one /64 network count as one client.

    :param forwarded: the ``X-Forwarded-For`` headers in order. They are read from the right until a hop is not a
        trusted proxy. Entries that a client wrote itself are further left and never read.
    """
    nearest = peer
    hops = [hop.strip() for header in forwarded for hop in header.split(",")]
    while hops and is_proxy(nearest, trusted) and _is_address(hops[-1]):
        nearest = hops.pop()
    return _normalized(nearest)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_proxy(text: str, trusted: Sequence[Network]) -> bool:
    """Whether an address is in one of the trusted networks."""
    if not _is_address(text):
        return False
    address = ip_address(text)
    return any(address.version == network.version and address in network for network in trusted)


def _normalized(text: str) -> str:
    if not _is_address(text):
        return text
    address = ip_address(text)
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(IPv6Network((address.packed[:8] + bytes(8), 64)))
    return str(address)
