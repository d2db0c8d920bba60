"""Measure memory and open descriptors of each process of a shop, including its children."""

from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tests.support.running_shop import ShopStack


@dataclass
class Footprint:
    """Resident megabytes and open descriptors, by process."""

    memory: dict[str, float] = field(default_factory=dict)
    descriptors: dict[str, int] = field(default_factory=dict)


def footprint(shop: ShopStack) -> Footprint:
    """Measure every running process. Memory shared between parent and children is counted for each of them.

    A process that ends during the measurement counts as 0, such as the child of a killed worker.
    """
    measured = Footprint()
    for name in shop.names:
        held = [_held(process) for process in _family(shop.pid(name))]
        measured.memory[name] = sum(resident for resident, _ in held) / 1e6
        measured.descriptors[name] = sum(descriptors for _, descriptors in held)
    return measured


def children_of(pid: int | None) -> list[psutil.Process]:
    """Return the children of a process, recursively; an empty list if it has ended."""
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
    """Return the resident bytes and the number of open descriptors."""
    try:
        return process.memory_info().rss, process.num_fds()
    except psutil.NoSuchProcess:
        return 0, 0


def proportional(pid: int) -> int:
    """Return the proportional set size in bytes. Linux only."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))
