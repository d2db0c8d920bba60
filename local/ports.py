import errno
import random
import socket
from pathlib import Path

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
_LOWEST = 15_000
_TAKEN = {errno.EADDRINUSE}


def free_port() -> int:
    """Choose a free loopback port below the range the system takes client ports from, and nobody else's choice.

    A server that is restarted must find its port again. In the client range any outgoing connection could
    have taken it meanwhile, and a client that retries a closed port there can even connect to itself. Nor is
    it chosen again, here or in another process, while this one lives: its server may not listen yet.
    """
    top = _lowest_client_port()
    for port in random.sample(range(_LOWEST, top), k=50):
        if is_free("127.0.0.1", port) and _claim(port):
            return port
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def _claim(port: int) -> bool:
    """Bind the UDP port of that number, which no server here uses, to reserve the TCP port."""
    claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        claim.bind(("127.0.0.1", port))
    except OSError:
        claim.close()
        return False
    claim.detach()  # it stays open for as long as this process lives
    return True


def is_free(host: str, port: int) -> bool:
    """Return whether a server could listen there.

    :raises OSError: where the address itself is not one of this machine's.
    """
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    try:
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def _lowest_client_port() -> int:
    try:
        return max(int(_RANGE.read_text().split()[0]), _LOWEST + 1_000)
    except (OSError, ValueError):
        return 32_768
