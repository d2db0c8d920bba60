from dataclasses import replace
from decimal import Decimal

import pytest

from shop.catalogue.pricing import PriceBreakUp

RING = PriceBreakUp(
    gold_rate=Decimal("9000.00"),
    weight=Decimal("10.000"),
    making_charge=Decimal("1000.00"),
    wastage_charge=Decimal("500.00"),
    discount=Decimal("0.00"),
)


def test_the_price_is_metal_and_work_and_wastage():
    assert (RING.metal_value, RING.mrp, RING.ornament_price) == (Decimal(90000), Decimal(91500), Decimal(91500))


@pytest.mark.parametrize(
    ("gold_rate", "weight", "metal_value", "mrp"),
    [
        ("9000.00", "1.001", "9009.00", "10509"),
        ("9000.01", "1.000", "9000.01", "10500"),
        ("9000.49", "1.000", "9000.49", "10500"),
        ("9000.50", "1.000", "9000.50", "10501"),  # half a rupee is rounded up, also above an even one
        ("9001.50", "1.000", "9001.50", "10502"),
        ("9123.45", "3.337", "30444.95", "31945"),
        ("9123.45", "0.001", "9.12", "1509"),
        ("0.00", "1.000", "0.00", "1500"),
    ],
)
def test_the_price_is_whole_rupees(gold_rate, weight, metal_value, mrp):
    price = replace(RING, gold_rate=Decimal(gold_rate), weight=Decimal(weight))
    assert price.metal_value == Decimal(metal_value)
    assert price.mrp == Decimal(mrp)
    assert price.mrp == price.mrp.to_integral_value()


def test_metal_value_is_rounded_before_the_charges_are_added():
    price = replace(RING, gold_rate=Decimal("0.01"), weight=Decimal("0.499"), making_charge=Decimal("0.50"))
    assert (price.metal_value, price.mrp) == (Decimal("0.00"), Decimal(501))


@pytest.mark.parametrize("wastage", ["250.00", "250.49", "250.50", "250.51"])
def test_the_lines_of_a_break_up_add_up_to_the_price(wastage):
    price = replace(RING, gold_rate=Decimal("11852.33"), weight=Decimal("5.125"), wastage_charge=Decimal(wastage))
    assert price.metal_in_mrp + price.making_charge + price.wastage_charge == price.mrp
    assert abs(price.metal_in_mrp - price.metal_value) <= Decimal("0.50")


def test_a_discount_lowers_the_price_but_not_the_mrp():
    price = replace(RING, discount=Decimal("300.00"))
    assert (price.mrp, price.ornament_price) == (Decimal(91500), Decimal(91200))
