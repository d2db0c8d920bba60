"""Subtests of which only those that fail are reported."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class FailingSubtests:
    """Like pytest's fixture `subtests`, at no cost for a subtest that passes.

    pytest captures the output of each one in files of its own and reports each to the controlling process: 1 ms of CPU,
    as long as the request to the API that many of them consist of.
    """

    def __init__(self, reporting: pytest.Subtests) -> None:
        self._reporting = reporting

    @contextmanager
    def test(self, msg: str | None = None, **about: Any) -> Iterator[None]:
        """Run a subtest; the test goes on if it fails or skips."""
        try:
            yield
        except BaseException:
            with self._reporting.test(msg, **about):
                raise


@pytest.fixture
def subtests(subtests: pytest.Subtests) -> FailingSubtests:
    return FailingSubtests(subtests)
