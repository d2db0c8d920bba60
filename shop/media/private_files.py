"""Private files, such as invoices. They are in the storage of the images, under keys that are never served.

Every call blocks; the API calls them in threads.
"""

import io
from functools import cache

from shop.media.media import storage_of
from shop.media.storage import Storage
from shop.settings import settings


@cache
def storage() -> Storage:
    """Return the storage of this process's settings."""
    return storage_of(settings())


def store(key: str, content: bytes) -> None:
    """Store a file atomically.

    :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
    """
    storage().put(key, io.BytesIO(content))


def read(key: str) -> bytes:
    """Return a file.

    :raises FileNotFoundError: if there is no such file.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    with storage().open(key) as stored:
        return stored.read(0, stored.size)


def remove(key: str) -> None:
    """Remove a file, if it is there.

    :raises shop.media.storage.StorageUnavailable: if it cannot be removed.
    """
    storage().delete(key)
