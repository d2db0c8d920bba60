"""Run a command that ends with its parent process and drops root where required.

The file runs in a bare interpreter (`python -I -S local/child.py`), which keeps it cheap. When the supervisor dies,
even by SIGKILL, the kernel sends the command its stop signal.
"""

import argparse
import ctypes
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

_LINUX = sys.platform == "linux"
_PR_SET_NAME = 15
_PR_SET_PDEATHSIG, _PR_SET_KEEPCAPS, _PR_GET_SECUREBITS, _PR_SET_SECUREBITS = 1, 8, 27, 28
_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE = 47, 2
# Without this bit, access(2), which PostgreSQL calls for its own programs, would ignore the kept capabilities.
_SECBIT_NO_SETUID_FIXUP = 1 << 2
_CAPABILITY_VERSION_3 = 0x20080522
# CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH allow access to closed folders, such as a clone below /root.
_REACH = (1, 2)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def wrap_command(
    command: Sequence[str], *, stop_signal: signal.Signals, user: tuple[int, int] | None = None
) -> list[str]:
    """Wrap a command in this file. `user` is the uid and gid to drop to."""
    identity = ["--user", f"{user[0]}:{user[1]}"] if user else []
    own = [sys.executable, "-I", "-S", str(Path(__file__).resolve())]
    return [*own, "--parent", str(os.getpid()), "--signal", str(int(stop_signal)), *identity, "--", *command]


def entering(folder: Path, command: Sequence[str], *, user: tuple[int, int]) -> list[str]:
    """Wrap a command so that it fails if the user cannot enter the folder or run the command."""
    own = [sys.executable, "-I", "-S", str(Path(__file__).resolve())]
    return [*own, "--user", f"{user[0]}:{user[1]}", "--enter", str(folder), "--", *command]


def main() -> int:
    """Drop privileges, make this process end with its parent, and execute the command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--parent", type=int)
    parser.add_argument("--signal", type=int, default=int(signal.SIGTERM))
    parser.add_argument("--user")
    parser.add_argument("--enter")
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()
    if options.user:
        uid, gid = map(int, options.user.split(":"))
        _become(uid, gid)
    end_with_parent(options.parent, options.signal)
    return _execute(options.command, options.enter)


def _execute(command: list[str], folder: str | None) -> int:
    try:
        if folder:
            os.chdir(folder)
        os.execvp(command[0], command)  # noqa: S606 - the command is the supervisor's own
    except OSError as error:
        print(f"{command[0]}: {error.strerror}", file=sys.stderr)
    return 127


def _become(uid: int, gid: int) -> None:
    """Change the user. Keep the capabilities for closed folders if the system permits it."""
    libc = ctypes.CDLL(None, use_errno=True) if _LINUX else None
    if libc is not None:
        libc.prctl(_PR_SET_KEEPCAPS, 1, 0, 0, 0)
        bits = libc.prctl(_PR_GET_SECUREBITS, 0, 0, 0, 0)
        libc.prctl(_PR_SET_SECUREBITS, bits | _SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    if libc is not None and not _keep_reach(libc):
        _set_capabilities(libc, 0)


def _keep_reach(libc: ctypes.CDLL) -> bool:
    wanted = [capability for capability in _REACH if _permitted(libc) & (1 << capability)]
    mask = sum(1 << capability for capability in wanted)
    if not wanted or not _set_capabilities(libc, mask):
        return False
    return all(libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability, 0, 0) == 0 for capability in wanted)


def _permitted(libc: ctypes.CDLL) -> int:
    header, sets = _Header(_CAPABILITY_VERSION_3, 0), (_Sets * 2)()
    if libc.capget(ctypes.byref(header), sets) != 0:
        return 0
    return int(sets[0].permitted)


def _set_capabilities(libc: ctypes.CDLL, mask: int) -> bool:
    header, sets = _Header(_CAPABILITY_VERSION_3, 0), (_Sets * 2)()
    sets[0] = _Sets(mask, mask, mask)
    return bool(libc.capset(ctypes.byref(header), sets) == 0)


def set_name(name: str) -> None:
    """Set the name that `ps` and `top` show for this process: at most 15 bytes."""
    if _LINUX:
        ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_NAME, name.encode(), 0, 0, 0)


def end_with_parent(parent: int | None, number: int) -> None:
    """Have the kernel send this signal when the parent ends. A change of user clears this, so call it afterwards."""
    if parent is None or not _LINUX:
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, number, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


if __name__ == "__main__":
    sys.exit(main())
