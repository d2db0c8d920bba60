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
_KILLS = {-signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT}  # somebody else's doing, which says nothing of the process
# A process that starts again shall find our modules compiled, as it finds those of its packages.
_COMPILES_EACH_TIME = "PYTHONDONTWRITEBYTECODE"
# For glibc, which would give each thread a heap of its own, and keep up to 64 MB of what a picture took.
_MEMORY = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": str(1024 * 1024)}
# The shop may be run by root, as in a container; Celery would say five lines about it at each start.
_AS_ROOT_TOO = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser privileges"}
_SOUND_AFTER = 5.0  # seconds of life after which a death counts as the first again
_STOP_LIMIT = 7.0
_FOUNDATION_LIMIT = 2.0
_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, kw_only=True)
class Process:
    """What to run under a name. `prepare` runs before each start, in a thread; lines with `hidden` words are
    not shown.

    Foundations (database, Redis, mailbox) are stopped after everything that stands on them. What is `forked` runs
    `python -m module ...`; the template starts it where that is possible.
    """

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    stop_signal: signal.Signals = signal.SIGTERM
    user: tuple[int, int] | None = None
    prepare: Callable[[], None] | None = None
    hidden: tuple[str, ...] = ()
    foundation: bool = False
    forked: bool = False


class ManagedProcess:
    """A supervised process: its specification, the child that runs now, and whether to restart it."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.child: asyncio.subprocess.Process | ForkedChild | None = None
        self.ending = asyncio.Event()
        self.words: deque[str] = deque(maxlen=20)
        self.task: asyncio.Task[None] | None = None


class Supervisor:
    """Keep processes alive: prefix what they print, restart those that die, stop all of them in time."""

    def __init__(self, output: Output) -> None:
        self._output = output
        given = {name: value for name, value in os.environ.items() if name != _COMPILES_EACH_TIME}
        self.environment = _MEMORY | _AS_ROOT_TOO | given
        self._kept: dict[str, ManagedProcess] = {}
        self._template = Template()

    async def prepare(self) -> None:
        """Let the template import its libraries, so that the first process need not wait for it."""
        if AVAILABLE:
            await self._template.prepare(self._environment_of())

    def keep(self, process: Process) -> None:
        """Start a process and restart it whenever it dies."""
        kept = ManagedProcess(process)
        self._kept[process.name] = kept
        kept.task = asyncio.create_task(self._keep(kept), name=process.name)

    async def run(self, process: Process) -> tuple[int, list[str]]:
        """Run a command to its end; return its exit code and its last lines."""
        kept = ManagedProcess(process)
        self._kept[process.name] = kept
        try:
            return await self._live(kept), list(kept.words)
        finally:
            self._kill_group(kept)
            del self._kept[process.name]

    def pid(self, name: str) -> int | None:
        """Return the id of the process that runs now; None in the pause before a restart."""
        child = self._kept[name].child
        return child.pid if child and child.returncode is None else None

    def process(self, name: str) -> Process:
        """Return the specification of a process by its name."""
        return self._kept[name].process

    def last_words(self, name: str) -> str:
        """Return the last line that a process printed."""
        words = self._kept[name].words
        return words[-1] if words else "it said nothing"

    @property
    def names(self) -> list[str]:
        """The names of all processes, in the order of their start."""
        return list(self._kept)

    async def stop(self, name: str, *, limit: float = _STOP_LIMIT) -> None:
        """Stop one process and keep it stopped."""
        await self._end([self._kept.pop(name)], limit)

    async def stop_all(self, *, limit: float = _STOP_LIMIT) -> None:
        """Stop everything in reverse order, foundations last; kill what takes longer than `limit` seconds."""
        latest_first = list(reversed(self._kept.values()))
        await self._end([kept for kept in latest_first if not kept.process.foundation], limit)
        for kept in latest_first:
            if kept.process.foundation:
                await self._end([kept], _FOUNDATION_LIMIT)
        self._kept.clear()
        await self._template.stop()

    def kill_all(self) -> None:
        """Kill everything at once, for those who do not want to wait."""
        for kept in self._kept.values():
            kept.ending.set()
            self._kill_group(kept)

    async def _keep(self, kept: ManagedProcess) -> None:
        pause = _FIRST_PAUSE
        while not kept.ending.is_set():
            began = time.monotonic()
            code = await self._live(kept)
            self._kill_group(kept)
            if kept.ending.is_set():
                return
            if time.monotonic() - began >= _SOUND_AFTER:
                pause = _FIRST_PAUSE
            pause = min(pause, _LONGEST_AFTER_A_KILL if code in _KILLS else _LONGEST_PAUSE)
            self._tell(kept, code, pause)
            with suppress(TimeoutError):
                await asyncio.wait_for(kept.ending.wait(), pause)
            pause *= 2

    async def _live(self, kept: ManagedProcess) -> int:
        """Run the process once; return its exit code, negative for a signal."""
        process = kept.process
        kept.words.clear()
        try:
            if process.prepare:
                await asyncio.to_thread(process.prepare)
        except StartError as error:
            kept.words.append(str(error))
            return 1
        reading, writing = os.pipe()
        try:
            kept.child = await self._start(process, writing)
        except ConnectionError as error:
            os.close(reading)
            kept.words.append(str(error))
            return 1
        finally:
            os.close(writing)
        return await self._listen(kept, kept.child, reading)

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

    async def _listen(self, kept: ManagedProcess, child: asyncio.subprocess.Process | ForkedChild, reading: int) -> int:
        """Print the child's output until it ends, without waiting for that of its own children.

        The pipe is our own because asyncio's would tie the child's end to the end of all who hold it.
        """
        if kept.ending.is_set():  # asked to end while it was being started
            self._signal(kept, kept.process.stop_signal)
        printing = asyncio.create_task(self._print(kept, reading))
        code = await child.wait()
        await asyncio.wait([printing], timeout=0.3)
        printing.cancel()
        return code

    async def _print(self, kept: ManagedProcess, reading: int) -> None:
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
                    self._say(kept, line)
        finally:
            transport.close()
            if rest:
                self._say(kept, rest)

    def _say(self, kept: ManagedProcess, line: bytes) -> None:
        text = line.decode(errors="replace").rstrip()
        if text and not any(word in text for word in kept.process.hidden):
            kept.words.append(text)
            self._output.line(kept.process.name, text)

    def _tell(self, kept: ManagedProcess, code: int, pause: float) -> None:
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"ended with {code}"
        why = f" ({kept.words[-1]})" if kept.words and code > 0 else ""
        self._output.line(kept.process.name, f"{how}{why}; it starts again in {pause:g} s")

    async def _end(self, ending: list[ManagedProcess], limit: float) -> None:
        for kept in ending:
            kept.ending.set()
            self._signal(kept, kept.process.stop_signal)
        tasks = [kept.task for kept in ending if kept.task]
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=limit)
        for kept in ending:
            if kept.task in late:
                self._output.line(kept.process.name, f"did not stop within {limit:g} s and is killed")
            self._kill_group(kept)
        if late:
            await asyncio.wait(late, timeout=1)

    def _signal(self, kept: ManagedProcess, number: signal.Signals) -> None:
        """Signal the process alone: a Celery worker lets its own children finish, and the database too."""
        if kept.child and kept.child.returncode is None:
            with suppress(ProcessLookupError):
                kept.child.send_signal(number)

    def _kill_group(self, kept: ManagedProcess) -> None:
        """Kill what is left of the process and its children."""
        if kept.child:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(kept.child.pid, signal.SIGKILL)
