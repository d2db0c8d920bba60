"""Estimate the gain of one more worker for a queue.

The estimate uses the durations of its deliveries in the last hour and the number that are pending.
"""

from dataclasses import dataclass

from shop.operations.health_report import seconds

SHARED = {"webhooks": "Calls are made side by side already; a slow endpoint is as slow with another worker."}
"""Queues whose workers process many deliveries concurrently, each with an explanation."""


@dataclass(frozen=True, kw_only=True)
class Load:
    """The work of a queue: deliveries ``done`` in the last hour and the seconds ``spent`` on them.

    ``slots`` is the number of deliveries that its workers process concurrently; one more worker would add ``more``.
    """

    queue: str
    slots: int
    more: int
    done: int
    spent: float
    waiting: int
    is_paused: bool = False
    is_failing: bool = False


@dataclass(frozen=True)
class Capacity:
    """The maximum of deliveries a minute, now and with one more worker, and in how many seconds the backlog is done.

    ``used`` is the share of the last hour in which the workers were busy. Unknown figures are None.
    """

    sentence: str
    used: float | None = None
    now: float | None = None
    with_one_more: float | None = None
    clears_in: float | None = None
    clears_in_with_one_more: float | None = None


def capacity(load: Load) -> Capacity:
    """Return the estimated gain of another worker."""
    used = min(1.0, load.spent / (3600 * load.slots)) if load.slots else None
    if load.is_paused:
        return Capacity("It is paused: another worker would wait too.", used)
    if load.is_failing:
        return Capacity("Its deliveries fail; another worker would fail as often. Mend the cause first.", used)
    if load.queue in SHARED:
        return Capacity(SHARED[load.queue], used)
    if not load.done or not load.spent:
        missing = "" if load.slots else " Start a worker."
        return Capacity(f"Nothing was done in the last hour, so nothing was measured.{missing}", used)
    a_minute = 60 * load.done / load.spent
    now, more = load.slots * a_minute, (load.slots + load.more) * a_minute
    clears, clears_more = _seconds_for(load.waiting, now), _seconds_for(load.waiting, more)
    return Capacity(_sentence(load, now, more, clears, clears_more, used or 0.0), used, now, more, clears, clears_more)


def _seconds_for(waiting: int, a_minute: float) -> float | None:
    return 60 * waiting / a_minute if a_minute else None


def _sentence(load: Load, now: float, more: float, clears: float | None, clears_more: float | None, used: float) -> str:
    rates = f"{_rate(now)} a minute at most, {_rate(more)} with one more worker."
    if clears is None:
        return f"Nothing without a worker, {_rate(more)} a minute with one: {seconds(clears_more or 0)} for what waits."
    if load.waiting and clears_more is not None and clears >= 1:
        return f"{rates} What waits is done in {seconds(clears)}, or in {seconds(clears_more)} with one more."
    busy = f"{used:.0%}" if used >= 0.01 else "less than 1%"
    return f"{rates} Busy {busy} of the last hour: one more would bring nothing now."


def _rate(a_minute: float) -> str:
    return f"{a_minute:,.0f}" if a_minute >= 10 else f"{a_minute:.1f}"
