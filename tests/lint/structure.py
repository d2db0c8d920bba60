"""Check countable properties of the project's structure: library internals, sizes, commit subjects."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_PACKAGES = ("api", "shop", "workers", "realtime", "local", "demo")
_OUR_OWN = {*_PACKAGES, "asgi", "bench", "tests", "migrations"}

MAX_LINES = 300
MAX_MODULES = 13
MAX_TOP_MODULES = {"api": 4, "shop": 4, "workers": 18, "realtime": 18, "local": 18, "demo": 13}
MAX_SUBJECT = 72

USES_INTERNALS = {
    "realtime/fast_send.py",
    "workers/kombu_fix.py",
}
"""Modules that may use names which their library does not document, each with its reason in its docstring."""

INTERNALS = (
    "billiard",
    "celery.utils",
    "engineio.packet",
    "fastapi.dependencies",
    "kombu.serialization",
    "kombu.transport.virtual",
    "psycopg.adapt",
    "psycopg.pq",
    "psycopg.waiting",
    "socketio.packet",
    "starlette.formparsers",
    "uvicorn.protocols",
)
"""Library modules that have a public name but are not documented."""


def main() -> int:
    """Print each broken rule. Return 1 if there is any."""
    source = [path for package in _PACKAGES for path in sorted((_ROOT / package).rglob("*.py"))]
    source.append(_ROOT / "asgi.py")
    tests = [path for folder in ("tests", "bench") for path in sorted((_ROOT / folder).rglob("*.py"))]
    broken = [*_internals(source), *_internals_of_libraries(tests), *_sizes(source), *_subjects()]
    print("\n".join(broken) or "Sizes, names of libraries and commit subjects are within their limits.")
    return 1 if broken else 0


def _internals(source: list[Path]) -> Iterator[str]:
    users = {_name(path): sorted(set(_internals_in(path))) for path in source}
    for module, names in users.items():
        if names and module not in USES_INTERNALS:
            yield f"{module} uses internals of a library: {', '.join(names)}"
    for module in sorted(USES_INTERNALS):
        if not users.get(module):
            yield f"{module} uses no internals of a library: take it off the list in tests/lint/structure.py"


def _internals_of_libraries(tests: list[Path]) -> Iterator[str]:
    for path in tests:
        names = [name for name in _internals_in(path) if name.split(".")[0] not in _OUR_OWN]
        if names:
            yield f"{_name(path)} uses internals of a library: {', '.join(names)}"


def _internals_in(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imported = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            imported = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and node.attr == "__self__":
            yield node.attr
            continue
        else:
            continue
        for name in imported:
            is_listed = any(f"{name}.".startswith(f"{module}.") for module in INTERNALS)
            is_private = any(_is_private(part) for part in name.split("."))
            if is_private or (is_listed and name.split(".")[0] not in _OUR_OWN):
                yield name


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def _sizes(source: list[Path]) -> Iterator[str]:
    for path in source:
        lines = len(path.read_text().splitlines())
        if lines > MAX_LINES:
            yield f"{_name(path)} has {lines} lines (at most {MAX_LINES})"
    packages = Counter(_name(path.parent) for path in source if path.name != "__init__.py")
    for package, modules in packages.items():
        limit = MAX_TOP_MODULES.get(package, MAX_MODULES)
        if modules > limit:
            yield f"{package}/ has {modules} modules (at most {limit})"


def _subjects() -> Iterator[str]:
    """Check the commits made since this file exists. A copy without history has none."""
    since = _git("log", "--diff-filter=A", "--format=%H", "--", "tests/lint/structure.py").splitlines()
    if since:
        for subject in _git("log", "--format=%s", f"{since[-1]}..HEAD").splitlines():
            if len(subject) > MAX_SUBJECT:
                yield f"A commit subject has {len(subject)} characters (at most {MAX_SUBJECT}): {subject}"


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, text=True, check=False).stdout


def _name(path: Path) -> str:
    return str(path.relative_to(_ROOT))


if __name__ == "__main__":
    sys.exit(main())
