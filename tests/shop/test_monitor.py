import asyncio
import contextlib
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from shop.operations import monitor as monitors
from shop.operations.event_probe import LATE_SECONDS
from shop.operations.model import BEAT_SECONDS, FRESH_SECONDS
from shop.operations.monitor import PAUSE_SECONDS, Monitor, Probe, ProbeFailed, in_thread


async def _nothing():
    raise ProbeFailed("Nothing is read here.")


@pytest.mark.parametrize("unnoticed", [FRESH_SECONDS, LATE_SECONDS + BEAT_SECONDS])
def test_a_fault_is_reported_within_ten_seconds(unnoticed):
    """The next round begins within the pause, and one second is left for its reading."""
    assert unnoticed + PAUSE_SECONDS + 1 <= 10


@pytest.mark.parametrize(("pause", "tries"), [(0.0, 3), (60.0, 1)])
async def test_a_probe_that_passed_is_not_tried_again_within_its_pause(pause, tries):
    tried = []

    async def check() -> None:
        tried.append(True)

    monitor = Monitor(_nothing, [Probe("storage", check, pause=pause)])
    for _ in range(3):
        assert "storage" not in (await monitor.report()).health.failed
    assert len(tried) == tries


async def test_a_probe_that_failed_is_tried_again_at_once():
    outcomes = ["The bucket is away.", "The bucket is away.", None, "never met within the pause"]

    async def check() -> None:
        if reason := outcomes.pop(0):
            raise ProbeFailed(reason)

    monitor = Monitor(_nothing, [Probe("storage", check, pause=60)])
    seen = [(await monitor.report()).health.failed.get("storage") for _ in range(4)]
    assert seen == ["The bucket is away.", "The bucket is away.", None, None]


async def test_a_monitor_that_is_stopped_waits_for_a_probe_that_hangs():
    ended = asyncio.Event()

    async def check() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.5)  # like returning a connection
            ended.set()

    monitor = Monitor(_nothing, [Probe("order", check)])
    running = asyncio.create_task(monitor.run())
    while "order" not in monitor.failed:  # noqa: ASYNC110 - polls, as no event signals this
        await asyncio.sleep(0.01)
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert ended.is_set()


async def test_a_blocking_probe_that_hangs_is_not_started_again_while_its_thread_runs(monkeypatch):
    monkeypatch.setattr(monitors, "DEADLINE_SECONDS", 0.1)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2))
    answers, started = threading.Event(), []

    def check() -> None:
        started.append(True)
        answers.wait(60)

    monitor = Monitor(_nothing, [Probe("storage", in_thread(check))])
    for _ in range(3):
        assert "storage" in (await monitor.report()).health.failed
    assert len(started) == 1
    async with asyncio.timeout(10):
        await asyncio.to_thread(bool)
    answers.set()
    async with asyncio.timeout(10):
        while "storage" in (await monitor.report()).health.failed:  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)
    assert len(started) == 2


async def test_a_monitor_that_is_stopped_waits_for_each_probe_under_way():
    begun, ended = asyncio.Event(), asyncio.Event()

    async def ends_late() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.2)  # like rolling back an order
            ended.set()

    async def ends_at_once() -> None:
        await asyncio.Event().wait()

    monitor = Monitor(_nothing, [Probe("order", ends_late), Probe("read", ends_at_once)])
    running = asyncio.create_task(monitor.run())
    await begun.wait()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    assert ended.is_set()


async def test_an_error_in_a_group_of_tasks_is_told_by_its_own_message():
    async def check() -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(_nothing())

    monitor = Monitor(_nothing, [Probe("connections", check)])
    assert (await monitor.report()).health.failed["connections"] == "Nothing is read here."
