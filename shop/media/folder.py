"""Pictures in a folder: the default, for one machine or a shared disk."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO, Self

from shop.media.storage import StorageAway

PIECE = 256 * 1024


class OpenFile:
    """A file, read by position, so that threads may share it."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)
        self.size = os.fstat(self._descriptor).st_size

    def read(self, start: int, length: int) -> bytes:
        return os.pread(self._descriptor, length, start)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)


class Folder:
    """Files named after their keys, written aside and renamed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, key: str, file: BinaryIO) -> None:
        path = self._folder / key
        with _away_on_failure():
            if path.exists():
                os.utime(path)  # as if stored anew, so that a sweep leaves it to its new owner
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, file)

    def open(self, key: str) -> OpenFile:
        with _away_on_failure():
            return OpenFile(self._folder / key)

    def delete(self, key: str) -> None:
        with _away_on_failure():
            (self._folder / key).unlink(missing_ok=True)

    def exists(self, key: str) -> bool:
        with _away_on_failure():
            return (self._folder / key).is_file()

    def everything(self) -> Iterator[tuple[str, datetime]]:
        with _away_on_failure():
            for path in self._folder.glob("*/*"):
                stored_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                yield path.relative_to(self._folder).as_posix(), stored_at

    def _write(self, path: Path, file: BinaryIO) -> None:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".aside-")
        try:
            with os.fdopen(handle, "wb") as copy:
                shutil.copyfileobj(file, copy, PIECE)
                copy.flush()
                os.fsync(copy.fileno())
            Path(aside).chmod(0o644)
            Path(aside).replace(path)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise


@contextmanager
def _away_on_failure() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StorageAway(f"The folder of pictures: {error.strerror}") from error
