"""How much memory and how many descriptors each process of a shop holds, its children counted in."""

from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.support.running_shop import ShopStack


@dataclass
class Footprint:
    """By process: resident megabytes, and open descriptors."""

    memory: dict[str, float] = field(default_factory=dict)
    descriptors: dict[str, int] = field(default_factory=dict)


def footprint(shop: ShopStack) -> Footprint:
    """Measure every process that runs now. Memory that children share with their parent is counted once for each.

    A process that ends while it is measured, as a worker's child does after its worker was killed, holds nothing.
    """
    measured = Footprint()
    for name in shop.names:
        held = [_held(process) for process in _family(shop.pid(name))]
        measured.memory[name] = sum(resident for resident, _ in held) / 1e6
        measured.descriptors[name] = sum(descriptors for _, descriptors in held)
    return measured


def children_of(pid: int | None) -> list[psutil.Process]:
    """Return those of a process, with theirs; none of one that has ended."""
    return _family(pid)[1:]


def _family(pid: int | None) -> list[psutil.Process]:
    if pid is None:
        return []
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _held(process: psutil.Process) -> tuple[int, int]:
    """Return resident bytes and open descriptors."""
    try:
        return process.memory_info().rss, process.num_fds()
    except psutil.NoSuchProcess:
        return 0, 0


def proportional(pid: int) -> int:
    """Return the bytes that a process holds, pages that it shares counted by its share; Linux only."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
