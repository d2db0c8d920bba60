"""Where pictures are kept, under names that change with their content: a folder, or a bucket by a setting."""

import hashlib
import io
import re
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from typing import BinaryIO

from shop.media.folder import PIECE, Folder
from shop.media.storage import TYPES, Opened, Storage, StorageAway
from shop.settings import Settings, settings

__all__ = ["ORIGINALS", "TYPES", "URL", "Media", "StorageAway", "key_of", "media", "shown_at"]

URL = "/media"
ORIGINALS = "originals"
"""What was uploaded, as it was uploaded. It is never served: it may hold where a photograph was taken."""
PICTURES = "pictures"
"""What is shown of each original, rebuilt from its pixels and named after it."""

UPLOADED = re.compile(r"originals/[0-9a-f]{32}\.[a-z]{3,4}")
"""Keys of uploads; what no row names is swept after a day."""

_KEY = re.compile(r"[a-z]+/[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.(?:jpe?g|png|gif|webp|avif)")


def key_of(url: str) -> str:
    """Return the key of what is kept at an address, ``<kind>/<name>``.

    :raises ValueError: where it is no address of a kept picture.
    """
    key = url.removeprefix(f"{URL}/")
    if key == url or not _KEY.fullmatch(key):
        raise ValueError(f"{url} is not an address of a kept picture")
    return key


def shown_at(original: str) -> str:
    """Return the address of what is shown of an original: known at once, and there when the worker made it."""
    return f"{URL}/{PICTURES}/{original.partition('/')[2].rpartition('.')[0]}.webp"


class Media:
    """The pictures, shared by the API and the image workers. Every call blocks: the API makes them in threads."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    @classmethod
    def of(cls, config: Settings, *, shows: bool = False) -> "Media":
        """Return the pictures in the bucket that the settings name, or else in their folder.

        A process that ``shows`` pictures keeps those of a bucket at hand that it was asked for lately.
        """
        if not config.media_url:
            return cls(Folder(config.media_dir))
        from shop.media.bucket import Bucket  # noqa: PLC0415 - most shops have a folder and start without it
        from shop.media.showing import ShowingBucket  # noqa: PLC0415 - as above

        return cls((ShowingBucket if shows else Bucket)(config.media_url, config.media_keys.get_secret_value()))

    def keep(self, content: bytes, *, kind: str, name: str, suffix: str) -> str:
        """Store bytes and return their address, ``/media/<kind>/<name>-<hash><suffix>``.

        A reader sees all of it or nothing; the same bytes again change nothing.

        :raises StorageAway: where they could not be stored.
        """
        mark = hashlib.sha256(content).hexdigest()[:12]
        return self.keep_as(f"{kind}/{name}-{mark}{suffix}", io.BytesIO(content))

    def keep_original(self, file: BinaryIO, suffix: str) -> str:
        """Store an upload, read from its beginning piece by piece, and return its key: its content's hash.

        :raises StorageAway: where it could not be stored.
        """
        file.seek(0)
        digest = hashlib.sha256()
        while piece := file.read(PIECE):
            digest.update(piece)
        mark = digest.hexdigest()[:32]
        key = f"{ORIGINALS}/{mark}{suffix}"
        self.keep_as(key, file)
        return key

    def keep_as(self, key: str, file: BinaryIO) -> str:
        """Store what a file holds under a key that stands for this content, and return its address.

        :raises StorageAway: where it could not be stored.
        """
        address = f"{URL}/{key}"
        file.seek(0)
        self._storage.put(key_of(address), file)
        return address

    def read(self, url: str) -> bytes:
        """Return the bytes at an address.

        :raises FileNotFoundError, ValueError, StorageAway: where there are none, or it is no such address.
        """
        with self.open(key_of(url)) as opened:
            return opened.read(0, opened.size)

    def open(self, key: str) -> Opened:
        """Open what is kept under a key, to read parts of it.

        :raises FileNotFoundError, StorageAway: where there is nothing, or it cannot be reached.
        """
        return self._storage.open(key)

    def holds(self, url: str) -> bool:
        """Whether there is a picture at an address that may be shown.

        :raises StorageAway: where that cannot be known now.
        """
        try:
            key = key_of(url)
        except ValueError:
            return False
        return not key.startswith(f"{ORIGINALS}/") and self._storage.exists(key)

    def has_original(self, key: str) -> bool:
        """Whether there is an upload under this key, as :meth:`keep_original` gave it.

        :raises StorageAway: where that cannot be known now.
        """
        return UPLOADED.fullmatch(key) is not None and self._storage.exists(key)

    def delete(self, key: str) -> None:
        """Remove what is kept under a key; where there is nothing, nothing happens.

        :raises StorageAway: where it could not be removed.
        """
        self._storage.delete(key)

    def everything(self) -> Iterator[tuple[str, datetime]]:
        """Yield every key with the time at which it was stored last.

        :raises StorageAway: where they cannot be listed.
        """
        return (kept for kept in self._storage.everything() if _KEY.fullmatch(kept[0]))


@cache
def media() -> Media:
    """Return the pictures of this process's settings."""
    return Media.of(settings())
