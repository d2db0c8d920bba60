"""The command `shop pictures`."""

import os
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from local.ports import free_port
from shop.cli.app import app
from shop.media.media import media
from tests.support.environment import shop_environment

KILLED_WHILE_IT_STORES = """
import os, signal, sys
from pathlib import Path
from shop.media.folder import FolderStorage

class Upload:
    def read(self, _):
        os.kill(os.getpid(), signal.SIGKILL)

FolderStorage(Path(sys.argv[1])).put("originals/ring.jpg", Upload())
"""


@pytest.fixture
def sweep(real_commits, database_url, monkeypatch, tmp_path):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)
    with shop_environment(SHOP_DATABASE_URL=database_url, SHOP_SECRET_KEY="t" * 40, SHOP_MEDIA_DIR=str(tmp_path)):
        media.cache_clear()
        yield lambda *options: CliRunner().invoke(app, ["pictures", "sweep", *options]).output.splitlines()
        media.cache_clear()


def test_old_pictures_that_nothing_refers_to_are_listed_and_then_deleted(sweep, tmp_path):
    old, young = (
        media().store(content, kind="products", name="ring", suffix=".webp").removeprefix("/media/")
        for content in (b"1", b"2")
    )
    os.utime(tmp_path / old, (0, 0))
    assert sweep("--dry-run") == [old, "1 picture would be removed."]
    assert sweep() == [old, "1 picture removed."]
    assert sweep() == ["0 pictures removed."]
    assert [key for key, _ in media().list_keys()] == [young]


def test_the_file_of_a_process_that_was_killed_while_it_stored_a_picture_is_deleted(sweep, tmp_path):
    subprocess.run([sys.executable, "-c", KILLED_WHILE_IT_STORES, tmp_path], check=False)
    [left] = (tmp_path / "originals").iterdir()
    assert sweep() == ["0 pictures removed."]
    os.utime(left, (0, 0))
    assert sweep() == [f"originals/{left.name}", "1 picture removed."]
    assert not left.exists()


def test_a_storage_or_database_that_does_not_answer_is_told_in_one_sentence(database_url, monkeypatch):
    fit = {"SHOP_SECRET_KEY": "t" * 40, "SHOP_MEDIA_KEYS": "id:secret"}
    bucket = f"s3://pictures?endpoint=http://127.0.0.1:{free_port()}"
    nowhere = "postgresql://u:hidden-word@127.0.0.1:9/d"
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)
    with shop_environment(SHOP_DATABASE_URL=database_url, SHOP_MEDIA_URL=bucket, **fit):
        result = CliRunner().invoke(app, ["pictures", "sweep"])
    assert (result.exit_code, result.output.count("\n")) == (1, 1)
    assert result.output.startswith("The bucket of pictures")
    monkeypatch.setenv("SHOP_DATABASE_URL", nowhere)
    with shop_environment(SHOP_DATABASE_URL=nowhere, **fit):
        result = CliRunner().invoke(app, ["pictures", "sweep"])
    assert (result.exit_code, result.output) == (1, "The shop's database does not answer.\n")
