"""``python -m demo``: load the demo shop into an empty database. Any other database stays unchanged."""

import asyncio

from demo.loader import load


def main() -> None:
    """Load the demo shop and print the result."""
    print(asyncio.run(load()))  # noqa: T201 - the output of a command


if __name__ == "__main__":
    main()
