"""``python -m demo``: load the demo shop into an empty database. Any other database stays unchanged."""

import asyncio

from demo.loader import load
from shop.startup.load_settings import load_settings


def main() -> None:
    """Load the demo shop and print the result. The settings of all processes are checked first."""
    load_settings(shipping=True)
    print(asyncio.run(load()))  # noqa: T201 - the output of a command


if __name__ == "__main__":
    main()
