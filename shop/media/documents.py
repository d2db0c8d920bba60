"""Private documents, such as invoices. They are in the storage of the images, under keys that are never served."""

import io
from functools import cache
from typing import Self

from shop.media.keys import DOCUMENT_KEY, DOCUMENTS
from shop.media.media import storage_of
from shop.media.storage import Storage
from shop.settings import Settings, settings


class Documents:
    """PDFs by name: letters, digits and hyphens. Every call blocks; the API calls them in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def from_settings(cls, config: Settings) -> Self:
        """Return the documents in the bucket of the settings, or in their folder."""
        return cls(storage_of(config))

    def store(self, name: str, content: bytes) -> None:
        """Store a document atomically.

        :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
        """
        self._storage.put(_key_of(name), io.BytesIO(content))

    def read(self, name: str) -> bytes:
        """Return a document.

        :raises FileNotFoundError: if there is no such document.
        :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
        """
        with self._storage.open(_key_of(name)) as stored:
            return stored.read(0, stored.size)


def _key_of(name: str) -> str:
    key = f"{DOCUMENTS}/{name}.pdf"
    if not DOCUMENT_KEY.fullmatch(key):
        raise ValueError(f"{name} is not the name of a document")
    return key


@cache
def documents() -> Documents:
    """Return the documents of this process's settings."""
    return Documents.from_settings(settings())
