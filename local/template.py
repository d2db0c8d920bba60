"""Starts the Python processes of the shop: `python -m local.template`.

It imports the libraries that they have in common once, and forks a child for each. They share the memory of what none
of them writes, and start in a tenth of the time. Linux only.

A request is a datagram on standard input: `{"name", "module", "arguments", "environment", "signal"}` and two
descriptors. The first is the child's output. On the second the template writes the child's id, and when it has ended
its exit code, negative for a signal: a line each. The template ends when the supervisor closes the socket.
"""

import asyncio
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from local.child import end_with_parent, set_name, wrap_command

AVAILABLE = sys.platform == "linux"
"""Elsewhere a fork of a process that has loaded system libraries is not safe, and processes start by themselves."""
_ROOT = Path(__file__).resolve().parent.parent
_STOP_LIMIT = 2.0
SHARED = (
    "celery.apps.worker",
    "celery.concurrency.prefork",
    "celery.concurrency.solo",
    "celery.worker.consumer",
    "cryptography.fernet",
    "kombu.transport.redis",
    "prometheus_client",
    "psycopg_pool",
    "redis.asyncio",
    "shop.db.models",
    "sqlalchemy.dialects.postgresql.psycopg",
    "sqlalchemy.orm",
    "structlog",
    "workers.reactions.orders",
    "workers.reactions.product_imports",
    "workers.reactions.push",
    "workers.renditions",
)
"""Modules that several processes import. None of them may start a thread or read the settings, which differ."""
LONGEST_REQUEST = 1 << 18  # bytes


class ForkedChild:
    """A child of the template, with what the supervisor uses of `asyncio.subprocess.Process`."""

    def __init__(self, pid: int, report: asyncio.StreamReader, transport: asyncio.BaseTransport) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._report = report
        self._transport = transport

    async def wait(self) -> int:
        """Return the exit code, negative for a signal. Where the template was killed, its children are killed too."""
        if self.returncode is None:
            line = await self._report.readline()
            self._transport.close()
            if not line:
                with suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
            self.returncode = int(line or -signal.SIGKILL)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to it alone."""
        if self.returncode is None:
            os.kill(self.pid, number)


class Template:
    """The template process; it is started at the first use, and again after it died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._requests: socket.socket | None = None
        self._starting = asyncio.Lock()

    async def start(
        self,
        name: str,
        command: Sequence[str],
        *,
        environment: Mapping[str, str],
        stop_signal: signal.Signals,
        output: int,
    ) -> ForkedChild:
        """Start `python -m module ...`, whose output goes to the descriptor `output`.

        :raises ConnectionError: where the template died meanwhile.
        """
        _python, _option, module, *arguments = command
        wanted = {
            "name": name,
            "module": module,
            "arguments": arguments,
            "environment": dict(environment),
            "signal": int(stop_signal),
        }
        reading, writing = os.pipe()
        try:
            requests = await self.prepare(environment)
            socket.send_fds(requests, [json.dumps(wanted).encode()], [output, writing])
        except BaseException:
            os.close(reading)
            raise
        finally:
            os.close(writing)
        report = asyncio.StreamReader()
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(report), os.fdopen(reading, "rb", buffering=0)
        )
        line = await report.readline()
        if not line:
            transport.close()
            raise ConnectionError("the process that starts the others died")
        return ForkedChild(int(line), report, transport)

    async def stop(self) -> None:
        """End it; its children have ended before."""
        process, self._process = self._process, None
        if self._requests:
            self._requests.close()
        if process is None:
            return
        try:
            await asyncio.wait_for(process.wait(), _STOP_LIMIT)
        except TimeoutError:
            process.kill()
            await process.wait()

    async def prepare(self, environment: Mapping[str, str]) -> socket.socket:
        """Start it unless it runs; return the socket for requests, which it reads once it has imported everything."""
        async with self._starting:
            if self._requests is None or self._process is None or self._process.returncode is not None:
                ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
                if self._requests:
                    self._requests.close()
                self._requests = ours
                with theirs:
                    self._process = await asyncio.create_subprocess_exec(
                        *wrap_command([sys.executable, "-m", "local.template"], stop_signal=signal.SIGKILL),
                        stdin=theirs.fileno(),
                        env=environment,
                        cwd=_ROOT,
                        start_new_session=True,
                    )
            return self._requests


def preload() -> None:
    """Import what is shared. The collector is kept from it: it would write to each object, which ends the sharing."""
    for name in SHARED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()


def main() -> None:
    """Serve requests until the supervisor closes the socket."""
    preload()
    if threading.active_count() > 1:
        raise RuntimeError("a shared module has started a thread, which a fork would stop")
    requests = socket.socket(fileno=os.dup(0))
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    reports: dict[int, int] = {}  # by id of the child
    while True:
        ready, _, _ = select.select([requests.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 4096)
            _report_ended(reports)
        if requests.fileno() not in ready:
            continue
        message, descriptors, _, _ = socket.recv_fds(requests, LONGEST_REQUEST, 2)
        if not message:
            return
        output, report = descriptors
        parent = os.getpid()
        child = os.fork()
        if child == 0:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            for descriptor in (woken, wake, report, *reports.values()):
                os.close(descriptor)
            _run(json.loads(message), output, parent)
            return
        os.close(output)
        reports[child] = report
        os.setpgid(child, child)  # before the supervisor knows it: it may kill the group at once
        _write(report, child)


def _run(request: dict[str, Any], output: int, parent: int) -> None:
    """Become the process that was asked for, and run it to its end."""
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ.clear()
    os.environ.update(request["environment"])
    set_name(request["name"])
    end_with_parent(parent, request["signal"])
    sys.argv = [request["module"], *request["arguments"]]
    runpy.run_module(request["module"], run_name="__main__", alter_sys=True)


def _report_ended(reports: dict[int, int]) -> None:
    while reports:
        child, status = os.waitpid(-1, os.WNOHANG)
        if child == 0:
            return
        report = reports.pop(child)
        _write(report, os.waitstatus_to_exitcode(status))
        os.close(report)


def _write(report: int, number: int) -> None:
    with suppress(BrokenPipeError):  # the supervisor no longer listens to this child
        os.write(report, b"%d\n" % number)


if __name__ == "__main__":
    main()
