"""Where pictures are kept: a folder whose files are named after their content and never change."""

import hashlib
import os
import tempfile
from pathlib import Path

URL = "/media"


class Media:
    """The folder of pictures, shared by the API and the image workers."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, content: bytes, *, kind: str, name: str, suffix: str) -> str:
        """Store bytes and return their address, ``/media/<kind>/<name>-<hash><suffix>``.

        Written aside and renamed, so that a reader sees all of it or nothing; the same bytes again change nothing.
        """
        mark = hashlib.sha256(content).hexdigest()[:12]
        path = self._folder / kind / f"{name}-{mark}{suffix}"
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._write(path, content)
        return f"{URL}/{kind}/{path.name}"

    def read(self, url: str) -> bytes:
        """Return the bytes at an address that :meth:`keep` gave.

        :raises FileNotFoundError, ValueError: where there are none, or it is no such address.
        """
        path = (self._folder / url.removeprefix(f"{URL}/")).resolve()
        if not path.is_relative_to(self._folder.resolve()):
            raise ValueError(f"{url} is not an address of the media folder")
        return path.read_bytes()

    def _write(self, path: Path, content: bytes) -> None:
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=".aside-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(aside).chmod(0o644)
            Path(aside).replace(path)
        except BaseException:
            Path(aside).unlink(missing_ok=True)
            raise
