"""Check that the lock files work everywhere: they name no registry, and each entry has a hash."""

import json
import re
import sys
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PYTHON_LOCKS = ("server", "embedded", "dev", "uv")
_NPM_LOCKS = ("web", "tests/e2e", "tests/e2e/lighthouse")


def main() -> int:
    """Print the faults. Return 1 if there are any."""
    wrong = [line for name in _PYTHON_LOCKS for line in _python(_ROOT / "requirements" / f"{name}.txt")]
    wrong += [line for name in _NPM_LOCKS for line in _npm(_ROOT / name / "package-lock.json")]
    print("\n".join(wrong) or "Lock files name no registry and pin every hash.")
    return 1 if wrong else 0


def _python(path: Path) -> list[str]:
    text = path.read_text()
    entries = re.split(r"\n(?=[a-zA-Z0-9])", text)
    wrong = [
        f"{path.name}: {_first(entry)} has no hash" for entry in entries if "==" in entry and "--hash" not in entry
    ]
    if re.search(r"https?://|--(extra-)?index-url|--find-links", text):
        wrong.append(f"{path.name}: names an index")
    return wrong


def _npm(path: Path) -> list[str]:
    label = path.relative_to(_ROOT)
    packages = json.loads(path.read_text())["packages"]
    wrong = [f"{label}: {name} names a registry" for name, entry in packages.items() if "resolved" in entry]
    wrong += [
        f"{label}: {name} has no hash"
        for name, entry in packages.items()
        if name and not entry.keys() & {"integrity", "inBundle"}
    ]
    wrong += [
        f"{label}: {name} is optional in a package but not locked" for name in sorted(_unlocked_variants(packages))
    ]
    return wrong


def _unlocked_variants(packages: dict[str, dict[str, dict[str, str]]]) -> set[str]:
    """Return listed optional packages without a lock entry. `npm ci` needs the package of each platform."""
    locked = {name.rpartition("node_modules/")[2] for name in packages}
    listed = {variant for entry in packages.values() for variant in entry.get("optionalDependencies", {})}
    return listed - locked


def _first(entry: str) -> str:
    return entry.split(maxsplit=1)[0]


if __name__ == "__main__":
    sys.exit(main())
