"""Check that the tests, files and fault tests named in the documents exist, and that no newer version does."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_TEST = re.compile(r"`(test_\w+)`")
_FILE = re.compile(r"`([\w./-]*\w\.(?:py|ts|tsx|sql))`")
_FOLDER = re.compile(r"`((?:api|shop|workers|realtime|web|tests)/[\w/.-]+/)`")
_VERSION = re.compile(r"(.+_v)(\d+)\.sql")
"""A function of the database. Its earlier versions stay, for the migrations that name them."""
_FAULT_TEST = re.compile(r"make faults T=(\w+)")


def main() -> int:
    """Print each name that does not exist. Return 1 if there is any."""
    listed = subprocess.run(["git", "ls-files"], cwd=_ROOT, capture_output=True, text=True, check=True).stdout
    files = listed.split()
    paths = [f"/{name}" for name in files]
    tests = _functions(name for name in files if re.search(r"/test_\w+\.py$", f"/{name}"))
    documents = [_ROOT / "README.md", *sorted((_ROOT / "docs").glob("*.md"))]
    wrong = [line for document in documents for line in _wrong(document, paths, tests)]
    print("\n".join(wrong) or "What the documents name is there.")
    return 1 if wrong else 0


def _functions(names: Iterator[str]) -> set[str]:
    return {found for name in names for found in re.findall(r"def (test_\w+)\(", (_ROOT / name).read_text())}


def _wrong(document: Path, paths: list[str], tests: set[str]) -> Iterator[str]:
    text = document.read_text()
    label = document.relative_to(_ROOT)
    for name in sorted(set(_TEST.findall(text))):
        if not any(test.startswith(name) for test in tests):
            yield f"{label}: no test begins with {name}"
    for name in sorted({*_FILE.findall(text), *(f"tests/chaos/{each}.py" for each in _FAULT_TEST.findall(text))}):
        if not any(path.endswith(f"/{name}") for path in paths):
            yield f"{label}: there is no file {name}"
        elif newest := _newer_version(name, paths):
            yield f"{label}: {name} was replaced by version {newest}"
    for name in sorted(set(_FOLDER.findall(text))):
        if not any(path.startswith(f"/{name}") for path in paths):
            yield f"{label}: there is no folder {name}"


def _newer_version(name: str, paths: list[str]) -> int | None:
    """Return the newest version of a database function if a file is of an older one."""
    named = _VERSION.fullmatch(name)
    if named is None:
        return None
    found = (_VERSION.fullmatch(path) for path in paths)
    newest = max(int(each[2]) for each in found if each and each[1].endswith(f"/{named[1]}"))
    return newest if newest > int(named[2]) else None


if __name__ == "__main__":
    sys.exit(main())
