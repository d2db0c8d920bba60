"""The command `shop pictures`."""

import os

import pytest
from typer.testing import CliRunner

from shop.cli.app import app
from shop.media.media import media
from tests.support.environment import shop_environment


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
    assert sweep("--dry-run") == [old, "1 picture would go."]
    assert sweep() == [old, "1 picture is gone."]
    assert sweep() == ["0 pictures are gone."]
    assert [key for key, _ in media().list_keys()] == [young]
