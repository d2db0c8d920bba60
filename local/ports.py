import errno
import random
import socket
from contextlib import suppress
from pathlib import Path

_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
_LOWEST = 15_000
_TAKEN = {errno.EADDRINUSE}


def free_port() -> int:
    """Choose a free loopback port below the range of client ports.

    A restarted server must find its port free. A port in the client range could be taken by an outgoing connection
    meanwhile, and a client that retries a closed port there can even connect to itself. A port is not chosen again,
    by this or another process, while this process lives, as its server may not listen yet.
    """
    top = _lowest_client_port()
    for port in random.sample(range(_LOWEST, top), k=50):
        if is_free("127.0.0.1", port) and claim(port):
            return port
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def persistent_port(file: Path) -> int:
    """Return the port in the file if it is free, otherwise another one, which the file then holds."""
    with suppress(OSError, ValueError):
        port = int(file.read_text())
        if _LOWEST <= port < 65_536 and is_free("127.0.0.1", port) and claim(port):
            return port
    port = free_port()
    file.write_text(str(port))
    return port


def claim(port: int) -> bool:
    """Reserve the TCP port by binding the UDP port of the same number, which no server here uses."""
    held = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        held.bind(("127.0.0.1", port))
    except OSError:
        held.close()
        return False
    held.detach()  # the socket stays open as long as this process lives
    return True


def is_free(host: str, port: int) -> bool:
    """Return whether a server could listen at this address.

    :raises OSError: if the address does not belong to this machine.
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
