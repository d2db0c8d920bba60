"""Stored invoices for tests, and the text of a PDF."""

import datetime as dt
import io
from decimal import Decimal
from typing import Any

from pypdf import PdfReader

from shop.invoices.model import Invoice

CHENNAI = {"name": "Asha", "address": "1 Lane", "city": "Chennai", "state": "Tamil Nadu", "zip_code": "600001"}
SELLER = {"gstin": "33AAACS4207Q1Z9", "name": "Swarna Jewels", "address": "14 Car Street, Chennai", "stateCode": "33"}


def line(item_id: int = 1, **fields: Any) -> dict[str, Any]:
    """Return a frozen line of ₹1,03,000 for a Chennai address."""
    return {
        "itemId": item_id,
        "name": "Lotus Ring",
        "purity": "22K",
        "hsn": "7113",
        "quantity": 1,
        "netWeight": "6.200",
        "grossWeight": "6.400",
        "stones": [{"kind": "Ruby", "count": 2, "carats": 0.85, "charge": 9000}],
        "goldRate": "11852.00",
        "makingCharge": "12890.00",
        "wastageCharge": "3790.00",
        "stoneCharge": "9000.00",
        "discount": "500.00",
        "taxable": "100000.00",
        "cgst": "1500.00",
        "sgst": "1500.00",
        "igst": "0.00",
        "total": "103000.00",
    } | fields


def invoice(lines: int = 1, *, content: dict[str, Any] | None = None, **fields: Any) -> Invoice:
    """Return an invoice with this number of lines, which is not in the database."""
    frozen = {
        "seller": SELLER,
        "buyer": {"name": "Asha Verma", "address": CHENNAI | {"country": "India"}, "hasPan": False},
        "lines": [line(number) for number in range(1, lines + 1)],
    }
    row = {
        "id": 1,
        "kind": "invoice",
        "number": "SW/26-27/000001",
        "order_id": 42,
        "customer_id": 7,
        "issued_at": dt.datetime(2026, 11, 24, 5, 0, tzinfo=dt.UTC),
        "state_code": "33",
        "taxable": Decimal(100_000) * lines,
        "cgst": Decimal(1500) * lines,
        "sgst": Decimal(1500) * lines,
        "igst": Decimal(0),
        "total": Decimal(103_000) * lines,
    }
    return Invoice(**(row | fields), content=frozen | (content or {}))


def text_of(pdf: bytes) -> str:
    """Return the text of all pages of a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)
