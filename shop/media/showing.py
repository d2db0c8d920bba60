"""A bucket for a process that shows pictures."""

import threading
from collections import OrderedDict
from typing import Self

from shop.media.bucket import Bucket
from shop.media.storage import Opened

MOST_BYTES = 64 * 1024 * 1024
LARGEST = 512 * 1024
"""Most of what pages show is a tenth of it."""


class Whole:
    """A picture in memory."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self.size = len(content)

    def read(self, start: int, length: int) -> bytes:
        return self._content[start : start + length]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""


class ShowingBucket(Bucket):
    """Keeps in memory what was asked for lately: that costs no trip, and goes on while the bucket is away.

    A key stands for its content, so what is kept is never old.
    """

    def __init__(self, url: str, keys: str = "", *, most_bytes: int = MOST_BYTES) -> None:
        super().__init__(url, keys)
        self._most = most_bytes
        self._size = 0
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def open(self, key: str) -> Opened:
        with self._lock:
            content = self._kept.get(key)
            if content is not None:
                self._kept.move_to_end(key)
                return Whole(content)
        opened = super().open(key)
        if opened.size > LARGEST:
            return opened
        content = opened.read(0, opened.size)
        self._keep(key, content)
        return Whole(content)

    def _keep(self, key: str, content: bytes) -> None:
        with self._lock:
            self._size += len(content) - len(self._kept.pop(key, b""))
            self._kept[key] = content
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
