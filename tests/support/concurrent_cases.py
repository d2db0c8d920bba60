"""Run the cases of a test concurrently, where each mostly waits for a time-out."""

import asyncio
from collections.abc import Awaitable, Mapping

from tests.support.failing_subtests import FailingSubtests


async def run_cases(subtests: FailingSubtests, cases: Mapping[str, Awaitable[None]]) -> None:
    """Start all cases, wait until each has ended, and report each that fails by its name."""
    tasks = {name: asyncio.ensure_future(case) for name, case in cases.items()}
    await asyncio.wait(tasks.values())
    for name, task in tasks.items():
        with subtests.test(name):
            task.result()
