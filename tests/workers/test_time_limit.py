"""Time limits of a worker without children."""

import subprocess
import sys
import time

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from workers.queues import Queue
from workers.time_limit import time_limit

QUICK = Queue(lease=130.0, soft_limit=1, hard_limit=120)
"""The hard limit would end the test process itself, so it is raised."""

DEAF = """
import time
from contextlib import suppress
from celery.exceptions import SoftTimeLimitExceeded
from workers.time_limit import time_limit
from workers.queues import Queue

with time_limit(Queue(lease=3.0, soft_limit=1, hard_limit=2)):
    while True:
        with suppress(SoftTimeLimitExceeded):
            time.sleep(60)
"""


def test_work_that_takes_too_long_is_interrupted():
    began = time.monotonic()
    with pytest.raises(SoftTimeLimitExceeded), time_limit(QUICK):
        time.sleep(30)
    assert 0.9 < time.monotonic() - began < 10


def test_what_follows_is_left_alone():
    with time_limit(QUICK):
        pass
    time.sleep(1.2)


def test_a_worker_whose_work_does_not_hear_ends(shop_settings):
    environment = {"SHOP_DATABASE_URL": shop_settings.database_url, "SHOP_SECRET_KEY": "t" * 40}
    ended = subprocess.run([sys.executable, "-c", DEAF], env=environment, capture_output=True, timeout=240, check=False)
    assert ended.returncode == 70
    assert b"work exceeded the hard limit" in ended.stdout
