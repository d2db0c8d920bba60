"""The interface of a storage for images and documents: a folder (:mod:`.folder`) or a bucket (:mod:`.bucket`)."""

from collections.abc import Iterator
from datetime import datetime
from typing import BinaryIO, Protocol, Self

CONTENT_TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".pdf": "application/pdf",
    ".json": "application/json",
}
"""The content types of stored objects, by the suffix of the key."""


class StorageUnavailable(Exception):
    """The storage cannot be reached, or is full."""


class StoredObject(Protocol):
    """An open object of ``size`` bytes."""

    size: int

    def read(self, start: int, length: int) -> bytes: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Storage(Protocol):
    """Objects by key. Every failure of the storage itself is a :class:`StorageUnavailable`."""

    def put(self, key: str, file: BinaryIO) -> None:
        """Store the rest of a file atomically, without holding it in memory."""
        ...

    def open(self, key: str) -> StoredObject:
        """Open an object.

        :raises FileNotFoundError: if there is none.
        """
        ...

    def delete(self, key: str) -> None: ...

    def exists(self, key: str) -> bool: ...

    def stored_at(self, key: str) -> datetime:
        """Return the time at which an object was last stored.

        :raises FileNotFoundError: if there is none.
        """
        ...

    def list_keys(self) -> Iterator[tuple[str, datetime]]: ...

    def check(self) -> None: ...
