"""Image storage in an S3-compatible bucket, ``s3://bucket/prefix?endpoint=https://…&region=…``.

The credentials are a setting, ``id:secret``. Without it they come from ``AWS_ACCESS_KEY_ID`` and
``AWS_SECRET_ACCESS_KEY``, or from the machine's role.
"""

import io
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, BinaryIO, Self
from urllib.parse import parse_qs, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import S3Store

from shop.media.keys import is_private
from shop.media.storage import CONTENT_TYPES, StorageUnavailable, StoredObject
from shop.text.error_messages import readable_message

if TYPE_CHECKING:
    from obstore.store import S3Config

TIMEOUT = timedelta(seconds=10)
PART_BYTES = 5 * 1024 * 1024
"""The minimum size of a part of a multipart upload to S3. At most this much of an upload is in memory at a time."""
CHECK_BYTES = 4 * 1024


class StoredBucketObject:
    """An object of known size. Each read is a request for a range."""

    def __init__(self, store: S3Store, key: str) -> None:
        self._store = store
        self._key = key
        with _unavailable_on_failure():
            self.size: int = obstore.head(store, key)["size"]

    def read(self, start: int, length: int) -> bytes:
        if length == 0:
            return b""
        with _unavailable_on_failure():
            return bytes(obstore.get_range(self._store, self._key, start=start, length=length))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Do nothing: no connection is held between reads."""


class BucketStorage:
    """Objects named by their keys. S3 shows an object only when it is stored completely."""

    def __init__(self, url: str, keys: str = "") -> None:
        parts = urlsplit(url)
        key_id, _, secret = keys.partition(":")
        config: S3Config = {"disable_bulk_delete": True}  # not every provider has DeleteObjects
        if keys:
            config |= {"access_key_id": key_id, "secret_access_key": secret}
        options = {name: values[-1] for name, values in parse_qs(parts.query).items()}
        self._store = S3Store(
            parts.hostname or "",
            prefix=parts.path.strip("/") or None,
            region=options.get("region", "us-east-1"),
            endpoint=options.get("endpoint"),
            config=config,
            client_options={"timeout": TIMEOUT, "connect_timeout": timedelta(seconds=3), "allow_http": True},
            retry_config={"max_retries": 2, "retry_timeout": TIMEOUT},
        )

    def put(self, key: str, file: BinaryIO) -> None:
        attributes = {
            "Content-Type": CONTENT_TYPES[PurePosixPath(key).suffix],
            "Cache-Control": "private, no-store" if is_private(key) else "public, max-age=31536000, immutable",
        }
        with _unavailable_on_failure(can_be_missing=False):
            obstore.put(self._store, key, file, attributes=attributes, chunk_size=PART_BYTES, max_concurrency=1)

    def open(self, key: str) -> StoredObject:
        return StoredBucketObject(self._store, key)

    def delete(self, key: str) -> None:
        with _unavailable_on_failure():
            try:
                obstore.delete(self._store, key)
            except FileNotFoundError as error:
                # For a missing object S3 answers 204, others 404. The bucket itself must exist.
                if "NoSuchBucket" in str(error):
                    raise

    def exists(self, key: str) -> bool:
        try:
            with self.open(key):
                return True
        except FileNotFoundError:
            return False

    def stored_at(self, key: str) -> datetime:
        with _unavailable_on_failure():
            return obstore.head(self._store, key)["last_modified"]

    def list_keys(self) -> Iterator[tuple[str, datetime]]:
        with _unavailable_on_failure():
            for page in obstore.list(self._store):
                for stored in page:
                    yield stored["path"], stored["last_modified"]

    def check(self) -> None:
        key = f"checks/{secrets.token_hex(8)}.png"  # the orphan cleanup removes it if the process ends first
        self.put(key, io.BytesIO(bytes(CHECK_BYTES)))
        self.delete(key)


@contextmanager
def _unavailable_on_failure(*, can_be_missing: bool = True) -> Iterator[None]:
    """Convert errors of the bucket to :class:`StorageUnavailable`.

    :param can_be_missing: whether a missing object is a normal result. Otherwise the bucket itself does not exist.
    """
    try:
        yield
    except (BaseError, OSError) as error:
        if can_be_missing and isinstance(error, FileNotFoundError):
            raise
        raise StorageUnavailable(f"The bucket of pictures: {readable_message(str(error))[:200]}") from error
