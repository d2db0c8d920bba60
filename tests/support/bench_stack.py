"""Start durable PostgreSQL with our schema, Redis, and the server processes that a measurement compares."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil

from local.child import wrap_command
from local.ports import free_port
from local.postgres import DATABASE, Postgres
from local.redis import Redis
from shop.settings import Settings, settings
from shop.text.urls import driver_url
from tests.support.compose_topology import command_of

ROOT = Path(__file__).resolve().parents[2]


class ServerProcess:
    """A running server process of one measured system, with its children."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._process = process
        self._log = log

    def cpu(self) -> float:
        """Return the CPU time used so far, in seconds."""
        return sum(sum(member.cpu_times()[:2]) for member in self._family())

    def memory(self) -> int:
        """Return the private memory of this process in bytes."""
        return sum(member.memory_full_info().uss for member in self._family())

    def wait_for_port(self, *, seconds: float = 30) -> None:
        """Wait until the port accepts connections.

        :raises RuntimeError: if the process ends first or takes longer, with the end of its log.
        """
        deadline = time.monotonic() + seconds
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"the process does not serve:\n{self.log_tail()}") from None
                time.sleep(0.05)
            else:
                return

    def log_tail(self) -> str:
        """Return the end of the process's log."""
        return self._log.read_text()[-3000:]

    def stop(self) -> None:
        """End the process and its children."""
        family = self._family() if self._process.poll() is None else []
        self._process.terminate()
        for member in psutil.wait_procs(family, timeout=5)[1]:
            member.kill()
        self._process.wait()

    def _family(self) -> list[psutil.Process]:
        top = psutil.Process(self._process.pid)
        return [top, *top.children(recursive=True)]


class BenchStack:
    """PostgreSQL and Redis for one measurement. Commits are durable. Use :func:`bench_stack`."""

    def __init__(self, folder: Path, postgres: Postgres, redis: Redis, ends: ExitStack) -> None:
        self.folder = folder
        self.postgres = postgres
        self.redis = redis
        self._ends = ends
        self.environment = {
            "SHOP_DATABASE_URL": postgres.url,
            "SHOP_REDIS_URL": redis.url,
            "SHOP_SECRET_KEY": secrets.token_urlsafe(48),
            "SHOP_ENVIRONMENT": "local",
            "SHOP_MEDIA_DIR": str(folder / "media"),
            "SHOP_SOCKETS_PER_ADDRESS": "100000",
            "SHOP_SOCKETS_PER_PERSON": "100000",
            "SHOP_ORDERS_FREELY": "1000000",
            "PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges",
            "NODE_ENV": "production",
            "DATABASE_URL": self.dsn,
            "REDIS_URL": redis.url,
        }

    @property
    def dsn(self) -> str:
        """The database URL in the format of libpq and node-postgres."""
        return driver_url(self.postgres.url)

    def database(self, name: str) -> str:
        """Create another empty database and return its URL."""
        self.postgres.create_database(name)
        return driver_url(self.postgres.url_of(name))

    def shop(self, name: str) -> Settings:
        """Create a database with our schema. :func:`shop.settings.settings` of this process then points to it."""
        self.postgres.create_database(name)
        os.environ |= self.environment | {"SHOP_DATABASE_URL": self.postgres.url_of(name)}
        settings.cache_clear()
        migrate = [sys.executable, "-m", "alembic", "upgrade", "head"]
        subprocess.run(migrate, cwd=ROOT, env=os.environ, check=True, capture_output=True)
        return settings()

    def start(self, name: str, command: Sequence[str], **environment: str) -> ServerProcess:
        """Start a server and wait for its port, which replaces ``{port}`` in the command and is passed as ``PORT``."""
        running = self.start_in_background(name, command, **environment)
        running.wait_for_port()
        return running

    def start_in_background(self, name: str, command: Sequence[str], **environment: str) -> ServerProcess:
        """Start a process without waiting for it. It ends with the stack."""
        log, port = self.folder / f"{name}.log", free_port()
        words = [word.replace("{port}", str(port)) for word in command]
        with log.open("ab") as file:
            process = subprocess.Popen(
                wrap_command(words, stop_signal=signal.SIGTERM),
                cwd=ROOT,
                env=os.environ | self.environment | {"PORT": str(port)} | environment,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        running = ServerProcess(process, port, log)
        self._ends.callback(running.stop)
        return running

    def api(self, name: str = "api") -> ServerProcess:
        """Start the API by the command of compose.yaml."""
        return self.start(name, command_of("api", "{port}"))

    def realtime(self, name: str = "realtime") -> ServerProcess:
        """Start a realtime process by the command of compose.yaml."""
        return self.start(name, command_of("realtime", "{port}"))

    def relay(self, name: str = "relay") -> ServerProcess:
        """Start a relay by the command of compose.yaml."""
        return self.start_in_background(name, command_of("relay", "{port}"))

    def worker(self, queue: str, name: str | None = None, **environment: str) -> ServerProcess:
        """Start the worker of a queue by the command of compose.yaml."""
        name = name or queue
        return self.start_in_background(name, [*command_of(f"worker-{queue}", "{port}"), "--name", name], **environment)

    def asgi(self, name: str, target: str, **environment: str) -> ServerProcess:
        """Start another ASGI application on uvicorn with the same options as ours."""
        command = [target if word == "api.site:app" else word for word in command_of("api", "{port}")]
        command.remove("--factory")
        return self.start(name, command, **environment)


@contextmanager
def bench_stack(**postgres_settings: str) -> Iterator[BenchStack]:
    """Start a stack with our schema. ``postgres_settings`` override the durable defaults."""
    with ExitStack() as ends:
        folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="swarna-bench-")))
        postgres = ends.enter_context(
            Postgres(folder / "postgres", settings={"shared_buffers": "256MB"} | postgres_settings)
        )
        redis = ends.enter_context(Redis(folder / "redis"))
        made = BenchStack(folder, postgres, redis, ends)
        made.shop(DATABASE)
        yield made
