"""What a place for pictures must be able to do. There are two: a folder and a bucket."""

from collections.abc import Iterator
from datetime import datetime
from typing import BinaryIO, Protocol, Self

TYPES = {
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
}
"""The pictures that are kept, by the end of their key."""


class StorageAway(Exception):
    """The place of the pictures cannot be reached, or took nothing more."""


class Opened(Protocol):
    """Something kept, of ``size`` bytes, to be read in parts and closed."""

    size: int

    def read(self, start: int, length: int) -> bytes: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class Storage(Protocol):
    """Bytes under keys. Every failure of the place itself is a :class:`StorageAway`."""

    def put(self, key: str, file: BinaryIO) -> None:
        """Store what the file holds from here on, all of it or nothing, without holding it in memory."""
        ...

    def open(self, key: str) -> Opened:
        """Open what is there.

        :raises FileNotFoundError: where there is nothing.
        """
        ...

    def delete(self, key: str) -> None: ...

    def exists(self, key: str) -> bool: ...

    def everything(self) -> Iterator[tuple[str, datetime]]: ...
