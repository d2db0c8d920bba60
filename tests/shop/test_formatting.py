import datetime as dt
from decimal import Decimal

import pytest

from shop.text.formatting import MINUS, grouped, indian_rupees, pluralize, weight_in_grams, when


@pytest.mark.parametrize(
    ("amount", "written"),
    [
        (0, "₹0.00"),
        (7, "₹7.00"),
        (999, "₹999.00"),
        (1000, "₹1,000.00"),
        (99999, "₹99,999.00"),
        (100000, "₹1,00,000.00"),
        (123456, "₹1,23,456.00"),
        (12345678, "₹1,23,45,678.00"),
        (1234567890, "₹1,23,45,67,890.00"),
        (Decimal("91500.00"), "₹91,500.00"),
        (Decimal("0.49"), "₹0.49"),
        (Decimal("12207.93"), "₹12,207.93"),
        (Decimal("0.005"), "₹0.01"),
        (Decimal("1.994"), "₹1.99"),
        (999999.995, "₹10,00,000.00"),
        (-1500, "\N{MINUS SIGN}₹1,500.00"),
        (Decimal("-0.004"), "₹0.00"),
    ],
)
def test_rupees_are_grouped_as_in_india(amount, written):
    assert indian_rupees(amount) == written


@pytest.mark.parametrize(
    ("weight", "written"),
    [
        (Decimal("12.500"), "12.50 gm"),
        (3, "3.00 gm"),
        (0.004, "0.00 gm"),
        (5.125, "5.13 gm"),
        (99999.999, "1,00,000.00 gm"),
    ],
)
def test_weight_is_written_with_two_decimals(weight, written):
    assert weight_in_grams(weight) == written


@pytest.mark.parametrize(
    ("at", "written"),
    [
        ("2026-11-20T12:42:00+00:00", "20 Nov 2026, 6:12 pm"),
        ("2026-11-20T18:30:00+00:00", "21 Nov 2026, 12:00 am"),
        ("2026-11-20T06:30:00+00:00", "20 Nov 2026, 12:00 pm"),
    ],
)
def test_times_are_indias(at, written):
    assert when(dt.datetime.fromisoformat(at)) == written


def test_counts_are_grouped_as_in_india():
    assert [grouped(count) for count in (0, 999, 3030, 123456, -5000)] == [
        "0",
        "999",
        "3,030",
        "1,23,456",
        f"{MINUS}5,000",
    ]


def test_a_count_has_its_word_in_the_singular_or_plural_and_its_groups():
    counts = [pluralize(count, "piece", "pieces") for count in (0, 1, 2, 5076, 100_000)]
    assert counts == ["0 pieces", "1 piece", "2 pieces", "5,076 pieces", "1,00,000 pieces"]
