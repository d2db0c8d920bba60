"""The image store of the API and the workers. Keys contain a hash of the content, so an image never changes."""

import hashlib
import io
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import BinaryIO

from shop.media.folder import CHUNK, FolderStorage
from shop.media.keys import KEY, ORIGINALS, UPLOAD_KEY, URL, is_private, key_of
from shop.media.storage import Storage, StoredObject
from shop.settings import Settings, settings


class Media:
    """Images by address or key. Every call blocks; the API makes them in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def from_settings(cls, config: Settings, *, cached: bool = False) -> "Media":
        """Return the images in the bucket that the settings name, else in their folder.

        :param cached: whether this process keeps images of a bucket in memory that were read lately.
        """
        return cls(storage_of(config, cached=cached))

    def store(self, content: bytes, *, kind: str, name: str, suffix: str) -> str:
        """Store bytes and return their address, ``/media/<kind>/<name>-<hash><suffix>``.

        Readers see all of it or nothing. Storing the same bytes again changes nothing.

        :raises StorageUnavailable: if it cannot be stored.
        """
        digest = hashlib.sha256(content).hexdigest()[:12]
        return self.store_as(f"{kind}/{name}-{digest}{suffix}", io.BytesIO(content))

    def store_original(self, file: BinaryIO, suffix: str) -> str:
        """Store an upload, read in chunks from its beginning, and return its key, which is the hash of the content.

        :raises StorageUnavailable: if it cannot be stored.
        """
        file.seek(0)
        digest = hashlib.sha256()
        while chunk := file.read(CHUNK):
            digest.update(chunk)
        key = f"{ORIGINALS}/{digest.hexdigest()[:32]}{suffix}"
        self.store_as(key, file)
        return key

    def store_as(self, key: str, file: BinaryIO) -> str:
        """Store a file under the key that identifies its content, and return its address.

        :raises StorageUnavailable: if it cannot be stored.
        """
        url = f"{URL}/{key}"
        file.seek(0)
        self._storage.put(key_of(url), file)
        return url

    def read(self, url: str) -> bytes:
        """Return the bytes at an address.

        :raises FileNotFoundError: if there are none.
        :raises ValueError: if it is not the address of a stored image.
        :raises StorageUnavailable: if the storage cannot be reached.
        """
        with self.open(key_of(url)) as stored:
            return stored.read(0, stored.size)

    def open(self, key: str) -> StoredObject:
        """Open an image to read ranges of it.

        :raises FileNotFoundError: if there is none.
        :raises StorageUnavailable: if the storage cannot be reached.
        """
        return self._storage.open(key)

    def has_public(self, url: str) -> bool:
        """Whether there is an image at an address that is served.

        :raises StorageUnavailable: if the storage cannot be reached.
        """
        try:
            key = key_of(url)
        except ValueError:
            return False
        return not is_private(key) and self._storage.exists(key)

    def has_original(self, key: str) -> bool:
        """Whether there is an upload under a key, as :meth:`store_original` returned it.

        :raises StorageUnavailable: if the storage cannot be reached.
        """
        return UPLOAD_KEY.fullmatch(key) is not None and self._storage.exists(key)

    def delete(self, key: str) -> None:
        """Remove the image under a key, if there is one.

        :raises StorageUnavailable: if it cannot be removed.
        """
        self._storage.delete(key)

    def list_keys(self) -> Iterator[tuple[str, datetime]]:
        """Yield every key with the time at which it was stored last.

        :raises StorageUnavailable: if they cannot be listed.
        """
        return (stored for stored in self._storage.list_keys() if KEY.fullmatch(stored[0]))

    def check(self) -> None:
        """Check that images can be stored: write a small object and delete it.

        :raises StorageUnavailable: with what is wrong.
        """
        self._storage.check()


def storage_of(config: Settings, *, cached: bool = False) -> Storage:
    """Return the bucket that the settings name, else their folder.

    :param cached: whether this process keeps objects of a bucket in memory that were read lately.
    """
    if not config.media_url:
        return FolderStorage(config.media_dir)
    from shop.media.bucket import BucketStorage  # noqa: PLC0415 - shops with a folder start without its library
    from shop.media.cached_storage import CachedBucketStorage  # noqa: PLC0415 - as above

    storage = CachedBucketStorage if cached else BucketStorage
    return storage(config.media_url, config.media_keys.get_secret_value())


@cache
def media() -> Media:
    """Return the image store of this process's settings."""
    return Media.from_settings(settings())
