"""``python -m demo``: load the demo shop into an empty database, and do nothing to any other."""

import asyncio

from demo.loader import load


def main() -> None:
    """Load and say what was done."""
    print(asyncio.run(load()))  # noqa: T201 - a command's answer


if __name__ == "__main__":
    main()
