"""Change the shop's settings temporarily, without changing the environment of child processes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from shop.media import private_files
from shop.media.media import media
from shop.settings import Settings, settings
from shop.startup.load_settings import READERS

_given: list[dict[str, str]] = []
"""The variables of the open blocks, outermost first."""


@contextmanager
def shop_environment(**variables: str) -> Iterator[Settings]:
    """Make all settings, also those of a feature, return values from these variables until the block ends."""
    _given.append(variables)
    try:
        yield _read(variables)
    finally:
        _given.pop()
        clear_settings()
        if _given:
            _read(_given[-1])


def clear_settings() -> None:
    """Clear all caches of values that were made from the settings."""
    for readers in READERS.values():
        for read in readers:
            read.cache_clear()
    media.cache_clear()
    private_files.storage.cache_clear()


def _read(variables: dict[str, str]) -> Settings:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHOP_")}
    clear_settings()
    with patch.dict(os.environ, kept | variables, clear=True):
        for readers in READERS.values():
            for read in readers:
                read()
        return settings()
