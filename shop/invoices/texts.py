"""The texts of an invoice, made from the frozen data: all of its PDF in the order of the page, and those of the API."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from shop.catalogue.sizes import title_of
from shop.clock import today
from shop.invoices import states
from shop.invoices.model import Invoice
from shop.invoices.rules import Kind
from shop.text.amounts_in_words import rupees_in_words
from shop.text.formatting import day, indian_rupees, stones_in_words, weight_in_grams

PAN_ON_RECORD = "Buyer's PAN: given, and kept by the seller"
"""The text in place of the PAN, on mailed copies and on copies that were made without the PAN's key."""
NOTES = (
    "Rate, charges and discount are of one piece, and prices include GST. Tax is not payable on reverse charge.",
    "The gold rate is charged for the gold alone, never for stones.",
    "All amounts are in Indian rupees. This document was made by a computer and needs no signature.",
)


@dataclass(frozen=True)
class Line:
    """A row of the table: the piece, its description below, and the cells of the other columns."""

    name: str
    details: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True)
class Content:
    """A document as texts. The last of ``sums`` is the total."""

    title: str
    heading: tuple[str, ...]
    seller: tuple[str, ...]
    buyer: tuple[str, ...]
    reference: str
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    sums: tuple[tuple[str, str], ...]
    in_words: str

    def free_texts(self) -> Iterator[str]:
        """Yield the texts that people entered, which may be in any script."""
        yield from (*self.seller, *self.buyer, self.reference)
        for line in self.lines:
            yield from (line.name, *line.details)


def content_of(issued: Invoice, pan: str | None) -> Content:
    """Return the texts of a tax invoice or a credit note.

    :param pan: the buyer's PAN, in full or masked; the frozen data does not contain it.
    """
    frozen = issued.content
    is_invoice = issued.kind == Kind.INVOICE
    taxes = _taxes(issued)
    sums = [("Taxable value", issued.taxable), *((name, getattr(issued, tax)) for name, tax in taxes)]
    sums.append(("Total" if is_invoice else "Total credited", issued.total))
    return Content(
        title="Tax invoice" if is_invoice else "Credit note",
        heading=(f"No. {issued.number}", day(today(issued.issued_at)), f"Order {issued.order_id}"),
        seller=tuple(_seller(frozen["seller"])),
        buyer=tuple(_buyer(issued, pan)),
        reference=reference(issued),
        columns=("Piece", "HSN", "Qty", "Taxable value", *(name for name, _ in taxes), "Amount"),
        lines=tuple(_line(line, [tax for _, tax in taxes]) for line in frozen["lines"]),
        sums=tuple((name, indian_rupees(amount)) for name, amount in sums),
        in_words=rupees_in_words(issued.total),
    )


def state(code: str) -> str:
    """Format a state with its code: ``Kerala (32)``."""
    name = states.name_of(code)
    return f"{name} ({code})" if name else f"code {code}"


def place_of_supply(issued: Invoice) -> str:
    """Return the state of delivery with its code, or the country if it is not India."""
    if issued.state_code:
        return state(issued.state_code)
    address: Mapping[str, str] = issued.content["buyer"]["address"] or {}
    return address.get("country") or address.get("state", "")


def reference(issued: Invoice) -> str:
    """Return what a credit note credits, with the date of the invoice where it is known; empty for an invoice."""
    frozen = issued.content
    if "invoice" not in frozen:
        return ""
    of_day = f" of {day(date.fromisoformat(frozen['invoiceDate']))}" if frozen.get("invoiceDate") else ""
    return f"For tax invoice {frozen['invoice']}{of_day}: {frozen['reason'].lower()}"


def _taxes(issued: Invoice) -> list[tuple[str, str]]:
    if issued.state_code == issued.content["seller"]["stateCode"]:
        return [("CGST 1.5%", "cgst"), ("SGST 1.5%", "sgst")]
    return [("IGST 3%", "igst")]


def _seller(seller: Mapping[str, str]) -> Iterator[str]:
    yield seller["name"]
    yield seller["address"]
    yield f"GSTIN {seller['gstin']}"
    yield f"State: {state(seller['stateCode'])}"


def _buyer(issued: Invoice, pan: str | None) -> Iterator[str]:
    buyer = issued.content["buyer"]
    address = buyer["address"] or {}
    yield address.get("name") or buyer["name"]
    if address:
        zip_code = address.get("zip_code") or address.get("zipCode") or ""
        yield address.get("address", "")
        yield f"{address.get('city', '')}, {address.get('state', '')} {zip_code}".strip(", ")
        yield address.get("country", "")
    yield f"Place of supply: {place_of_supply(issued)}"
    if issued.has_pan:
        yield f"Buyer's PAN: {pan}" if pan else PAN_ON_RECORD


def _line(line: Mapping[str, Any], taxes: Iterable[str]) -> Line:
    amounts = [line["taxable"], *(line[tax] for tax in taxes), line["total"]]
    return Line(
        name=title_of(line["name"], line.get("size")),
        details=tuple(_details(line)),
        cells=(line["hsn"], str(line["quantity"]), *(indian_rupees(Decimal(amount)) for amount in amounts)),
    )


def _details(line: Mapping[str, Any]) -> Iterator[str]:
    """Yield the known details of a piece. Lines that were frozen by earlier versions lack some of them."""
    size = f", size {line['size']}" if line.get("size") else ""
    yield f"{line['purity']} gold{size}, {_weights(line)}"
    if line["stones"]:
        yield stones_in_words(line["stones"])
    if line.get("hallmark") or line.get("huids"):
        huids = f"HUID {', '.join(line['huids'])}" if line.get("huids") else ""
        yield ", ".join(filter(None, (f"Hallmark {line['hallmark']}" if line.get("hallmark") else "", huids)))
    yield _charges(line)


def _weights(line: Mapping[str, Any]) -> str:
    net = weight_in_grams(Decimal(line["netWeight"]))
    if line["grossWeight"] is None or line["grossWeight"] == line["netWeight"]:
        return net
    return f"net {net}, gross {weight_in_grams(Decimal(line['grossWeight']))}"


def _charges(line: Mapping[str, Any]) -> str:
    charges = [
        ("stones", Decimal(line["stoneCharge"])),
        ("making", Decimal(line["makingCharge"])),
        ("wastage", Decimal(line["wastageCharge"])),
        ("discount", -Decimal(line["discount"])),
    ]
    known = [f"{name} {indian_rupees(amount)}" for name, amount in charges if amount]
    return ", ".join([f"{indian_rupees(Decimal(line['goldRate']))} /gm", *known])
