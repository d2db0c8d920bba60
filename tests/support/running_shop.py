"""Run a whole shop with real processes, for tests, measurements and browser tests.

    with ShopStack(folder) as shop:
        httpx2.get(shop.url + "/api/health")
        shop.kill("relay")

`python -m tests.support.running_shop --port 8123 --control-port 8124` serves a shop with the demo data until TERM, and
a control address. Both options may be repeated; each pair is one shop.
"""

import argparse
import asyncio
import json
import os
import secrets
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self, TypeVar

import psycopg

from local import processes
from local.launcher import Configuration, Shop
from local.output import Output
from local.ports import claim, free_port
from local.supervisor import Process
from shop.text.urls import driver_url
from tests.support.event_loop import end_other_tasks
from tests.support.prepared_shop import FAST, demo_shop
from tests.support.push_service import to_base64

_Result = TypeVar("_Result")


class ShopStack:
    """A shop in `folder`, run by a supervisor in a thread.

    Without `database_url` it starts its own PostgreSQL, which can then be killed too. `webs` is the number of web
    processes, each with a port. `counts` are the numbers of the others, such as `{"relay": 3, "fanout": 2}`. `table`
    lists all processes.
    """

    def __init__(
        self,
        folder: Path,
        *,
        database_url: str | None = None,
        port: int | None = None,
        webs: int = 1,
        counts: Mapping[str, int] | None = None,
        with_demo: bool = False,
        postgres_settings: Mapping[str, str] = FAST,
        environment: Mapping[str, str] | None = None,
        table: Callable[[str, list[int], Mapping[str, int]], list[Process]] = processes.shop,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._configuration = Configuration(
            data_dir=folder.resolve(),
            secret_key=secrets.token_urlsafe(48),
            vapid_key=to_base64(secrets.token_bytes(32)),
            ports=(port or free_port(), *(free_port() for _ in range(webs - 1))),
            database_url=database_url,
            with_demo=with_demo,
            counts=counts or {},
            postgres_settings=postgres_settings,
            environment=environment or {},
            table=table,
        )
        self.log = folder / "log"
        self._file = self.log.open("w")
        self._shop = Shop(self._configuration, Output(self._file))
        self._stopped: dict[str, Process] = {}
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="supervisor")

    def start(self) -> Self:
        """Start all processes and wait for `GET /api/health`. A failure includes the log."""
        self._thread.start()
        try:
            self._call(self._shop.start())
        except BaseException as error:
            self.stop()
            raise RuntimeError(f"the shop did not start: {error}\n{self.log.read_text()[-5000:]}") from error
        return self

    def stop(self) -> None:
        """Stop all processes within 10 s."""
        if not self.is_started:
            return
        self._call(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        self._file.close()

    async def _end(self) -> None:
        """Stop the shop, and end the tasks that are still pending."""
        await self._shop.stop()
        await end_other_tasks()
        await asyncio.sleep(0)  # lets the cancelled tasks close their connections

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def is_started(self) -> bool:
        """Whether it was started and not stopped since."""
        return self._thread.is_alive()

    @property
    def url(self) -> str:
        """The URL of the first web process."""
        return self._configuration.public_url

    @property
    def urls(self) -> list[str]:
        """The URLs of all web processes. The public URL of each is `url`."""
        return [f"http://127.0.0.1:{port}" for port in self._configuration.ports]

    @property
    def mail_dir(self) -> Path:
        """The folder of delivered mails, one `.eml` file each. File names sort by time."""
        return self._configuration.mail_dir

    @property
    def environment(self) -> dict[str, str]:
        """The SHOP_ variables of the processes, for running a command beside them."""
        return self._shop.environment

    @property
    def database_url(self) -> str:
        """The database URL for tests, whose role has more rights than the shop's processes."""
        return self.environment.get("SHOP_OWNER_DATABASE_URL") or self.environment["SHOP_DATABASE_URL"]

    @property
    def redis_url(self) -> str:
        return self.environment["SHOP_REDIS_URL"]

    @property
    def names(self) -> list[str]:
        """The names of the processes: web, relay, fanout, mail, images, mailbox, provider, redis, postgres."""
        return self._shop.supervisor.names

    def pid(self, name: str) -> int | None:
        """The pid of a process, or None while it is being restarted."""
        return self._shop.supervisor.pid(name)

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Signal a process, not its children. The supervisor restarts it if it dies."""
        if pid := self.pid(name):
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def halt(self, name: str) -> None:
        """Stop a process and keep it stopped until `resume`."""
        self._stopped[name] = self._shop.supervisor.process(name)
        self._call(self._shop.supervisor.stop(name))

    def resume(self, name: str) -> None:
        """Start a halted process. It takes a moment until it responds."""

        async def keep() -> None:
            self._shop.supervisor.supervise(self._stopped.pop(name))

        self._call(keep())

    def exhaust(self, queue: str) -> None:
        """Set the failing deliveries of a queue to the maximum of attempts, so that the relay marks them dead.

        Their leases end as well, as a running attempt would otherwise count again.
        """
        failing = "queue = %s AND last_error IS NOT NULL AND done_at IS NULL AND dead_at IS NULL"
        tried = "UPDATE delivery SET attempts = 8, due_at = now(), lease = lease + 1"
        with psycopg.connect(driver_url(self.database_url), autocommit=True) as connection:
            connection.execute(f"{tried} WHERE {failing}", [queue])

    def _call(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()


def _control(stack: ShopStack) -> type[BaseHTTPRequestHandler]:
    """Handle control requests of browser tests: POST /kill/web, /halt/web, /resume/web, /exhaust/mail, /start/shop."""
    actions = {
        "kill": stack.kill,
        "halt": stack.halt,
        "resume": stack.resume,
        "exhaust": stack.exhaust,
        "start": lambda _: stack.is_started or stack.start(),
    }

    class Control(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(200, {"url": stack.url, "mailDir": str(stack.mail_dir), "processes": stack.names})

        def do_POST(self) -> None:
            action, _, name = self.path.strip("/").partition("/")
            try:
                actions[action](name)
            except KeyError as error:
                self._answer(404, {"error": f"unknown: {error}"})
            else:
                self._answer(200, {})

        def _answer(self, status: int, body: dict[str, object]) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            """Log nothing: the shop's log has everything."""

    return Control


def main() -> None:
    """Serve shops with the demo data until TERM. Control addresses respond once all that start at once are healthy."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, action="append", required=True, help="may be given several times")
    parser.add_argument("--control-port", type=int, action="append", required=True, help="as many times as --port")
    parser.add_argument(
        "--with-payments",
        action="store_true",
        help="the last shop accepts UPI, bank transfers and online payments; POST /start/shop starts it",
    )
    parser.add_argument("--log-dir", type=Path, help="folder for the log of each shop, such as shop-0.log, at the end")
    options = parser.parse_args()
    for port in (*options.port, *options.control_port):
        claim(port)  # the shops choose further ports before these are listened at
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    with tempfile.TemporaryDirectory(prefix="swarna-") as folder:
        stacks = _stacks(Path(folder), options.port, with_payments=options.with_payments)
        first = stacks[:-1] if options.with_payments else stacks
        try:
            with ThreadPoolExecutor() as threads, ExitStack() as running:
                running.callback(lambda: list(threads.map(ShopStack.stop, stacks)))
                for started in wait([threads.submit(stack.start) for stack in first]).done:
                    started.result()
                for stack, port in zip(stacks, options.control_port, strict=True):
                    _serve_control(stack, port, running)
                stopped.wait()
        finally:
            if options.log_dir:
                options.log_dir.mkdir(parents=True, exist_ok=True)
                for number, stack in enumerate(stacks):
                    (options.log_dir / f"shop-{number}.log").write_text(stack.log.read_text())


def _stacks(folder: Path, ports: list[int], *, with_payments: bool) -> list[ShopStack]:
    """Return a shop for each port, in a copy of a prepared folder. The last one may accept all payment methods."""
    prepared = demo_shop(folder / "prepared")
    last = ports[-1] if with_payments else None
    return [
        ShopStack(shutil.copytree(prepared, folder / str(port)), port=port, with_demo=port == last) for port in ports
    ]


def _serve_control(stack: ShopStack, port: int, running: ExitStack) -> None:
    control = running.enter_context(ThreadingHTTPServer(("127.0.0.1", port), _control(stack)))
    running.callback(control.shutdown)
    threading.Thread(target=control.serve_forever, daemon=True).start()


if __name__ == "__main__":
    main()
