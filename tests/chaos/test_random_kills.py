"""The short form of the fault tests: random processes are killed during changes and checkouts.

`make faults` runs all fault tests in full.
"""

import pytest

from tests.chaos import at_random


@pytest.mark.timeout(900)
async def test_random_kills_lose_no_change_and_no_order(demo_folder):
    report = await at_random.run(demo_folder(), seed=20, duration=15)

    assert not report.faults, str(report)
