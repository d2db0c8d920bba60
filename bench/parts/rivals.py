"""The rivals: their packages stand in folders of their own, outside the project's dependencies."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.processes import ROOT, Ground, Running

RIVALS = ROOT / "bench" / "rivals"
CACHE = Path(os.environ.get("BENCH_DIR", ROOT / "var" / "bench"))
"""Where the packages are installed: a few hundred files, made once."""


def start(ground: Ground, name: str, *, serves: bool = True, **environment: str) -> Running:
    """Start ``bench/rivals/<name>.cjs``, its packages installed."""
    command = [node(), str(RIVALS / f"{name}.cjs")]
    begin = ground.start if serves else ground.start_beside
    return begin(name.replace("/", "-"), command, NODE_PATH=packages(Path(name).parent), **environment)


def finish(ground: Ground, command: Sequence[str], **environment: str) -> None:
    """Run a command of a rival to its end.

    :raises RuntimeError: where it fails; with the end of what it said.
    """
    given = os.environ | ground.environment | environment
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def node() -> str:
    """Return the Node that the project's npm uses."""
    said = subprocess.run(
        [ROOT / "local" / "bin" / "npm", "exec", "--silent", "--", "node", "-p", "process.execPath"],
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
        check=True,
    )
    return said.stdout.strip()


def packages(folder: Path = Path()) -> str:
    """Install what ``bench/rivals/<folder>/package.json`` asks for; return where Node finds it."""
    home = CACHE / folder
    _install(RIVALS / folder / "package.json", home, _with_npm)
    return str(home / "node_modules")


def environment(folder: str) -> Path:
    """Make a Python environment of what ``bench/rivals/<folder>/requirements.txt`` asks for; return its programs."""
    home = CACHE / folder
    _install(RIVALS / folder / "requirements.txt", home, _with_pip)
    return home / "bin"


def _install(wanted: Path, home: Path, install: Callable[[Path], None]) -> None:
    done = home / ".installed"
    if done.exists() and done.read_bytes() == wanted.read_bytes():
        return
    print(f"Installing what {wanted.relative_to(ROOT)} asks for ...", flush=True)
    home.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(wanted, home / wanted.name)
    install(home)
    shutil.copyfile(wanted, done)


def _with_npm(home: Path) -> None:
    npm = [ROOT / "local" / "bin" / "npm", "install", "--silent", "--no-progress", "--no-package-lock"]
    subprocess.run(npm, cwd=home, check=True)


def _with_pip(home: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    subprocess.run([home / "bin" / "pip", "install", "-qq", "-r", home / "requirements.txt"], check=True)
