import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from typing import TextIO

_COLOURS = (36, 33, 32, 35, 34, 96, 93, 92, 95, 94)


class Output:
    """A common log for all processes. Each line begins with the padded name of its process."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stdout
        self._coloured = self._stream.isatty()
        self._width = 8
        self._colours: dict[str, int] = {}
        self._next: Iterator[int] = cycle(_COLOURS)

    def line(self, name: str, text: str) -> None:
        """Print one line of a process."""
        label = self.paint(f"{name:<{self._width}} |", self._colour(name))
        self.write(f"{label} {text}")

    def write(self, text: str) -> None:
        """Print a line of the supervisor. If the disk is full, the line is lost without an error."""
        with suppress(OSError):
            print(text, file=self._stream, flush=True)

    def paint(self, text: str, colour: int) -> str:
        """Colour a text if the stream is a terminal."""
        return f"\x1b[{colour}m{text}\x1b[0m" if self._coloured else text

    def _colour(self, name: str) -> int:
        if name not in self._colours:
            self._colours[name] = next(self._next)
            self._width = max(self._width, len(name))
        return self._colours[name]
