"""Print the result of a measurement: a table of all sides, and each goal with the figure reached."""

import datetime as dt
import os
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version

from tests.support.http_load import Figures


@dataclass(frozen=True)
class Goal:
    """A goal: ``reached`` must be at least ``least``, or at most ``most``.

    A figure beyond ``floor`` fails the measurement. Without a floor, the goal itself is the limit.
    """

    name: str
    reached: float
    least: float | None = None
    most: float | None = None
    unit: str = ""
    floor: float | None = None

    @property
    def is_met(self) -> bool:
        """Whether the goal was reached."""
        return self._reaches(self.least, self.most)

    @property
    def holds(self) -> bool:
        """Whether the floor was reached."""
        if self.floor is None:
            return self.is_met
        return self._reaches(self.floor, None) if self.most is None else self._reaches(None, self.floor)

    def _reaches(self, least: float | None, most: float | None) -> bool:
        return (least is None or self.reached >= least) and (most is None or self.reached <= most)

    def __str__(self) -> str:
        wanted = f"at least {self.least:g}" if self.least is not None else f"at most {self.most:g}"
        if self.floor is not None:
            wanted += f", floor {self.floor:g}"
        found = "met   " if self.is_met else "floor " if self.holds else "MISSED"
        return f"{found}  {self.name}: {_figure(self.reached)}{self.unit} ({wanted})"


def head(title: str) -> None:
    """Print what is measured, when, and on which machine."""
    ours = ", ".join(f"{name} {version(name)}" for name in ("uvicorn", "fastapi", "sqlalchemy", "python-socketio"))
    when = f"{dt.datetime.now(dt.UTC):%Y-%m-%d %H:%M} UTC"
    print(f"{title}\n{when}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}")
    print(f"{ours}\n", flush=True)


def rates(made: Mapping[str, Figures]) -> None:
    """Print a line for each side of an HTTP measurement."""
    table(
        ("", "req/s", "p50 ms", "p99 ms", "CPU us", "bytes"),
        [(name, of.rate, of.p50, of.p99, of.cpu_each, of.length) for name, of in made.items()],
    )


def table(columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """Print a table. The first column is a name, the others are figures."""
    lines = [columns, *(tuple(_figure(cell) for cell in row) for row in rows)]
    first = max(len(line[0]) for line in lines)
    for line in lines:
        print(f"{line[0]:<{first}}" + "".join(f"{cell:>12}" for cell in line[1:]))
    print(flush=True)


def goals(*reached: Goal) -> int:
    """Print each goal. Return 1 if a floor was missed, as exit code."""
    for goal in reached:
        print(goal)
    print(flush=True)
    return 0 if all(goal.holds for goal in reached) else 1


def _figure(cell: object) -> str:
    if not isinstance(cell, float | int):
        return str(cell)
    return f"{cell:,.0f}" if abs(cell) >= 100 else f"{cell:.2f}"
