"""The report of a fault test: figures, faults and missed goals."""

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tests.support.event_audit import Ledger, Tally
from tests.support.live_browser import OpenPage
from tests.support.process_memory import Footprint


def p99(seconds: Sequence[float]) -> float:
    """Return the 99th percentile, or 0 if there are no values."""
    return statistics.quantiles(seconds, n=100, method="inclusive")[98] if len(seconds) > 1 else sum(seconds)


def p99_delays(pages: Sequence[OpenPage], ledger: Ledger, *times: float) -> list[float]:
    """Return the p99 of the seconds until pages received an event, for each span between two of these times."""
    recorded = {event.position: event.recorded_at.timestamp() for event in ledger.events}
    delays = [(recorded[seen.id], seen.at) for page in pages for seen in page.received if seen.id in recorded]
    return [p99([at - began for began, at in delays if start <= began < end]) for start, end in pairwise(times)]


@dataclass
class Report:
    """The result of a fault test.

    `faults` are violations, which must not occur on any machine. `slow` are missed time goals in seconds; a busy
    machine may miss them.
    """

    seed: int
    killed: list[str] = field(default_factory=list)
    acknowledged: int = 0
    sent_again: int = 0
    figures: dict[str, str] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    faults: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    before: Footprint = field(default_factory=Footprint)
    after: Footprint = field(default_factory=Footprint)
    seconds: float = 0.0

    def expect(self, what: str, seen: float, most: float, *, unit: str = "s") -> None:
        """Record a figure with its limit. It counts as slow if it exceeds the limit."""
        self.figures[what] = f"{seen:.2f} {unit}, at most {most:g} {unit}"
        if seen > most:
            self.slow.append(f"{what}: {self.figures[what]}")

    def __str__(self) -> str:
        return "\n".join(
            [
                f"seed {self.seed}, {self.seconds:.0f} s",
                *(f"{what:<24}{seen}" for what, seen in self._seen()),
                *_compared(self.before, self.after),
                *(f"SLOW: {goal}" for goal in self.slow),
                *(f"FAULT: {fault}" for fault in self.faults),
            ]
        )

    def _seen(self) -> Iterator[tuple[str, str]]:
        if self.killed:
            counted = Counter(self.killed).most_common()
            yield "killed", ", ".join(f"{name} {times} times" if times > 1 else name for name, times in counted)
        if self.acknowledged:
            yield "acknowledged", f"{self.acknowledged}, {self.sent_again} requests sent again"
        yield from self.figures.items()
        tally = self.tally
        if tally.pages:
            yield "pages", f"{tally.pages} open, {tally.connects} connects, {tally.resyncs} resyncs"
            yield "events seen", f"{tally.seen} of {tally.expected}"
            yield "lost", f"{tally.lost}"
            yield "doubled", f"{tally.doubled}"
            yield "out of order", f"{tally.disordered}"
            yield "not theirs", f"{tally.foreign}"
            yield "rows", f"{tally.rows} shown, {tally.wrong_rows} different from the database"
            yield "delay", f"median {tally.median_delay * 1000:.0f} ms, longest {tally.longest_delay:.2f} s"


def _compared(before: Footprint, after: Footprint) -> Iterator[str]:
    for name in before.memory:
        yield (
            f"{name:<24}{before.memory[name]:.0f} -> {after.memory.get(name, 0):.0f} MB,"
            f" {before.descriptors[name]} -> {after.descriptors.get(name, 0)} descriptors"
        )
