"""A bucket with a memory cache, for processes that serve images."""

import threading
from collections import OrderedDict
from typing import Self

from shop.media.bucket import BucketStorage
from shop.media.storage import StoredObject

MAX_CACHE_BYTES = 64 * 1024 * 1024
MAX_OBJECT_BYTES = 512 * 1024
"""Larger objects are not cached. Most images on pages are a tenth of this size."""


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

    A key identifies its content, so a cached object is never stale.
    """

    def __init__(self, url: str, keys: str = "", *, max_bytes: int = MAX_CACHE_BYTES) -> None:
        super().__init__(url, keys)
        self._max_bytes = max_bytes
        self._size = 0
        self._cached: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, key: str) -> StoredObject:
        with self._lock:
            content = self._cached.get(key)
            if content is not None:
                self._cached.move_to_end(key)
                return StoredBytes(content)
        stored = super().open(key)
        if stored.size > MAX_OBJECT_BYTES:
            return stored
        content = stored.read(0, stored.size)
        self._add(key, content)
        return StoredBytes(content)

    def _add(self, key: str, content: bytes) -> None:
        with self._lock:
            self._size += len(content) - len(self._cached.pop(key, b""))
            self._cached[key] = content
            while self._size > self._max_bytes:
                self._size -= len(self._cached.popitem(last=False)[1])
