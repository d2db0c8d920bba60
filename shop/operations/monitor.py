"""Check the shop's health in the background, so that reading it costs nothing.

Each probe has its own deadline. A probe that hangs is reported and delays no other.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeVar

import structlog
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop.clock import now
from shop.db.deadlines import wait_limit
from shop.db.engine import is_unavailable
from shop.operations.findings import findings
from shop.operations.health_report import Finding, HealthReport
from shop.operations.snapshot import Snapshot

PAUSE_SECONDS = 2.0
"""Between two rounds. A fault must be reported within 10 s, and a missing event probe is noticed only after 7 s."""
DEADLINE_SECONDS = 3.0
"""Time limit of a probe."""
STALE_SECONDS = 15.0
"""Older measurements are not used."""

ANSWER_SECONDS = 1.2
"""Time-out of a query on one connection. If the connection was lost, the query is repeated on another."""

T = TypeVar("T")

log = structlog.get_logger()

Reading = Callable[[], Awaitable[Snapshot]]
"""Reads the state of the shop."""


class ProbeFailed(Exception):
    """A probe found that something does not work. The message says what."""


async def retry_once(ask: Callable[[], Awaitable[T]]) -> T:
    """Call, and retry once if the monitor's connection was lost. The connections of requests may still work."""
    with wait_limit(ANSWER_SECONDS):
        try:
            return await ask()
        except SQLAlchemyError as error:
            if not is_unavailable(error):
                raise
            return await ask()


def refuse_silent(silent: int, *, asked: int) -> None:
    """Raise :class:`ProbeFailed` if some of the probed connections did not respond."""
    if silent:
        raise ProbeFailed(f"{silent} of {asked} gave no answer within {ANSWER_SECONDS:g} s and were replaced.")


def in_thread(check: Callable[[], None]) -> Callable[[], Awaitable[None]]:
    """Return a blocking check as that of a probe. It ends with its thread, which cannot be cancelled."""

    async def run() -> None:
        running = asyncio.get_running_loop().run_in_executor(None, check)
        try:
            await asyncio.shield(running)
        except asyncio.CancelledError:
            await asyncio.wait({running})
            raise

    return run


@dataclass(frozen=True)
class Probe:
    """A check of something that must work. ``check`` raises if it does not.

    A failure is reported for at least ``held`` seconds, so that a fault is reported even if the probe itself repairs
    it. A probe that ``goes_first`` runs before the others, because they would be affected by the fault that it detects.
    A passed probe is not run again for ``pause`` seconds.
    """

    name: str
    check: Callable[[], Awaitable[None]]
    held: float = 0.0
    goes_first: bool = False
    pause: float = 0.0


@dataclass(frozen=True)
class DatedFinding:
    """A finding with the time since which it holds."""

    finding: Finding
    since: datetime


@dataclass(frozen=True)
class Measurement:
    """The result of one round."""

    measured: float
    health: HealthReport
    findings: Sequence[DatedFinding]


