"""The rivals that run on Node: their packages stand in a folder of their own, outside the project's dependencies."""

import os
import shutil
import subprocess
from pathlib import Path

from bench.parts.ground import ROOT, Ground, Running

RIVALS = ROOT / "bench" / "rivals"
CACHE = Path(os.environ.get("BENCH_DIR", ROOT / "var" / "bench"))
"""Where the packages are installed: a few hundred files, made once."""


def start(ground: Ground, name: str, *, serves: bool = True, **environment: str) -> Running:
    """Start ``bench/rivals/<name>.cjs``, its packages installed."""
    command = [node(), str(RIVALS / f"{name}.cjs")]
    begin = ground.start if serves else ground.start_beside
    return begin(name, command, NODE_PATH=str(packages()), **environment)


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


def packages() -> Path:
    """Install the packages where they are not what ``package.json`` asks for; return their folder."""
    wanted, held = RIVALS / "package.json", CACHE / "package.json"
    made = CACHE / "node_modules"
    if not (made / ".installed").exists() or held.read_bytes() != wanted.read_bytes():
        print("Installing the rivals ...", flush=True)
        CACHE.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(wanted, held)
        npm = [ROOT / "local" / "bin" / "npm", "install", "--silent", "--no-progress", "--no-package-lock"]
        subprocess.run(npm, cwd=CACHE, check=True)
        (made / ".installed").touch()
    return made
