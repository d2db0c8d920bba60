"""A fixture for subtests that reports only those that fail."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class FailingSubtests:
    """Like pytest's fixture `subtests`, but a subtest that passes costs nothing.

    pytest captures the output of each subtest in files and reports it to the controlling process. This takes 1 ms
    of CPU time, as much as the one API request of which many subtests consist.
    """

    def __init__(self, reporting: pytest.Subtests) -> None:
        self._reporting = reporting

    @contextmanager
    def test(self, msg: str | None = None, **about: Any) -> Iterator[None]:
        """Run a subtest. The test continues if it fails or skips."""
        try:
            yield
        except BaseException:
            with self._reporting.test(msg, **about):
                raise


@pytest.fixture
def subtests(subtests: pytest.Subtests) -> FailingSubtests:
    return FailingSubtests(subtests)
