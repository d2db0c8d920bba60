"""Install and start the rivals. Their packages are installed outside the project's dependencies."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.support.bench_stack import ROOT, BenchStack, ServerProcess

RIVALS = ROOT / "bench" / "rivals"
CACHE = Path(os.environ.get("BENCH_DIR", ROOT / "var" / "bench"))
"""The folder in which the packages are installed once, a few hundred files."""


def start(stack: BenchStack, name: str, *, serves: bool = True, **environment: str) -> ServerProcess:
    """Install the packages of ``bench/rivals/<name>.cjs`` and start it."""
    command = [node(), str(RIVALS / f"{name}.cjs")]
    begin = stack.start if serves else stack.start_in_background
    return begin(name.replace("/", "-"), command, NODE_PATH=packages(Path(name).parent), **environment)


def finish(stack: BenchStack, command: Sequence[str], **environment: str) -> None:
    """Run a command of a rival until it ends.

    :raises RuntimeError: if it fails, with the end of its output.
    """
    given = os.environ | stack.environment | environment
    done = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-3000:]}")


def node() -> str:
    """Return the Node that the project's npm uses."""
    found = subprocess.run(
        [ROOT / "local" / "bin" / "npm", "exec", "--silent", "--", "node", "-p", "process.execPath"],
        cwd=ROOT / "web",
        capture_output=True,
        text=True,
        check=True,
    )
    return found.stdout.strip()


def packages(folder: Path = Path()) -> str:
    """Install the packages of ``bench/rivals/<folder>/package.json``. Return the folder for NODE_PATH."""
    home = CACHE / folder
    _install(RIVALS / folder / "package.json", home, _with_npm)
    return str(home / "node_modules")


def environment(folder: str) -> Path:
    """Make a virtual environment from ``bench/rivals/<folder>/requirements.txt``. Return its ``bin`` folder."""
    home = CACHE / folder
    _install(RIVALS / folder / "requirements.txt", home, _with_pip)
    return home / "bin"


def _install(wanted: Path, home: Path, install: Callable[[Path], None]) -> None:
    done = home / ".installed"
    if done.exists() and done.read_bytes() == wanted.read_bytes():
        return
    print(f"Installing the packages of {wanted.relative_to(ROOT)} ...", flush=True)
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
