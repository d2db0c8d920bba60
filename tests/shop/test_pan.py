"""The buyer's PAN: its format, when it is required, and its encryption."""

import os
import subprocess
import sys
from decimal import Decimal

import pytest
from pydantic import SecretStr

from shop.errors import Invalid
from shop.pan import encryption, rules

PAN = "ABCDE1234F"


@pytest.fixture
def with_settings(monkeypatch, shop_settings):
    def change(**changes):
        changed = shop_settings.model_copy(update=changes)
        monkeypatch.setattr("shop.pan.rules.settings", lambda: changed)
        monkeypatch.setattr("shop.pan.encryption.settings", lambda: changed)

    return change


@pytest.mark.parametrize(
    ("written", "pan"),
    [
        (PAN, PAN),
        (" abcde 1234 f ", PAN),
        ("ABCD1234EF", None),
        ("ABCDE1234", None),
        ("ABCDE1234FG", None),
        ("ABCDE१२३४F", None),
        ("", None),
    ],
)
def test_a_pan_is_five_letters_four_digits_and_a_letter(written, pan):
    assert rules.read(written) == pan


@pytest.mark.parametrize(
    ("limit", "total", "needed"),
    [("200000", "200000", False), ("200000", "200000.01", True), ("0", "9000000", False)],
)
def test_it_is_needed_above_the_limit(with_settings, limit, total, needed):
    with_settings(pan_above=Decimal(limit))
    assert rules.is_needed(Decimal(total)) is needed


def test_it_is_required_only_above_the_limit_and_of_clients_that_know_of_it(with_settings):
    with_settings(pan_above=Decimal(200_000))
    dear, cheap = Decimal(300_000), Decimal(1000)
    assert rules.of_order(PAN, dear, is_required=True) == PAN
    assert rules.of_order(PAN, cheap, is_required=True) is None
    assert rules.of_order("nonsense", dear, is_required=False) is None
    with pytest.raises(Invalid) as refused:
        rules.of_order(None, dear, is_required=True)
    assert refused.value.fields.keys() == {"pan"}


def test_the_middle_of_it_is_not_shown():
    assert rules.masked(PAN) == "ABCDE****F"


def test_it_is_bound_to_its_order_and_its_key(with_settings):
    with_settings(pan_keys=SecretStr("a" * 32))
    encrypted = encryption.encrypt(PAN, 7)
    assert PAN.encode() not in encrypted
    assert encryption.encrypt(PAN, 7) != encrypted
    assert encryption.decrypt(encrypted, 7) == PAN
    assert encryption.decrypt(encrypted, 8) is None
    with_settings(pan_keys=SecretStr(f"{'b' * 32}, {'a' * 32}"))
    assert encryption.decrypt(encrypted, 7) == PAN
    renewed = encryption.encrypt(PAN, 7)
    with_settings(pan_keys=SecretStr("b" * 32))
    assert encryption.decrypt(encrypted, 7) is None
    assert encryption.decrypt(renewed, 7) == PAN
    with_settings(pan_keys=SecretStr(""))
    assert encryption.decrypt(encryption.encrypt(PAN, 7), 7) == PAN


def test_keys_are_renewed_with_valid_settings_only(database_url):
    environment = {"SHOP_DATABASE_URL": database_url, "SHOP_SECRET_KEY": "t" * 40, "SHOP_PAN_KEYS": "hidden-key"}
    command = [sys.executable, "-m", "shop.cli.app", "orders", "rotate-pans"]
    result = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    told = "SHOP_PAN_KEYS must be keys of at least 32 characters, separated by commas, or empty\n"
    assert (result.returncode, result.stdout, result.stderr) == (1, "", told)
