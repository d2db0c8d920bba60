"""Each process reads all of its settings before it does anything else, and names one that is invalid in one line."""

import asyncio
import importlib
import io
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic_settings import BaseSettings

from local.output import Output
from local.supervisor import Process, Supervisor
from shop.settings import DatabaseSettings
from shop.startup.load_settings import READERS, load_settings
from tests.support.concurrent_cases import run_cases
from tests.support.environment import clear_settings, shop_environment

_ROOT = Path(__file__).resolve().parents[2]
_FIT = {"SHOP_DATABASE_URL": "postgresql://u:p@127.0.0.1:1/d", "SHOP_SECRET_KEY": "s" * 32}
_NO_FILE = "/no/such/file.csv"


@pytest.fixture
def environment(monkeypatch):
    """Let `load_settings` read the environment as a new process does, and return a function that sets variables."""

    def given(**variables: str) -> None:
        for name, value in (_FIT | variables).items():
            monkeypatch.setenv(name, value)
        clear_settings()

    with shop_environment(**_FIT):
        yield given
        clear_settings()


def test_every_class_of_settings_is_read_at_the_start():
    modules = [".".join(path.relative_to(_ROOT).with_suffix("").parts) for path in _ROOT.glob("shop/**/settings.py")]
    found = {
        each
        for module in modules
        for each in vars(importlib.import_module(module)).values()
        if isinstance(each, type) and issubclass(each, BaseSettings) and each.__module__ == module
    }
    assert found == {*READERS, DatabaseSettings}, "add the class to READERS in shop/startup/load_settings.py"


STARTS = {
    ("uvicorn", "asgi:app"): ("SHOP_PINCODES", _NO_FILE),
    ("uvicorn", "--factory", "api.site:app"): ("SHOP_PINCODES", _NO_FILE),
    ("uvicorn", "--factory", "realtime.main:app"): ("SHOP_STUCK_ORDERED_HOURS", "0"),
    ("workers.relay",): ("SHOP_STUCK_ORDERED_HOURS", "0"),
    ("workers", "fanout"): ("SHOP_STUCK_ORDERED_HOURS", "0"),
    ("demo",): ("SHOP_PINCODES", _NO_FILE),
}


@pytest.fixture
async def supervisor() -> AsyncIterator[Supervisor]:
    """Return a supervisor that forks processes from one template: each of them imports most of the shop."""
    made = Supervisor(Output(io.StringIO()))
    made.environment = {key: text for key, text in os.environ.items() if not key.startswith("SHOP_")} | _FIT
    yield made
    await made.stop_all(limit=1)


async def is_refused(supervisor: Supervisor, command: tuple[str, ...], name: str, value: str) -> None:
    process = Process(
        name=command[-1], command=(sys.executable, "-m", *command), environment={name: value}, forked=True
    )
    async with asyncio.timeout(120):
        code, said = await supervisor.run(process)
    assert code == 1
    assert len(said) == 1
    assert said[0].startswith(f"{name}: ")


async def test_no_process_starts_with_an_invalid_setting(supervisor, subtests):
    cases = {
        " ".join(command): is_refused(supervisor, command, name, value) for command, (name, value) in STARTS.items()
    }
    await run_cases(subtests, cases)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SHOP_PINCODES", _NO_FILE),
        ("SHOP_COURIERS", "Blue Dart=ftp://a"),
        ("SHOP_VAPID_PRIVATE_KEY", "short"),
        ("SHOP_VAPID_CONTACT", "you"),
        ("SHOP_STUCK_ORDERED_HOURS", "0"),
        ("SHOP_STUCK_MAIL_TO", "nobody"),
        ("SHOP_PRICE_NEWS_PERCENT", "101"),
    ],
)
def test_each_setting_of_a_feature_is_named_once(environment, name, value):
    environment(**{name: value})
    with pytest.raises(SystemExit) as refused:
        load_settings(shipping=True)
    assert str(refused.value.code).startswith((f"{name}: ", f"{name} must be "))
    assert str(refused.value.code).count(name) == 1


def test_only_the_api_reads_the_file_of_pin_codes(environment):
    environment(SHOP_PINCODES=_NO_FILE)
    assert load_settings().database_url == "postgresql+psycopg://u:p@127.0.0.1:1/d"
