"""The short form of the fault tests: every kind of process is killed at random amid changes and checkouts.

`make faults` runs the others, each in full.
"""

import pytest

from tests.chaos import at_random


@pytest.mark.timeout(900)
async def test_random_kills_lose_no_change_and_no_order(demo_folder):
    report = await at_random.run(demo_folder(), seed=20, duration=15)

    assert not report.faults, str(report)
