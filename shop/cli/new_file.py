"""Files that commands write: other users cannot read them, and they appear only when they are complete."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """Yield a temporary file beside the path, and rename it at the end, unless another file has that name by then.

    :raises FileExistsError: if another file has the name.
    :raises OSError: if the folder cannot be written.
    """
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".part")
    os.close(descriptor)
    temporary = Path(name)
    try:
        yield temporary
        _publish(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _publish(temporary: Path, path: Path) -> None:
    """Give the file its name. A rename alone would replace another file of that name."""
    try:
        path.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:  # not every file system has hard links
        path.touch(mode=0o600, exist_ok=False)
        temporary.replace(path)
