"""The template process forks processes that run modules written by a test."""

import asyncio
import os
import re
import signal
import subprocess
import sys

import pytest

from local.processes import demo, migrations, relay, shop
from local.supervisor import Process
from local.template import AVAILABLE
from tests.local.test_supervisor import _ROOT, _Watched
from tests.support.process_end import ends

# The template imports the whole shop, so the tests share one.
pytestmark = [
    pytest.mark.skipif(not AVAILABLE, reason="the template is for Linux"),
    pytest.mark.xdist_group("template"),
]
_SAYS = (
    "import os, sys; print('I am', os.getpid(), os.getpgid(0), os.getppid(), sys.argv[1:], os.environ.get('MARK'))\n"
)
_SLEEPS = _SAYS + "import time; time.sleep(60)\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the folder of the modules that processes run."""
    return tmp_path_factory.mktemp("modules")


@pytest.fixture(scope="module")
async def watched(folder):
    watched = _Watched()
    watched.supervisor.environment["PYTHONPATH"] = str(folder)
    yield watched
    watched.supervisor.kill_all()
    await watched.supervisor.stop_all(limit=1)


@pytest.fixture
def forked(folder):
    def make(code, *arguments, name, **options):
        (folder / f"made_{name}.py").write_text(code)
        return Process(name=name, command=(sys.executable, "-m", f"made_{name}", *arguments), forked=True, **options)

    return make


def _ids(said: str, name: str) -> list[tuple[int, int, int]]:
    """Return pid, group and parent of each started process with a name."""
    return [tuple(map(int, found)) for found in re.findall(rf"^{name} +\| I am (\d+) (\d+) (\d+)", said, re.MULTILINE)]


async def _until_started(watched: _Watched, name: str, *, times: int) -> list[tuple[int, int, int]]:
    async with asyncio.timeout(60):
        while len(found := _ids(watched.said, name)) < times:  # noqa: ASYNC110 - polls, as no event signals new output
            await asyncio.sleep(0.01)
    return found


def test_the_template_imports_all_of_the_shop_reads_no_settings_and_starts_no_thread():
    check = (
        "import os, sys, threading\n"
        "from local import template\n"
        "from shop.settings import settings\n"
        "template.preload()\n"
        "assert settings.cache_info().currsize == 0, 'settings were read'\n"
        "assert threading.active_count() == len(os.listdir('/proc/self/task')) == 1, 'a thread was started'\n"
        "shared = set(sys.modules)\n"
        "os.environ.update(SHOP_DATABASE_URL='postgresql+psycopg://nobody@127.0.0.1/none', SHOP_SECRET_KEY='x' * 40)\n"
        "import asgi, workers.__main__, workers.process, workers.relay\n"
        "from workers.app import app\n"
        "app.Worker(queues=['mail'], pool_cls='solo'), app.Worker(queues=['images'], pool_cls='prefork')\n"
        "print(*sorted(set(sys.modules) - shared))\n"
    )
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHOP_")}

    result = subprocess.run(
        [sys.executable, "-c", check], cwd=_ROOT, env=environment, capture_output=True, text=True, check=False
    )

    assert result.returncode == 0, result.stderr
    *_, modules = result.stdout.splitlines()  # before it stands what Celery logs
    assert modules.split() == ["asgi", "workers.__main__", "workers.relay"]


def test_all_of_the_shop_is_forked():
    table = [migrations(), demo(), *shop("127.0.0.1", [8000], {})]

    assert all(process.forked for process in table)
    assert relay("relay").command[1] == "-m"


async def test_a_forked_process_has_its_arguments_environment_and_group(watched, forked):
    process = forked(_SAYS, "one", "two words", name="says", environment={"MARK": "its own"})

    code, lines = await watched.supervisor.run(process)

    [(pid, group, parent)] = _ids(watched.said, "says")
    assert code == 0
    assert pid == group != parent
    assert lines[0].endswith("['one', 'two words'] its own")


async def test_the_exit_code_is_told_after_what_was_registered_for_the_exit(watched, forked):
    ends = {
        "flushes": "import atexit; atexit.register(print, 'flushed')",
        "exits": "import sys; sys.exit(3)",
        "is_killed": "import os; os.kill(os.getpid(), 9)",
        "raises": "raise ValueError('no')",
    }

    ended = {name: await watched.supervisor.run(forked(code, name=name)) for name, code in ends.items()}

    assert {name: code for name, (code, _) in ended.items()} == {"flushes": 0, "exits": 3, "is_killed": -9, "raises": 1}
    assert ended["flushes"][1] == ["flushed"]
    assert ended["raises"][1][-1] == "ValueError: no"


async def test_a_killed_process_is_started_again(watched, forked):
    watched.supervisor.supervise(forked(_SLEEPS, name="killed"))
    await _until_started(watched, "killed", times=1)
    os.kill(watched.supervisor.pid("killed"), signal.SIGKILL)

    await watched.until_said("was killed by SIGKILL; it starts again in 0.2 s")
    first, second = await _until_started(watched, "killed", times=2)

    assert first[0] != second[0]
    assert first[2] == second[2], "the same template started both"


async def test_a_killed_template_costs_one_restart(watched, forked):
    watched.supervisor.supervise(forked(_SLEEPS, name="relay"))
    watched.supervisor.supervise(forked(_SLEEPS, name="mail"))
    [(first, _, old)] = await _until_started(watched, "relay", times=1)
    [(second, _, _)] = await _until_started(watched, "mail", times=1)

    os.kill(old, signal.SIGKILL)
    *_, (_, _, new) = await _until_started(watched, "relay", times=2)
    *_, (_, _, other) = await _until_started(watched, "mail", times=2)

    assert ends(first)
    assert ends(second)
    assert new == other != old


async def test_stopping_ends_the_process_and_the_template(watched, forked):
    watched.supervisor.supervise(forked(_SLEEPS, name="stopped"))
    [(pid, _, parent)] = await _until_started(watched, "stopped", times=1)

    await watched.supervisor.stop_all()

    assert ends(pid)
    assert ends(parent)


def test_no_forked_process_outlives_a_killed_supervisor(tmp_path):
    (tmp_path / "made.py").write_text(_SLEEPS)
    code = (
        "import asyncio, sys\n"
        "from local.output import Output\n"
        "from local.supervisor import Process, Supervisor\n"
        "async def main():\n"
        "    supervisor = Supervisor(Output())\n"
        "    supervisor.supervise(Process(name='child', command=(sys.executable, '-m', 'made'), forked=True))\n"
        "    await asyncio.sleep(60)\n"
        "asyncio.run(main())\n"
    )
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT, env=environment) as supervisor:
        [(child, _, parent)] = _ids(supervisor.stdout.readline(), "child")
        supervisor.kill()

    assert ends(child)
    assert ends(parent)
