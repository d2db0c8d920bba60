"""Each open admin page knows the shop's current incidents, and none that has ended."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import Engine, update

from realtime.incidents import EVENT
from shop.clock import now
from shop.operations.model import KINDS, Process, beat

OTHER_KINDS = [kind for kind in KINDS if kind != "realtime"]


def told(page) -> list[list[str]]:
    """Return the keys of the incidents of each report that a page received."""
    return [[incident["key"] for incident in argument["data"]] for name, argument in page.heard if name == EVENT]


async def hears(page, *keys: str) -> None:
    await page.until(lambda: told(page)[-1:] == [list(keys)], limit=20)


@pytest.fixture
def run_processes(real_commits: Engine):
    """Return a function that records processes of these kinds, which count as running until the end of the test."""

    def run(kinds: Sequence[str]) -> None:
        at = now() + timedelta(hours=1)
        with real_commits.begin() as connection:
            for kind in kinds:
                connection.execute(beat(f"{kind} 1", [kind], {}))
                connection.execute(update(Process).where(Process.name == f"{kind} 1").values(started_at=at, seen_at=at))

    return run


async def test_a_page_that_connects_after_an_incident_is_told_that_there_is_none(shop, people, run_processes):
    run_processes([kind for kind in OTHER_KINDS if kind != "mail"])
    first = await shop.open(people.of_karthik, role="admin")
    await hears(first, "gone mail")
    run_processes(["mail"])
    await hears(first)
    later = await shop.open(people.of_karthik, role="admin")
    await hears(later)
    assert told(later) == [[]]
    last = await shop.open(people.of_karthik, role="admin")
    await hears(last)
    assert told(later) == [[]]  # not repeated, as nothing changed
