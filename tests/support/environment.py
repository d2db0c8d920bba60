"""Change the shop's settings temporarily, without changing the environment of child processes."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from shop.media.documents import documents
from shop.media.media import media
from shop.settings import Settings, settings


@contextmanager
def shop_environment(**variables: str) -> Iterator[Settings]:
    """Make `settings()` return settings from these variables until the block ends."""
    before = settings() if settings.cache_info().currsize else None
    try:
        yield _read(variables)
    finally:
        settings.cache_clear()
        media.cache_clear()
        documents.cache_clear()
        if before is not None:
            _read({f"SHOP_{name.upper()}": _written(value) for name, value in before.model_dump().items()})


def _read(variables: dict[str, str]) -> Settings:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SHOP_")}
    settings.cache_clear()
    media.cache_clear()
    documents.cache_clear()
    with patch.dict(os.environ, kept | variables, clear=True):
        return settings()


def _written(value: object) -> str:
    secret = getattr(value, "get_secret_value", None)
    return secret() if secret else str(value)
