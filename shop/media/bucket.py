"""Pictures in an S3-compatible bucket, ``s3://bucket/prefix?endpoint=https://…&region=…``.

Who we are to it is told by a setting, ``id:secret``; else it stands in the usual variables, ``AWS_ACCESS_KEY_ID`` and
``AWS_SECRET_ACCESS_KEY``, or comes from the machine's role.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Self
from urllib.parse import parse_qs, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from shop.media.storage import TYPES, Opened, StorageAway
from shop.operations.error_words import worded

if TYPE_CHECKING:
    from obstore.store import S3Config

TIMEOUT = timedelta(seconds=10)
PIECE = 5 * 1024 * 1024
"""The smallest part that S3 takes of a large object: the most of an upload that is in memory at once."""


class OpenObject:
    """An object of known size, read by ranges."""

    def __init__(self, store: S3Store, key: str) -> None:
        self._store = store
        self._key = key
        with _away_on_failure():
            self.size: int = obstore.head(store, key)["size"]

    def read(self, start: int, length: int) -> bytes:
        if length == 0:
            return b""
        with _away_on_failure():
            return bytes(obstore.get_range(self._store, self._key, start=start, length=length))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing stays open between two ranges."""


class Bucket:
    """Objects named after their keys; an object is there whole or not at all."""

    def __init__(self, url: str, keys: str = "") -> None:
        parts = urlsplit(url)
        key_id, _, secret = keys.partition(":")
        who: S3Config = {"access_key_id": key_id, "secret_access_key": secret} if keys else {}
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self._store = S3Store(
            parts.hostname or "",
            prefix=parts.path.strip("/") or None,
            region=options.get("region", "us-east-1"),
            endpoint=options.get("endpoint"),
            config=who,
            client_options={"timeout": TIMEOUT, "connect_timeout": timedelta(seconds=3), "allow_http": True},
            retry_config={"max_retries": 2, "retry_timeout": TIMEOUT},
        )

    def put(self, key: str, file: BinaryIO) -> None:
        attributes = {
            "Content-Type": TYPES[PurePosixPath(key).suffix],
            "Cache-Control": "public, max-age=31536000, immutable",
        }
        with _away_on_failure():
            obstore.put(self._store, key, file, attributes=attributes, chunk_size=PIECE, max_concurrency=1)

    def open(self, key: str) -> Opened:
        return OpenObject(self._store, key)

    def delete(self, key: str) -> None:
        with _away_on_failure():
            obstore.delete(self._store, key)

    def exists(self, key: str) -> bool:
        try:
            with self.open(key):
                return True
        except FileNotFoundError:
            return False

    def everything(self) -> Iterator[tuple[str, datetime]]:
        with _away_on_failure():
            for page in obstore.list(self._store):
                for kept in page:
                    yield kept["path"], kept["last_modified"]


@contextmanager
def _away_on_failure() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except (BaseError, OSError) as error:
        raise StorageAway(f"The bucket of pictures: {worded(str(error))[:200]}") from error
