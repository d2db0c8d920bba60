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
    """Otherwise `git pull` in the same shell would write files that containers cannot read."""
    assert not re.search(r"^    umask ", document.read_text(), re.MULTILINE)


def test_a_rule_that_the_web_shares_is_part_of_each_build() -> None:
    """Otherwise `make` keeps the old pages, the image has no pages, and Vite does not serve the file."""
    sources = [path.read_text() for path in (ROOT / "web" / "src").rglob("*.ts*")]
    shared = {name for text in sources for name in re.findall(r'from "(?:\.\./)+(shop/[\w/]+\.json)"', text)}
    assert shared
    makefile, dockerfile, vite = (
        (ROOT / name).read_text() for name in ("Makefile", "deploy/Dockerfile", "web/vite.config.ts")
    )
    watched = makefile.partition("\nWEB :=")[2].partition("\n\n")[0]
    for name in shared:
        assert name in watched.split(), f"add {name} to WEB in Makefile"
        assert f"\nCOPY {name} /{Path(name).parent}/\n" in dockerfile, f"copy {name} in deploy/Dockerfile"
        assert f'"../{name}"' in vite.partition("fs: {")[2].partition("}")[0], f"allow {name} in web/vite.config.ts"
