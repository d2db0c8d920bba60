"""Start the Python processes of the shop by forking: `python -m local.template`.

The template imports the libraries that the processes share, and forks a child for each process. The children share
memory that none of them writes, and start in a tenth of the time. Linux only.

A request is a datagram on standard input, `{"name", "module", "arguments", "environment", "signal"}`, with two
descriptors. The first is the child's output. To the second the template writes the child's pid and, when it has ended,
its exit code, negative for a signal; one line each. The template ends when the supervisor closes the socket.
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
"""On other systems it is not safe to fork a process that has loaded system libraries, so processes start directly."""
_ROOT = Path(__file__).resolve().parent.parent
_STOP_LIMIT = 2.0
SHARED = (
    # Modules that Celery and other libraries import only when they need them.
    "celery.app.amqp",
    "celery.app.control",
    "celery.app.events",
    "celery.app.log",
    "celery.app.routes",
    "celery.apps.worker",
    "celery.backends.base",
    "celery.concurrency.prefork",
    "celery.concurrency.solo",
    "celery.events.dispatcher",
    "celery.events.state",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "cryptography.fernet",
    "cryptography.hazmat.primitives.serialization.ssh",
    "kombu.pidbox",
    "kombu.transport.redis",
    "prometheus_client.core",
    "sqlalchemy.dialects.postgresql.psycopg",
    "workers.deliver",
    "workers.queue_metrics",
    "workers.relay_threads.event_probe",
    "workers.relay_threads.provider_inquiry",
    "workers.relay_threads.scheduler",
    "workers.relay_threads.sweeper",
    "workers.webhooks.dispatcher",
    # Only the web process needs these. They come last, so that their objects lie apart from those of all processes.
    "api.site",
    "realtime.main",
    "uvicorn.lifespan.on",
    "uvicorn.main",
    "uvicorn.protocols.http.httptools_impl",
    "uvloop",
)
"""Modules that the processes import. They must not start threads, nor read the settings, which differ.

An import after the fork writes to many shared pages, each of which is then copied. So the modules of the web process
are here too: it takes 17 MB less and starts 1.1 s sooner. The modules that processes run, such as `workers.relay`, are
not here, because runpy would warn."""
LONGEST_REQUEST = 1 << 18  # bytes


class ForkedChild:
    """A child of the template, with the methods of `asyncio.subprocess.Process` that the supervisor uses."""

    def __init__(self, pid: int, report: asyncio.StreamReader, transport: asyncio.BaseTransport) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._report = report
        self._transport = transport

    async def wait(self) -> int:
        """Return the exit code, negative for a signal. If the template was killed, its children are killed too."""
        if self.returncode is None:
            line = await self._report.readline()
            self._transport.close()
            if not line:
                with suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
            self.returncode = int(line or -signal.SIGKILL)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to the child only."""
        if self.returncode is None:
            os.kill(self.pid, number)


class Template:
    """The template process. It is started on first use, and again after its death."""

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
        """Start `python -m module ...` with its output going to the descriptor `output`.

        :raises ConnectionError: if the template died meanwhile.
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
            raise ConnectionError("the template process died")
        return ForkedChild(int(line), report, transport)

    async def stop(self) -> None:
        """End the template. Its children must have ended."""
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
        """Start the template if it does not run. Return the request socket, which it reads after all imports."""
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
    """Import the shared modules. Exempt their objects from garbage collection, which would write to shared pages.

    Python collects the oldest generation when it has grown by a quarter since its last collection. The second
    collection finds an empty generation. So children collect soon, and not only after they have allocated a quarter of
    the template's objects.
    """
    os.environ.pop("SHOP_METRICS_PORT", None)  # processes with metrics are not forked
    for name in SHARED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    gc.collect()


def main() -> None:
    """Serve requests until the supervisor closes the socket."""
    preload()
    if threading.active_count() > 1:
        raise RuntimeError("a shared module has started a thread, which a fork would stop")
    requests = socket.socket(fileno=os.dup(0))
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    reports: dict[int, int] = {}  # the pipes for exit codes, by pid
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
            os.setpgid(0, 0)  # the template sets the group too, but possibly after this code runs
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            requests.close()
            for descriptor in (woken, wake, report, *reports.values()):
                os.close(descriptor)
            _run(json.loads(message), output, parent)
            return
        os.close(output)
        reports[child] = report
        os.setpgid(child, child)  # before the supervisor learns the pid, as it may kill the group at once
        _write(report, child)


def _run(request: dict[str, Any], output: int, parent: int) -> None:
    """Become the requested process and run it until it ends."""
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
    with suppress(BrokenPipeError):  # the supervisor no longer waits for this child
        os.write(report, b"%d\n" % number)


if __name__ == "__main__":
    main()
