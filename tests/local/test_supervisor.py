import asyncio
import errno
import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from local.errors import StartError
from local.output import Output
from local.supervisor import Process, Supervisor
from tests.support.process_end import ends

_ROOT = Path(__file__).resolve().parents[2]
_SLEEP = "import time; print('up'); time.sleep(60)"
_STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up'); time.sleep(60)"


class _Full(io.StringIO):
    """Simulates a log file on a full disk."""

    def write(self, _text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _Watched:
    """A supervisor with its output as text."""

    def __init__(self) -> None:
        self._stream = io.StringIO()
        self.supervisor = Supervisor(Output(self._stream))

    @property
    def said(self) -> str:
        return self._stream.getvalue()

    async def until_said(self, text: str, *, limit: float = 60) -> None:
        async with asyncio.timeout(limit):
            while text not in self.said:  # noqa: ASYNC110 - polls, as no event signals new output
                await asyncio.sleep(0.01)


@pytest.fixture
async def watched():
    watched = _Watched()
    yield watched
    watched.supervisor.kill_all()
    await watched.supervisor.stop_all(limit=1)


def _open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _python(code: str, name: str = "worker", **options) -> Process:
    return Process(name=name, command=(sys.executable, "-S", "-c", code), **options)


async def test_each_line_carries_the_name_of_its_process(watched):
    code, lines = await watched.supervisor.run(_python("print('one'); print('two')", name="relay"))

    assert (code, lines) == (0, ["one", "two"])
    assert watched.said == "relay    | one\nrelay    | two\n"


async def test_a_log_that_takes_nothing_more_ends_nobody():
    supervisor = Supervisor(Output(_Full()))
    code, lines = await supervisor.run(_python("for n in range(3): print(n, flush=True)"))
    assert (code, lines) == (0, ["0", "1", "2"])


async def test_a_process_that_dies_is_restarted_with_growing_pauses_and_the_reason(watched):
    watched.supervisor.supervise(_python("import sys; print('no database'); sys.exit(3)"))

    await watched.until_said("again in 0.8 s")

    pauses = re.findall(r"ended with 3 \(no database\); it starts again in (\S+) s", watched.said)
    assert pauses == ["0.2", "0.4", "0.8"]


async def test_whoever_is_killed_waits_a_second_at_most(watched):
    watched.supervisor.supervise(_python("import os, signal; os.kill(os.getpid(), signal.SIGKILL)"))

    await watched.until_said("again in 1 s\nworker   | was killed by SIGKILL; it starts again in 1 s")

    assert re.findall(r"again in (\S+) s", watched.said)[:5] == ["0.2", "0.4", "0.8", "1", "1"]


async def test_modules_stay_compiled_between_starts(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    supervisor = Supervisor(Output(io.StringIO()))

    code, lines = await supervisor.run(_python("import sys; print(sys.dont_write_bytecode)"))

    assert (code, lines) == (0, ["False"])


async def test_a_killed_process_is_restarted_under_another_number(watched):
    watched.supervisor.supervise(_python(_SLEEP))
    await watched.until_said("up")
    first = watched.supervisor.pid("worker")

    os.kill(first, signal.SIGKILL)
    await watched.until_said("was killed by SIGKILL")
    async with asyncio.timeout(60):
        while watched.supervisor.pid("worker") is None:  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)

    assert watched.supervisor.pid("worker") != first


async def test_a_command_that_is_not_there_is_told_in_one_line(watched):
    watched.supervisor.supervise(Process(name="relay", command=("/no/such/program",)))

    await watched.until_said("starts again")

    assert "ended with 127 (/no/such/program: No such file or directory)" in watched.said


async def test_a_process_that_could_not_be_prepared_is_started_again(watched):
    refusals = [OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), StartError("no program")]

    def prepare() -> None:
        if refusals:
            raise refusals.pop(0)

    watched.supervisor.supervise(_python(_SLEEP, prepare=prepare))

    await watched.until_said("| up")

    assert "ended with 1 ([Errno 28] No space left on device); it starts again in 0.2 s" in watched.said
    assert "ended with 1 (no program); it starts again in 0.4 s" in watched.said


async def test_a_process_that_the_system_could_not_start_is_started_again(watched):
    opened = _open_files()
    watched.supervisor.supervise(_python(_SLEEP, environment={"LONG": "x" * 1_000_000}))

    await watched.until_said("it starts again in 0.4 s")

    assert "ended with 1 ([Errno 7] Argument list too long" in watched.said
    assert _open_files() == opened


async def test_stopping_kills_what_does_not_end_and_ends_infrastructure_last(watched, tmp_path):
    ended = tmp_path / "ended"
    says_when = (
        "import signal, sys, time\n"
        f"signal.signal(signal.SIGTERM, lambda *_: (open({str(ended)!r}, 'a').write(sys.argv[1] + ' '), sys.exit()))\n"
        "print('up ' + sys.argv[1])\ntime.sleep(60)"
    )
    for name, infrastructure in (("base", True), ("web", False)):
        command = (sys.executable, "-S", "-c", says_when, name)
        watched.supervisor.supervise(Process(name=name, command=command, infrastructure=infrastructure))
    watched.supervisor.supervise(_python(_STUBBORN, name="stubborn"))
    for text in ("up base", "up web", "stubborn | up"):
        await watched.until_said(text)
    stubborn = watched.supervisor.pid("stubborn")

    began = time.monotonic()
    await watched.supervisor.stop_all(limit=3)

    assert time.monotonic() - began < 20
    assert ended.read_text() == "web base "
    assert "stubborn | did not stop within 3 s and is killed" in watched.said
    with pytest.raises(ProcessLookupError):
        os.kill(stubborn, 0)


async def test_a_process_that_is_stopped_stays_stopped(watched):
    watched.supervisor.supervise(_python(_SLEEP))
    await watched.until_said("up")

    await watched.supervisor.stop("worker")
    await asyncio.sleep(0.4)

    assert watched.said.count("up") == 1


async def test_grandchildren_do_not_outlive_a_killed_process(watched):
    parent = "import subprocess, sys, time; c = subprocess.Popen(['sleep', '60']); print('c', c.pid); time.sleep(60)"
    watched.supervisor.supervise(_python(parent))
    await watched.until_said("c ")
    grandchild = int(re.search(r"c (\d+)", watched.said)[1])

    os.kill(watched.supervisor.pid("worker"), signal.SIGKILL)
    await watched.until_said("was killed by SIGKILL")

    assert ends(grandchild)


def test_no_process_outlives_a_killed_supervisor():
    code = (
        "import asyncio, sys\n"
        "from local.output import Output\n"
        "from local.supervisor import Process, Supervisor\n"
        "async def main():\n"
        "    supervisor = Supervisor(Output())\n"
        "    child = 'import os, time; print(os.getpid()); time.sleep(60)'\n"
        "    supervisor.supervise(Process(name='child', command=(sys.executable, '-S', '-c', child)))\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=_ROOT) as supervisor:
        child = int(supervisor.stdout.readline().split("|")[1])
        supervisor.kill()

    assert ends(child)
