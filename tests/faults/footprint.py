"""How much memory and how many descriptors each process of a shop holds, its children counted in."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import psutil

from tests.stack import ShopStack


@dataclass
class Footprint:
    """By process: resident megabytes, and open descriptors."""

    memory: dict[str, float] = field(default_factory=dict)
    descriptors: dict[str, int] = field(default_factory=dict)


def footprint(shop: ShopStack) -> Footprint:
    """Measure every process that runs now. Memory that children share with their parent is counted once for each."""
    measured = Footprint()
    for name in shop.names:
        family = list(_family(shop.pid(name)))
        measured.memory[name] = sum(process.memory_info().rss for process in family) / 1e6
        measured.descriptors[name] = sum(process.num_fds() for process in family)
    return measured


def _family(pid: int | None) -> Iterator[psutil.Process]:
    if pid is None:
        return
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        yield process
        yield from process.children(recursive=True)
