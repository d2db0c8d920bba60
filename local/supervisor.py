import asyncio
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from local.child import wrap_command
from local.errors import StartError
from local.output import Output
from local.template import AVAILABLE, ForkedChild, Template

_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0
_LONGEST_AFTER_A_KILL = 1.0
_KILLS = {-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT}  # sent from outside, so the process has no fault
# Without this, each restart would compile our modules again.
_COMPILES_EACH_TIME = "PYTHONDONTWRITEBYTECODE"
# glibc settings: one arena instead of one for each thread, and freed memory of pictures is returned to the system.
_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": str(1024 * 1024)}
# The shop may run as root, as in a container. Celery would log a five-line warning at each start.
_AS_ROOT_TOO = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
_STABLE_AFTER = 5.0  # after running this many seconds, a process restarts with the shortest pause
_STOP_LIMIT = 7.0
_INFRASTRUCTURE_LIMIT = 2.0
_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True)
class Process:
    """A process specification. `prepare` runs before each start, in a thread. Lines with `hidden` words are not shown.

    Infrastructure (database, Redis, mailbox) is stopped last. A `forked` process runs `python -m module ...` and is
    started by the template if that is possible.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    user: tuple[int, int] | None = None
    prepare: Callable[[], None] | None = None
    hidden: tuple[str, ...] = ()
    infrastructure: bool = False
    forked: bool = False


class ManagedProcess:
    """A supervised process: its specification, its current child, and whether to restart it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.child: asyncio.subprocess.Process | ForkedChild | None = None
        self.ending = asyncio.Event()
        self.last_lines: deque[str] = deque(maxlen=20)
        self.task: asyncio.Task[None] | None = None


