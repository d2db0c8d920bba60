"""The short forms of what breaks an event's way: Redis, workers, bad reactions, many relays, deaf sockets, and of what
takes a shop's room: a bucket that is away, a disk that is full. And of servers of PostgreSQL that stand still.
"""

import asyncio

import pytest

from tests.faults import full_disk, mails, poison, redis, relays, sockets, stopped_backends, storage, unserved

pytestmark = pytest.mark.timeout(900)


async def test_redis_may_go_and_relays_may_be_many(demo_folder):
    reports = await asyncio.gather(
        redis.run(demo_folder(), seed=20, kills=5, outage=4, hang=4),
        relays.run(demo_folder(), seed=20, events=1000),
    )
    for report in reports:
        assert not report.faults, str(report)


async def test_the_bucket_may_go_a_disk_be_full_and_backends_stand_still(demo_folder, tmp_path):
    reports = await asyncio.gather(
        stopped_backends.run(demo_folder(), seed=20, rate=20, hold=6),
        storage.run(tmp_path, seed=20, away=4, hang=3),
        full_disk.run(demo_folder(), seed=20, size=0, hold=4),
    )
    for report in reports:
        assert not report.faults, str(report)


async def test_workers_that_die_and_pages_that_do_not_read_harm_nobody_else(demo_folder):
    reports = await asyncio.gather(
        mails.run(demo_folder(), seed=20, mails=40, kills=2),
        poison.run(demo_folder(), seed=20, tried=6, mail=0, peace=2),
        unserved.run(demo_folder(), seed=20, each=601, peace=3, slack=1000),
        sockets.run(demo_folder(), seed=20, sockets=55, kills=2, deaf=10, seconds=4),
    )
    for report in reports:
        assert not report.faults, str(report)
