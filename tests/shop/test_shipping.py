"""The settings of shipping: valid and invalid lists of couriers and tables of pin codes."""

import pytest

from shop.shipping.couriers import Courier, read_couriers
from shop.shipping.pin_codes import EVERYWHERE, Estimate, estimate_of, read_pin_codes
from shop.shipping.settings import ShippingSettings


def test_a_tracking_number_is_one_part_of_its_link():
    [dart, post] = read_couriers(" Blue Dart = https://track.example/{number}?by=n ; Speed Post ;")
    assert dart.link("A/1?x") == "https://track.example/A%2F1%3Fx?by=n"
    assert post == Courier("Speed Post", None)
    assert post.link("1234") is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Dart=http://track.example/{number}", "must start with https"),
        ("Dart=https://track.example/", "contain {number}"),
        ("Dart=javascript:alert({number})", "must start with https"),
        ("=https://track.example/{number}", "needs a name"),
        ("Dart;Dart", "twice"),
    ],
)
def test_a_list_of_couriers_that_leads_nowhere_is_refused_at_the_start(text, sentence, monkeypatch):
    monkeypatch.setenv("SHOP_COURIERS", text)
    with pytest.raises(ValueError, match=sentence):
        ShippingSettings()


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("prefix,days\n", "first line must be"),
        ("prefix,days,deliverable\n600,1,perhaps\n", "line 2: deliverable must be"),
        ("prefix,days,deliverable\n600,5-2,yes\n", "line 2: days must be"),
        ("prefix,days,deliverable\n600,,yes\n", "line 2: days must be"),
        ("prefix,days,deliverable\n06,1,yes\n", "does not begin a pin code"),
        ("prefix,days,deliverable\n600,1,yes\n600,2,yes\n", "is there twice"),
        ("prefix,days,deliverable\n600,1\n", "needs 3 cells"),
    ],
)
def test_a_table_of_pin_codes_that_is_wrong_is_refused_at_the_start(rows, sentence, monkeypatch, tmp_path):
    (tmp_path / "table.csv").write_text(rows)
    monkeypatch.setenv("SHOP_PINCODES", str(tmp_path / "table.csv"))
    with pytest.raises(ValueError, match=sentence):
        ShippingSettings()


def test_a_missing_table_is_refused_at_the_start(monkeypatch, tmp_path):
    monkeypatch.setenv("SHOP_PINCODES", str(tmp_path / "none.csv"))
    with pytest.raises(ValueError, match=r"none\.csv"):
        ShippingSettings()


def test_an_empty_prefix_is_of_all_other_pin_codes(tmp_path):
    (tmp_path / "table.csv").write_text("prefix,days,deliverable\n600,1-2,yes\n,,no\n")
    table = read_pin_codes(tmp_path / "table.csv")
    assert estimate_of(table, "600 020") == Estimate(1, 2)
    assert estimate_of(table, "110001") is None
    assert estimate_of(table, "SW1A 1AA") == estimate_of(None, "110001") == EVERYWHERE
