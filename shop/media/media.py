"""The image store of the API and the workers. Keys contain a hash of the content, so an image never changes."""

import hashlib
import io
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import BinaryIO

from shop.media.folder import CHUNK, FolderStorage
from shop.media.keys import KEY, ORIGINALS, TEMPORARY_KEY, UPLOAD_KEY, URL, is_private, key_of
from shop.media.storage import Storage, StoredObject
from shop.settings import Settings, settings


class Media:
    """Images by URL or key. Every call blocks; the API calls them in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def from_settings(cls, config: Settings, *, cached: bool = False) -> "Media":
        """Return the images in the bucket of the settings, or in their folder.

        :param cached: whether this process caches recently read images of a bucket in memory.
        """
        return cls(storage_of(config, cached=cached))

    def store(self, content: bytes, *, kind: str, name: str, suffix: str) -> str:
        """Store bytes and return their URL path, ``/media/<kind>/<name>-<hash><suffix>``.

        Storing is atomic. Storing the same bytes again changes nothing.

        :raises StorageUnavailable: if it cannot be stored.
        """
        digest = hashlib.sha256(content).hexdigest()[:12]
        return self.store_as(f"{kind}/{name}-{digest}{suffix}", io.BytesIO(content))

    def store_original(self, file: BinaryIO, suffix: str) -> str:
        """Store an upload, read in chunks from its start, and return its key, which is the hash of the content.

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
        """Store a file under the key that identifies its content, and return its URL path.

        :raises StorageUnavailable: if it cannot be stored.
        """
        url = f"{URL}/{key}"
        file.seek(0)
        self._storage.put(key_of(url), file)
        return url

    def read(self, url: str) -> bytes:
        """Return the bytes of an image.

        :raises FileNotFoundError: if there is no such image.
        :raises ValueError: if it is not the URL of a stored image.
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
        """Whether a served image exists at this URL.

        :raises StorageUnavailable: if the storage cannot be reached.
        """
        try:
            key = key_of(url)
        except ValueError:
            return False
        return not is_private(key) and self._storage.exists(key)

    def has_original(self, key: str) -> bool:
        """Whether an upload exists under a key from :meth:`store_original`.

        :raises StorageUnavailable: if the storage cannot be reached.
        """
        return UPLOAD_KEY.fullmatch(key) is not None and self._storage.exists(key)

    def delete(self, key: str) -> None:
        """Delete the image under a key, if it exists.

        :raises StorageUnavailable: if it cannot be removed.
        """
        self._storage.delete(key)

    def stored_at(self, key: str) -> datetime:
        """Return the time at which the image under a key was last stored.

        :raises FileNotFoundError: if there is none.
        :raises StorageUnavailable: if the storage cannot be reached.
        """
        return self._storage.stored_at(key)

    def list_keys(self) -> Iterator[tuple[str, datetime]]:
        """Yield the key of every image, and of every temporary file, with the time at which it was last stored.

        :raises StorageUnavailable: if they cannot be listed.
        """
        for key, stored_at in self._storage.list_keys():
            if KEY.fullmatch(key) or TEMPORARY_KEY.fullmatch(key):
                yield key, stored_at

    def check(self) -> None:
        """Check that images can be stored: write a small object and delete it.

        :raises StorageUnavailable: with the reason.
        """
        self._storage.check()


def storage_of(config: Settings, *, cached: bool = False) -> Storage:
    """Return the bucket of the settings, or their folder.

    :param cached: whether this process caches recently read objects of a bucket in memory.
    """
    if not config.media_url:
        return FolderStorage(config.media_dir)
    from shop.media.bucket import BucketStorage  # noqa: PLC0415 - shops with a folder start without its library
    from shop.media.cached_storage import CachedBucketStorage  # noqa: PLC0415 - as above

    storage = CachedBucketStorage if cached else BucketStorage
    return storage(config.media_url, config.media_keys.get_secret_value())


@cache
def media() -> Media:
    """Return the image store for this process's settings."""
    return Media.from_settings(settings())
