"""Choose the folder and the user of a server that refuses to run as root."""

import hashlib
import os
import pwd
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from local.child import entering
from local.errors import StartError

_ENTERABLE = Path("/var/tmp")  # noqa: S108 - created with mode 700, and its owner is checked


@dataclass(frozen=True, kw_only=True)
class ServerLocation:
    """A server's folder, its programs, and its user (None: the user who starts it)."""

    folder: Path
    programs: Path
    user: tuple[int, int] | None = None

    def change_owner(self, path: Path) -> None:
        """Make the server's user the owner of a path."""
        if self.user:
            os.chown(path, *self.user, follow_symlinks=False)


def choose_location(folder: Path, programs: Path, *, owned: Path) -> ServerLocation:
    """Choose the user and the folders. The data in `owned` keeps its owner.

    A normal user runs the server as themselves. Root runs it as another user, who keeps the capabilities for closed
    folders (`local/child.py`). If the system does not permit that, data and programs go to a folder that this user can
    enter.
    """
    if os.geteuid() != 0:
        _make(folder)
        return ServerLocation(folder=folder, programs=programs)
    _make(folder)
    user = _user_for(owned)
    location = ServerLocation(folder=folder, programs=programs, user=user)
    moved = _moved(folder)
    if not moved.exists():
        location.change_owner(folder)
        if _can_reach(user, folder, programs):
            return _change_owner_of_data(location, owned)
    location = ServerLocation(folder=moved / "data", programs=_copy_programs(programs, moved), user=user)
    _make(location.folder)
    location.change_owner(location.folder)
    print(f"The database is in {moved}, as its user cannot enter {folder}.", file=sys.stderr)
    return location


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StartError(f"{folder} cannot be made ({error.strerror}): set DATA_DIR to a folder of yours.") from None


def _user_for(owned: Path) -> tuple[int, int]:
    if owned.exists() and owned.stat().st_uid != 0:
        return owned.stat().st_uid, owned.stat().st_gid
    try:
        nobody = pwd.getpwnam("nobody")
    except KeyError:
        raise StartError(
            "PostgreSQL refuses to run as root and there is no user nobody: start the shop as an ordinary user."
        ) from None
    return nobody.pw_uid, nobody.pw_gid


def _change_owner_of_data(location: ServerLocation, owned: Path) -> ServerLocation:
    """Change the owner of data that belongs to root, for example after a copy, to the server's user."""
    if owned.exists() and owned.stat().st_uid == 0:
        for path in (owned, *owned.rglob("*")):
            location.change_owner(path)
    return location


def _can_reach(user: tuple[int, int], folder: Path, programs: Path) -> bool:
    """Check access by running initdb without effect: it looks for all programs and for its data."""
    trial = [str(programs / "initdb"), "--show", f"--pgdata={folder / 'data'}"]
    return subprocess.run(entering(folder, trial, user=user), check=False, cwd="/", capture_output=True).returncode == 0


def _moved(folder: Path) -> Path:
    mark = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    return _ENTERABLE / f"swarna-{mark}"


def _copy_programs(programs: Path, moved: Path) -> Path:
    """Copy the wheel's programs with their libraries, whose folder is beside the package."""
    try:
        moved.mkdir(mode=0o711)
    except FileExistsError:
        if moved.is_symlink() or moved.stat().st_uid != 0:
            raise StartError(f"{moved} is not ours: remove it, or start the shop as an ordinary user.") from None
    package = programs.parent.parent
    for source in (package.parent / f"{package.name}.libs", package / programs.parent.name):
        if source.exists():
            target = moved / "programs" / source.relative_to(package.parent)
            shutil.copytree(source, target, dirs_exist_ok=True)
    return moved / "programs" / programs.relative_to(package.parent)
