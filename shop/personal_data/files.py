"""The files with shoppers' data, in the private part of the storage."""

from shop.media import private_files
from shop.media.keys import DATA_EXPORTS


def store(name: str, content: bytes) -> None:
    """Store a file atomically.

    :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
    """
    private_files.store(_key_of(name), content)


def read(name: str) -> bytes:
    """Return a file.

    :raises FileNotFoundError: if there is no such file.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    return private_files.read(_key_of(name))


def remove(name: str) -> None:
    """Remove a file, if it exists.

    :raises shop.media.storage.StorageUnavailable: if it cannot be removed.
    """
    private_files.remove(_key_of(name))


def _key_of(name: str) -> str:
    return f"{DATA_EXPORTS}/{name}.json"
