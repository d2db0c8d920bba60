"""The images can be built from a checkout that only its owner can read, as git makes it under ``umask 077``."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("stage", "folders"), [("shop", "/app"), ("front", "/deploy /srv")])
def test_another_user_can_read_what_was_copied(stage: str, folders: str) -> None:
    """COPY keeps the modes of the checkout, and ``--chmod`` takes no letters in Podman."""
    text = (ROOT / "deploy" / "Dockerfile").read_text().partition(f" AS {stage}\n")[2]
    *_, after_last_copy = text.partition("\nUSER ")[0].split("\nCOPY ")
    assert re.search(rf"^RUN .*(?:\\\n.*)*\bchmod -R a\+rX {folders}(?: |$)", after_last_copy, re.MULTILINE)


@pytest.mark.parametrize("document", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_no_document_changes_the_umask_of_the_operators_shell(document: Path) -> None:
    """Else `git pull` in the same shell would write files that containers cannot read."""
    assert not re.search(r"^    umask ", document.read_text(), re.MULTILINE)
