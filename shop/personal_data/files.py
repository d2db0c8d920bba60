"""The files with shoppers' data, in the private part of the storage."""

import io

from shop.media.keys import DATA_EXPORTS
from shop.media.media import storage_of
from shop.settings import settings


def store(name: str, content: bytes) -> None:
    """Store a file atomically.

    :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
    """
    storage_of(settings()).put(_key_of(name), io.BytesIO(content))


def read(name: str) -> bytes:
    """Return a file.

    :raises FileNotFoundError: if there is no such file.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    with storage_of(settings()).open(_key_of(name)) as stored:
        return stored.read(0, stored.size)


def remove(name: str) -> None:
    """Remove a file, if it is there.

    :raises shop.media.storage.StorageUnavailable: if it cannot be removed.
    """
    storage_of(settings()).delete(_key_of(name))


def _key_of(name: str) -> str:
    return f"{DATA_EXPORTS}/{name}.json"
