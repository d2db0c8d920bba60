"""The short forms of what kills processes: what must never be, must not be here either; how long it takes, elsewhere.

Those that wait most of the time run side by side, each in a shop of its own.
"""

import asyncio

import pytest

from tests.faults import at_random, changes, checkouts, kill_processes, one_order, pictures, starts

pytestmark = pytest.mark.timeout(900)


async def test_a_kill_of_any_process_loses_no_change_and_turns_no_page_back(demo_folder):
    report = await kill_processes.run(demo_folder(), seed=20, changes=80, kills=len(kill_processes.KILLED))

    assert not report.faults, str(report)
    assert set(report.killed) == set(kill_processes.KILLED)
    assert report.acknowledged == 80 + changes.HEALED


async def test_an_order_or_a_picture_that_was_taken_is_there_once(demo_folder):
    reports = await asyncio.gather(
        checkouts.run(demo_folder(), seed=20, orders=120, kills=3),
        one_order.run(demo_folder(), seed=20, rounds=4),
        pictures.run(demo_folder(), seed=20, uploads=2, kills=1),
    )
    for report in reports:
        assert not report.faults, str(report)


async def test_after_any_kill_and_any_start_the_shop_is_well(demo_folder):
    reports = await asyncio.gather(
        at_random.run(demo_folder(), seed=20, duration=12), starts.run(demo_folder(), seed=20, rounds=1)
    )
    for report in reports:
        assert not report.faults, str(report)
