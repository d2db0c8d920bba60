"""Documents for certain people, such as invoices: in the storage of the images, in a part that is never served."""

import io
from functools import cache
from typing import Self

from shop.media.keys import DOCUMENT_KEY, DOCUMENTS
from shop.media.media import storage_of
from shop.media.storage import Storage
from shop.settings import Settings, settings


class Documents:
    """PDFs by name: letters, digits and hyphens. Every call blocks; the API makes them in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def from_settings(cls, config: Settings) -> Self:
        """Return the documents in the bucket that the settings name, else in their folder."""
        return cls(storage_of(config))

    def store(self, name: str, content: bytes) -> None:
        """Store a document: all of it or nothing.

        :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
        """
        self._storage.put(_key_of(name), io.BytesIO(content))

    def read(self, name: str) -> bytes:
        """Return a document.

        :raises FileNotFoundError: if there is none of this name.
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
