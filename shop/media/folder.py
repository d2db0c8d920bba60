"""Image storage in a folder: the default, for one machine or a shared disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Self

from shop.media.keys import ORIGINALS, is_private
from shop.media.storage import StorageUnavailable

CHUNK = 256 * 1024
CHECK_BYTES = 64 * 1024
MIN_FREE_BYTES = 32 * 1024 * 1024
"""Space for a few uploads. With less free space the storage counts as full."""


class StoredFile:
    """An open file. Threads may share it, as each read has its own position."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)
        self.size = os.fstat(self._descriptor).st_size

    def read(self, start: int, length: int) -> bytes:
        return os.pread(self._descriptor, length, start)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


class FolderStorage:
    """Files named by their keys. Each is written to a temporary file, which is then renamed.

    Other users of the machine can read the public files only.
    """

    def __init__(self, folder: Path, *, min_free_bytes: int = MIN_FREE_BYTES) -> None:
        self._folder = folder
        self._min_free = min_free_bytes

    def put(self, key: str, file: BinaryIO) -> None:
        path = self._folder / key
        with _unavailable_on_failure():
            if path.exists():
                os.utime(path)  # so that the orphan cleanup keeps it until the row that refers to it is written
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, file, mode=0o600 if is_private(key) else 0o644)

    def open(self, key: str) -> StoredFile:
        with _unavailable_on_failure():
            return StoredFile(self._folder / key)

    def delete(self, key: str) -> None:
        with _unavailable_on_failure():
            (self._folder / key).unlink(missing_ok=True)

    def exists(self, key: str) -> bool:
        with _unavailable_on_failure():
            return (self._folder / key).is_file()

    def stored_at(self, key: str) -> datetime:
        with _unavailable_on_failure():
            return _stored_at(self._folder / key)

    def list_keys(self) -> Iterator[tuple[str, datetime]]:
        with _unavailable_on_failure():
            for path in self._folder.glob("*/*"):
                try:
                    stored_at = _stored_at(path)
                except FileNotFoundError:  # removed or renamed since the folder was listed
                    continue
                yield path.relative_to(self._folder).as_posix(), stored_at

    def check(self) -> None:
        folder = self._folder / ORIGINALS
        with _unavailable_on_failure():
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=folder, prefix=".check-") as file:
                file.write(bytes(CHECK_BYTES))
                file.flush()
            free = shutil.disk_usage(folder).free
        if free < self._min_free:
            raise StorageUnavailable(f"Only {free // 2**20} MB are free in the folder of pictures.")

    def _write(self, path: Path, file: BinaryIO, *, mode: int) -> None:
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=".aside-")
        try:
            with os.fdopen(descriptor, "wb") as copy:
                shutil.copyfileobj(file, copy, CHUNK)
                copy.flush()
                os.fsync(copy.fileno())
            Path(temporary).chmod(mode)
            Path(temporary).replace(path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise


def _stored_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


@contextmanager
def _unavailable_on_failure() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StorageUnavailable(f"The folder of pictures: {error.strerror}") from error
