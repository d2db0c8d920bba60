"""The amounts of an invoice add up, and invoice numbers restart with India's financial year."""

import datetime as dt
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shop.invoices import states
from shop.invoices.rules import Kind, Tax, financial_year, number_of, tax_of, tax_of_pieces

PRICES = st.decimals(min_value="0.01", max_value="99999999.99", places=2)
RATES = {True: Decimal("1.5"), False: Decimal(3)}


@settings(max_examples=600, deadline=None)
@given(
    lines=st.lists(st.tuples(PRICES, st.integers(1, 10)), min_size=1, max_size=6),
    within_state=st.booleans(),
)
def test_the_parts_of_an_order_add_up_to_what_is_paid(lines, within_state):
    taxes = [tax_of(price * quantity, within_state=within_state) for price, quantity in lines]
    whole = sum(taxes, Tax())
    assert whole.total == sum(price * quantity for price, quantity in lines)
    assert whole.cgst == whole.sgst
    for (price, quantity), tax in zip(lines, taxes, strict=True):
        rate, part = RATES[within_state], tax.cgst if within_state else tax.igst
        assert abs(part - price * quantity * rate / 103) <= Decimal("0.005")
        assert (tax.igst == 0) if within_state else (tax.cgst == 0)


@settings(max_examples=300, deadline=None)
@given(PRICES, st.lists(st.integers(1, 4), min_size=1, max_size=4), st.booleans())
def test_credit_notes_of_all_pieces_take_back_what_was_invoiced(price, parts, within_state):
    quantity, before, taken = sum(parts), 0, Tax()
    line = tax_of(price * quantity, within_state=within_state)
    for pieces in parts:
        note = tax_of_pieces(line, quantity=quantity, before=before, pieces=pieces)
        assert note.total == price * pieces
        taken, before = taken + note, before + pieces
    assert taken == line


def test_a_known_invoice():
    assert tax_of(Decimal(3614070), within_state=True) == Tax(
        taxable=Decimal("3508805.82"), cgst=Decimal("52632.09"), sgst=Decimal("52632.09")
    )
    assert tax_of(Decimal(3082614), within_state=False) == Tax(taxable=Decimal("2992829.13"), igst=Decimal("89784.87"))


@pytest.mark.parametrize(
    ("at", "year"),
    [
        ("2026-03-31T18:29:59+00:00", "25-26"),
        ("2026-03-31T18:30:00+00:00", "26-27"),
        ("2026-12-31T23:59:59+00:00", "26-27"),
        ("2099-06-01T00:00:00+00:00", "99-00"),
    ],
)
def test_a_financial_year_begins_on_the_first_of_april_in_india(at, year):
    assert financial_year(dt.datetime.fromisoformat(at)) == year


def test_numbers_and_states():
    assert number_of(Kind.INVOICE, "26-27", 1) == "SW/26-27/000001"
    assert number_of(Kind.CREDIT_NOTE, "26-27", 12) == "SWC/26-27/000012"
    assert [states.code_of(name) for name in ("Tamil Nadu", " tamilnadu ", "Jammu & Kashmir", "Bavaria")] == [
        "33",
        "33",
        "01",
        "",
    ]
