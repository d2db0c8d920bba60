"""The command `shop payments` without its database or a setting. Its work is tested in `tests/workers`."""

import pytest
from typer.testing import CliRunner

from shop.cli.app import app
from shop.settings import settings
from tests.support.environment import shop_environment

AWAY = "postgresql://u:hidden-word@127.0.0.1:9/d"
PROVIDER = {
    "SHOP_RAZORPAY_KEY_ID": "id",
    "SHOP_RAZORPAY_KEY_SECRET": "s",
    "SHOP_RAZORPAY_WEBHOOK_SECRET": "s",
}


@pytest.fixture
def reconcile():
    return lambda: CliRunner().invoke(app, ["payments", "reconcile"])


def test_a_database_that_does_not_answer_is_told_in_one_sentence(reconcile):
    with shop_environment(SHOP_DATABASE_URL=AWAY, SHOP_SECRET_KEY="t" * 40, **PROVIDER):
        result = reconcile()
    assert (result.exit_code, result.output) == (1, "The shop's database does not answer.\n")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"SHOP_DATABASE_URL": AWAY}, "SHOP_SECRET_KEY: Field required\n"),
        (
            {"SHOP_SECRET_KEY": "t" * 40},
            "Set SHOP_DATABASE_URL to the shop's database: postgresql://user:password@host:port/name\n",
        ),
    ],
)
@pytest.mark.parametrize("command", [("payments", "reconcile"), ("pictures", "sweep")])
def test_a_missing_setting_is_named_without_the_others(monkeypatch, command, given, sentence):
    with shop_environment(SHOP_DATABASE_URL=AWAY, SHOP_SECRET_KEY="t" * 40):
        settings.cache_clear()
        for name in ("SHOP_DATABASE_URL", "SHOP_SECRET_KEY"):
            monkeypatch.delenv(name, raising=False)
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        result = CliRunner().invoke(app, list(command))
    assert (result.exit_code, result.output) == (1, sentence)
