"""A bucket with a memory cache, for processes that serve images."""

import threading
import time
from collections import OrderedDict
from typing import Self

from shop.media.bucket import BucketStorage
from shop.media.storage import StorageUnavailable, StoredObject

MAX_CACHE_BYTES = 64 * 1024 * 1024
MAX_OBJECT_BYTES = 512 * 1024
"""Larger objects are not cached. Most images on pages are a tenth of this size."""
MAX_AGE_SECONDS = 24 * 3600.0
"""An older object is read from the bucket again, as it may be deleted there."""
RETRY_SECONDS = 60.0
"""While the bucket is unavailable, it is asked for an older object only as often as this."""


class StoredBytes:
    """An object in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.size = len(content)

    def read(self, start: int, length: int) -> bytes:
        return self._content[start : start + length]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: there is nothing to close."""


class CachedBucketStorage(BucketStorage):
    """Caches the most recently read objects in memory, and serves them while the bucket is unavailable.

    A key identifies its content, so a cached object never differs from that of the bucket.
    """

    def __init__(self, url: str, keys: str = "", *, max_bytes: int = MAX_CACHE_BYTES) -> None:
        super().__init__(url, keys)
        self._max_bytes = max_bytes
        self._size = 0
        self._cached: OrderedDict[str, tuple[bytes, float]] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, key: str) -> StoredObject:
        with self._lock:
            cached, read_at = self._cached.get(key, (None, 0.0))
            if cached is not None:
                self._cached.move_to_end(key)
        if cached is not None and time.monotonic() - read_at < MAX_AGE_SECONDS:
            return StoredBytes(cached)
        try:
            stored = super().open(key)
            if stored.size > MAX_OBJECT_BYTES:
                return stored
            content = stored.read(0, stored.size)
        except StorageUnavailable:
            if cached is None:
                raise
            self._add(key, cached, time.monotonic() - MAX_AGE_SECONDS + RETRY_SECONDS)
            return StoredBytes(cached)
        except FileNotFoundError:
            self._remove(key)
            raise
        self._add(key, content, time.monotonic())
        return StoredBytes(content)

    def _add(self, key: str, content: bytes, read_at: float) -> None:
        with self._lock:
            self._size += len(content) - len(self._cached.pop(key, (b"", 0.0))[0])
            self._cached[key] = content, read_at
            while self._size > self._max_bytes:
                _, (oldest, _) = self._cached.popitem(last=False)
                self._size -= len(oldest)

    def _remove(self, key: str) -> None:
        with self._lock:
            self._size -= len(self._cached.pop(key, (b"", 0.0))[0])
