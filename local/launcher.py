import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from demo import settings as demo_settings
from local import health, processes
from local.errors import StartError
from local.output import Output
from local.ports import free_port, persistent_port
from local.postgres import Postgres
from local.redis import Redis
from local.server import Server
from local.supervisor import Process, Supervisor

_REPORT_EVERY = 5.0
_SERVER_LIMIT = 30.0
_ANY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared with, never listened on


@dataclass(frozen=True, kw_only=True)
class Configuration:
    """The configuration of one shop. A given URL replaces the embedded server."""

    data_dir: Path
    secret_key: str
    vapid_key: str = ""
    host: str = "127.0.0.1"
    ports: tuple[int, ...] = (8000,)
    database_url: str | None = None
    redis_url: str | None = None
    smtp_url: str | None = None
    with_demo: bool = True
    counts: Mapping[str, int] = field(default_factory=dict)
    postgres_settings: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    table: Callable[[str, list[int], Mapping[str, int]], list[Process]] = processes.shop

    @property
    def reachable_host(self) -> str:
        """The address a browser on this machine uses."""
        return _ANY_ADDRESS.get(self.host, self.host)

    @property
    def public_url(self) -> str:
        """The public address of the shop."""
        return self._url_at(self.ports[0])

    @property
    def further_urls(self) -> list[str]:
        """The URLs of all web processes but the first."""
        return [self._url_at(port) for port in self.ports[1:]]

    def _url_at(self, port: int) -> str:
        host = f"[{self.reachable_host}]" if ":" in self.reachable_host else self.reachable_host
        return f"http://{host}:{port}"

    @property
    def mail_dir(self) -> Path:
        """The folder in which the embedded mailbox stores mails."""
        return self.data_dir / "mail"


class Shop:
    """The whole shop under one supervisor. The order is: databases, schema, demo data, processes."""

    def __init__(self, configuration: Configuration, output: Output) -> None:
        self.configuration = configuration
        self.supervisor = Supervisor(output)
        self._output = output
        self._owner: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the shop's processes. Commands beside them use it as well."""
        given = self.supervisor.environment | self._owner
        return {name: value for name, value in given.items() if name.startswith("SHOP_")}

    async def start(self, *, limit: float = health.START_LIMIT) -> None:
        """Start all processes and wait until the shop is healthy.

        :raises StartError: if that fails. Its message is one sentence.
        """
        await self.supervisor.prepare()
        configuration = self.configuration
        if configuration.with_demo:
            self.supervisor.environment = demo_settings.SETTINGS | self.supervisor.environment
        database_url = configuration.database_url or await self._start_postgres()
        redis_url = configuration.redis_url or await self._start_redis()
        smtp_url = configuration.smtp_url or self._start_mailbox()
        self.supervisor.environment |= {
            "SHOP_ENVIRONMENT": "local",
            "SHOP_SECRET_KEY": configuration.secret_key,
            "SHOP_VAPID_PRIVATE_KEY": configuration.vapid_key,
            "SHOP_PUBLIC_URL": configuration.public_url,
            "SHOP_OTHER_ADDRESSES": ",".join(
                [*configuration.further_urls, self.supervisor.environment.get("SHOP_OTHER_ADDRESSES", "")]
            ),
            "SHOP_MEDIA_DIR": str(configuration.data_dir / "media"),
            "SHOP_DATABASE_URL": database_url,
            "SHOP_REDIS_URL": redis_url,
            "SHOP_SMTP_URL": smtp_url,
        } | dict(configuration.environment)
        if not self.supervisor.environment.get("SHOP_RAZORPAY_KEY_ID") and configuration.with_demo:
            self._start_payment_provider()
        await self._migrate()
        if configuration.with_demo:
            await self._load_demo()
        table = configuration.table(configuration.host, list(configuration.ports), configuration.counts)
        for process in processes.measured(table, int(self.supervisor.environment.get("SHOP_METRICS_PORT") or 0)):
            self.supervisor.supervise(process)
        await self._wait_until_healthy(limit)

    async def stop(self) -> None:
        """Stop everything within 10 s."""
        await self.supervisor.stop_all()

    async def _start_postgres(self) -> str:
        """Start the embedded server. As in containers, migrations and processes have different roles."""
        postgres = Postgres(self.configuration.data_dir / "postgres", settings=self.configuration.postgres_settings)
        await self._start_server(postgres)
        await asyncio.to_thread(postgres.create_database)
        self._owner = {"SHOP_OWNER_DATABASE_URL": postgres.url}
        return postgres.application_url

    async def _start_redis(self) -> str:
        redis = Redis(self.configuration.data_dir / "redis")
        await self._start_server(redis)
        return redis.url

    def _start_mailbox(self) -> str:
        port = free_port()
        self.supervisor.supervise(processes.mailbox(port, self.configuration.mail_dir))
        return f"smtp://127.0.0.1:{port}"

    def _start_payment_provider(self) -> None:
        """Start the demo provider with generated keys. The payment pages of open orders are at its port."""
        folder, secret = self.configuration.data_dir, self.configuration.secret_key
        port = persistent_port(folder / "payment-provider-port")
        self.supervisor.environment |= {
            "SHOP_RAZORPAY_URL": f"http://127.0.0.1:{port}",
            "SHOP_RAZORPAY_KEY_ID": "demo",
            "SHOP_RAZORPAY_KEY_SECRET": f"key {secret}",
            "SHOP_RAZORPAY_WEBHOOK_SECRET": f"webhook {secret}",
        }
        self.supervisor.supervise(processes.payment_provider(port, folder, self.configuration.public_url))

    async def _start_server(self, server: Server) -> None:
        """Start a server. Its folder is prepared first, so that an error there ends the start."""
        await asyncio.to_thread(server.prepare)
        self.supervisor.supervise(processes.server(server))
        deadline = time.monotonic() + _SERVER_LIMIT
        while not await asyncio.to_thread(server.is_ready):
            if time.monotonic() > deadline:
                raise StartError(f"{server.name} does not answer: {self.supervisor.last_line(server.name)}")
            await asyncio.sleep(0.03)

    async def _migrate(self) -> None:
        code, lines = await self.supervisor.run(replace(processes.migrations(), environment=self._owner))
        if code != 0:
            reason = lines[-1].removeprefix("FAILED: ") if lines else f"alembic ended with {code}"
            if not reason.startswith("Can't locate revision"):
                raise StartError(f"The database could not be migrated: {reason}")
            raise StartError(
                f"The database does not fit this version of the shop ({reason}): "
                "run the version that wrote it, or set DATA_DIR to another folder."
            )

    async def _load_demo(self) -> None:
        code, lines = await self.supervisor.run(processes.demo())
        if code != 0:
            raise StartError(f"The demo shop could not be loaded: {lines[-1] if lines else f'it ended with {code}'}")

    async def _wait_until_healthy(self, limit: float) -> None:
        began = reported = time.monotonic()
        for port in self.configuration.ports:
            while missing := await asyncio.to_thread(health.missing, self.configuration.reachable_host, port):
                now = time.monotonic()
                if now - began > limit:
                    raise StartError(f"The shop is not ready after {limit:g} s: {missing}")
                if now - reported > _REPORT_EVERY:
                    reported = now
                    self._output.line("start", f"waiting: {missing}")
                await asyncio.sleep(0.1)