class Supervisor:
    """Keeps processes running: prefixes their output, restarts those that die, stops all of them in time."""

    def __init__(self, output: Output) -> None:
        self._output = output
        given = {name: value for name, value in os.environ.items() if name != _COMPILES_EACH_TIME}
        self.environment = _MEMORY | _AS_ROOT_TOO | given
        self._managed: dict[str, ManagedProcess] = {}
        self._template = Template()

    async def prepare(self) -> None:
        """Let the template import its libraries before the first process needs it."""
        if AVAILABLE:
            await self._template.prepare(self._environment_of())

    def supervise(self, process: Process) -> None:
        """Start a process and restart it whenever it dies."""
        managed = ManagedProcess(process)
        self._managed[process.name] = managed
        managed.task = asyncio.create_task(self._restart_until_ended(managed), name=process.name)

    async def run(self, process: Process) -> tuple[int, list[str]]:
        """Run a command until it ends. Return its exit code and its last lines."""
        managed = ManagedProcess(process)
        self._managed[process.name] = managed
        try:
            return await self._run_once(managed), list(managed.last_lines)
        finally:
            self._kill_group(managed)
            del self._managed[process.name]

    def pid(self, name: str) -> int | None:
        """Return the pid of the current process, or None between a death and the restart."""
        child = self._managed[name].child
        return child.pid if child and child.returncode is None else None

    def process(self, name: str) -> Process:
        """Return the specification of a process."""
        return self._managed[name].process

    def last_line(self, name: str) -> str:
        """Return the last line that a process printed."""
        last_lines = self._managed[name].last_lines
        return last_lines[-1] if last_lines else "no output"

    @property
    def names(self) -> list[str]:
        """The names of all processes, in the order of their start."""
        return list(self._managed)

    async def stop(self, name: str) -> None:
        """Stop one process and keep it stopped."""
        await self._end([self._managed.pop(name)], _STOP_LIMIT)

    async def stop_all(self, *, limit: float = _STOP_LIMIT) -> None:
        """Stop all processes in reverse order, infrastructure last. Kill those that take too long.

        `limit` is in seconds. Infrastructure has its own, shorter limit.
        """
        latest_first = list(reversed(self._managed.values()))
        await self._end([managed for managed in latest_first if not managed.process.infrastructure], limit)
        for managed in latest_first:
            if managed.process.infrastructure:
                await self._end([managed], _INFRASTRUCTURE_LIMIT)
        self._managed.clear()
        await self._template.stop()

    def kill_all(self) -> None:
        """Kill all processes immediately."""
        for managed in self._managed.values():
            managed.ending.set()
            self._kill_group(managed)

    async def _restart_until_ended(self, managed: ManagedProcess) -> None:
        pause = _FIRST_PAUSE
        while not managed.ending.is_set():
            began = time.monotonic()
            code = await self._run_once(managed)
            self._kill_group(managed)
            if managed.ending.is_set():
                return
            if time.monotonic() - began >= _STABLE_AFTER:
                pause = _FIRST_PAUSE
            pause = min(pause, _LONGEST_AFTER_A_KILL if code in _KILLS else _LONGEST_PAUSE)
            self._report_exit(managed, code, pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(managed.ending.wait(), pause)
            pause *= 2

    async def _run_once(self, managed: ManagedProcess) -> int:
        """Run the process once. Return its exit code, negative for a signal."""
        process = managed.process
        managed.last_lines.clear()
        managed.child = None
        try:
            if process.prepare:
                await asyncio.to_thread(process.prepare)
            reading, writing = os.pipe()
        except (StartError, OSError) as error:
            managed.last_lines.append(str(error))
            return 1
        try:
            managed.child = await self._start(process, writing)
        except OSError as error:
            os.close(reading)
            managed.last_lines.append(str(error))
            return 1
        finally:
            os.close(writing)
        return await self._listen(managed, managed.child, reading)

    def _environment_of(self, process: Process | None = None) -> dict[str, str]:
        return self.environment | {"PYTHONUNBUFFERED": "1"} | dict(process.environment if process else {})

    async def _start(self, process: Process, output: int) -> asyncio.subprocess.Process | ForkedChild:
        environment = self._environment_of(process)
        stop_signal = process.stop_signal
        if process.forked and AVAILABLE:
            return await self._template.start(
                process.name, process.command, environment=environment, stop_signal=stop_signal, output=output
            )
        return await asyncio.create_subprocess_exec(
            *wrap_command(process.command, stop_signal=stop_signal, user=process.user),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=environment,
            cwd=_ROOT,
            start_new_session=True,
        )

    async def _listen(
        self, managed: ManagedProcess, child: asyncio.subprocess.Process | ForkedChild, reading: int
    ) -> int:
        """Print the child's output until it ends, without waiting for the output of its own children.

        We create the pipe ourselves: with asyncio's, waiting would last until every holder of the pipe has ended.
        """
        if managed.ending.is_set():  # the process was to be stopped while it was being started
            self._signal(managed, managed.process.stop_signal)
        printing = asyncio.create_task(self._print(managed, reading))
        code = await child.wait()
        await asyncio.wait([printing], timeout=0.3)
        printing.cancel()
        return code

    async def _print(self, managed: ManagedProcess, reading: int) -> None:
        reader = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        transport, _ = await loop.connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(reading, "rb", buffering=0)
        )
        rest = b""
        try:
            while chunk := await reader.read(65_536):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._print_line(managed, line)
        finally:
            transport.close()
            if rest:
                self._print_line(managed, rest)

    def _print_line(self, managed: ManagedProcess, line: bytes) -> None:
        text = line.decode(errors="replace").rstrip()
        if text and not any(word in text for word in managed.process.hidden):
            managed.last_lines.append(text)
            self._output.line(managed.process.name, text)

    def _report_exit(self, managed: ManagedProcess, code: int, pause: float) -> None:
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        why = f" ({managed.last_lines[-1]})" if managed.last_lines and code > 0 else ""
        self._output.line(managed.process.name, f"{how}{why}; it starts again in {pause:g} s")

    async def _end(self, ending: list[ManagedProcess], limit: float) -> None:
        for managed in ending:
            managed.ending.set()
            self._signal(managed, managed.process.stop_signal)
        tasks = [managed.task for managed in ending if managed.task]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=limit)
        for managed in ending:
            if managed.task in late:
                self._output.line(managed.process.name, f"did not stop within {limit:g} s and is killed")
            self._kill_group(managed)
        if late:
            await asyncio.wait(late, timeout=1)

    def _signal(self, managed: ManagedProcess, number: signal.Signals) -> None:
        """Signal the process only: a Celery worker, and the database, must let their own children finish."""
        if managed.child and managed.child.returncode is None:
            with suppress(ProcessLookupError):
                managed.child.send_signal(number)

    def _kill_group(self, managed: ManagedProcess) -> None:
        """Kill the remaining processes of the process group."""
        if managed.child:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(managed.child.pid, signal.SIGKILL)
