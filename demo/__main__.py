"""``python -m demo``: load the demo shop into an empty database. Any other database stays unchanged."""

import asyncio
import sys

from pydantic import ValidationError

from demo.loader import load
from shop.settings import settings


def main() -> None:
    """Load the demo shop and print the result, or say in one line which setting is not valid."""
    try:
        settings()
    except ValidationError as error:
        sys.exit("; ".join(_sentence(one["loc"], one["msg"]) for one in error.errors(include_url=False)))
    print(asyncio.run(load()))  # noqa: T201 - the output of a command


def _sentence(place: tuple[int | str, ...], message: str) -> str:
    name = f"SHOP_{str(place[0]).upper()}: " if place else ""  # a check of several settings names them itself
    return name + message.removeprefix("Value error, ")


if __name__ == "__main__":
    main()
