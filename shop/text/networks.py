"""Parses lists of IP networks."""

from ipaddress import IPv4Network, IPv6Network, ip_network


def parse_networks(value: str) -> list[IPv4Network | IPv6Network]:
    """Return the networks of a list that is separated by commas. Of 10.0.0.5/8, only the bits of the network count.

    :raises ValueError: if one of them is not a network.
    """
    return [ip_network(part.strip(), strict=False) for part in value.split(",") if part.strip()]