class Monitor:
    """Runs the probes, reads the state of the shop, and keeps the last result."""

    def __init__(self, read: Reading, probes: Sequence[Probe] = ()) -> None:
        self._read = read
        self._probes = probes
        self._failed: dict[str, tuple[str, float]] = {}
        self._passed: dict[str, float] = {}
        self._hanging: dict[str, asyncio.Task[object]] = {}
        self._since: dict[str, datetime] = {}
        self._last: Measurement | None = None
        self._measuring: asyncio.Task[Measurement] | None = None

    async def run(self) -> None:
        """Run rounds for ever."""
        try:
            while True:
                try:
                    await self._measure()
                except Exception:
                    log.exception("the shop could not be measured")
                await asyncio.sleep(PAUSE_SECONDS)
        finally:
            unfinished = [*self._hanging.values(), *([self._measuring] if self._measuring else [])]
            if unfinished:  # they may still hold connections and locks
                await asyncio.wait(unfinished, timeout=DEADLINE_SECONDS)

    async def report(self) -> Measurement:
        """Return the last result. If it is too old, such as when :meth:`run` is not running, run a round first."""
        if self._last and time.monotonic() - self._last.measured < STALE_SECONDS:
            return self._last
        if self._measuring is None or self._measuring.done():
            self._measuring = asyncio.create_task(self._measure(keeps=False))
        return await asyncio.shield(self._measuring)

    @property
    def failed(self) -> dict[str, str]:
        """The probes that failed recently, each with the reason."""
        after = time.monotonic() - STALE_SECONDS
        return {name: reason for name, (reason, at) in list(self._failed.items()) if at > after}

    async def _measure(self, *, keeps: bool = True) -> Measurement:
        # Unlike gather, a cancelled task group waits for all of its tasks, so that no task still holds a lock.
        async with asyncio.TaskGroup() as first:
            for probe in self._probes:
                if probe.goes_first:
                    first.create_task(self._check(probe))
        async with asyncio.TaskGroup() as others:
            reading = others.create_task(self._bounded("standing", self._read()))
            for probe in self._probes:
                if not probe.goes_first:
                    others.create_task(self._check(probe))
        health = _health(reading.result(), self.failed)
        found = findings(health)
        report = Measurement(time.monotonic(), health, self._dated(found))
        if keeps:
            self._last = report
        return report

    async def _check(self, probe: Probe) -> None:
        if probe.name in self._passed and time.monotonic() < self._passed[probe.name] + probe.pause:
            return
        outcome = await self._bounded(probe.name, probe.check())
        at = time.monotonic()
        if isinstance(outcome, Exception):
            self._passed.pop(probe.name, None)
            reason = _reason(outcome)
            if probe.name not in self.failed:
                log.warning("a probe failed", probe=probe.name, reason=reason)
            self._failed[probe.name] = (reason, at)
            return
        self._passed[probe.name] = at
        if probe.name in self._failed and at >= self._failed[probe.name][1] + probe.held:
            del self._failed[probe.name]

    async def _bounded(self, name: str, work: Awaitable[object]) -> object:
        """Wait for some work until its deadline. Return its result or error. Work that hangs is not started again."""
        before = self._hanging.get(name)
        if before and not before.done():
            if asyncio.iscoroutine(work):
                work.close()
            return TimeoutError(f"It has not answered for more than {DEADLINE_SECONDS:.0f} s.")
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=DEADLINE_SECONDS)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task}, timeout=DEADLINE_SECONDS)
            _forget(task)
            raise
        if not done:
            task.cancel()
            self._hanging[name] = task
            task.add_done_callback(_forget)
            return TimeoutError(f"There was no answer within {DEADLINE_SECONDS:.0f} s.")
        self._hanging.pop(name, None)
        try:
            return task.result()
        except Exception as error:  # noqa: BLE001 - any error means that the probe failed
            return error

    def _dated(self, found: Sequence[Finding]) -> list[DatedFinding]:
        """Add to each finding the time since which it holds, and forget findings that are gone."""
        at = now()
        since = {}
        for finding in found:
            known = at - timedelta(seconds=finding.ago) if finding.ago is not None else at
            since[finding.key] = self._since.get(finding.key, known)
        self._since = since
        return [DatedFinding(finding, since[finding.key]) for finding in found]


def _health(outcome: object, failed: dict[str, str]) -> HealthReport:
    if isinstance(outcome, Snapshot):
        return replace(outcome.health, failed={**outcome.health.failed, **failed})
    if isinstance(outcome, TimeoutError | PoolTimeout) or (isinstance(outcome, Exception) and is_unavailable(outcome)):
        return HealthReport(is_away=True, failed=failed)
    return HealthReport(is_unread=True, failed=failed | {"standing": _reason(outcome)})


def _reason(error: object) -> str:
    """Return an error's message in one line: PostgreSQL's own, if any. A group has that of its first error."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    said = str(getattr(error, "orig", None) or error)
    return said.splitlines()[0][:300] if said else type(error).__name__


def _forget(task: "asyncio.Future[object]") -> None:
    with suppress(asyncio.CancelledError, asyncio.InvalidStateError, Exception):
        task.result()
