"""Tax invoices and credit notes, on the wire. Amounts in rupees, as they were issued."""

from typing import Self

from pydantic import Field

from api.catalogue.schemas import StoneOut
from api.http.base_schemas import Out
from api.http.date_types import Time
from api.http.schema_types import Number
from shop.invoices import texts
from shop.invoices.model import Invoice
from shop.invoices.rules import Kind
from shop.text.amounts_in_words import rupees_in_words


class InvoiceSellerOut(Out):
    """The shop under its legal name. ``stateCode`` has the two digits of its state, ``state`` also the name."""

    gstin: str
    name: str
    address: str
    state_code: str
    state: str


class InvoiceAddressOut(Out):
    """The delivery address of the order."""

    name: str = ""
    address: str = ""
    city: str = ""
    state: str = ""
    country: str = ""
    zip_code: str = ""


class InvoiceBuyerOut(Out):
    """The shopper as the order names them. ``pan`` is unmasked for the buyer, masked for staff, or null."""

    name: str
    address: InvoiceAddressOut | None
    pan: str | None = None


class InvoiceTaxOut(Out):
    """Amounts whose parts add up to ``total``: CGST and SGST within the shop's state, else IGST."""

    taxable: Number
    cgst: Number
    sgst: Number
    igst: Number
    total: Number


class InvoiceLineOut(InvoiceTaxOut):
    """A line. Rate, charges, discount and weights are of one piece, the taxes of all ``quantity`` pieces."""

    item_id: int
    name: str
    purity: str
    hallmark: str | None = None
    huids: list[str] = Field(default_factory=list)
    size: str | None = None
    hsn: str
    quantity: int
    net_weight: Number
    gross_weight: Number | None
    stones: list[StoneOut]
    gold_rate: Number
    making_charge: Number
    wastage_charge: Number
    stone_charge: Number
    discount: Number


class InvoiceOut(InvoiceTaxOut):
    """A tax invoice, or a credit note with its ``invoice`` and a reason (both empty otherwise).

    ``stateCode`` is the code of the delivery's state, empty outside India. The amounts of a credit note are positive.
    These texts are those of the PDF: ``placeOfSupply``, ``inWords`` of the total, ``notes`` below the table, and
    ``reference``, which says what a credit note credits.
    """

    id: int
    order_id: int
    kind: Kind
    number: str
    issued_at: Time
    state_code: str
    seller: InvoiceSellerOut
    buyer: InvoiceBuyerOut
    lines: list[InvoiceLineOut]
    invoice: str = ""
    reason: str = ""
    place_of_supply: str
    reference: str
    in_words: str
    notes: list[str]

    @classmethod
    def of(cls, issued: Invoice, pan: str | None) -> Self:
        columns = ("id", "order_id", "kind", "number", "issued_at", "state_code")
        amounts = ("taxable", "cgst", "sgst", "igst", "total")
        row = {name: getattr(issued, name) for name in (*columns, *amounts)}
        seller, buyer = issued.content["seller"], issued.content["buyer"]
        people = {"seller": seller | {"state": texts.state(seller["stateCode"])}, "buyer": buyer | {"pan": pan}}
        written = {
            "place_of_supply": texts.place_of_supply(issued),
            "reference": texts.reference(issued),
            "in_words": rupees_in_words(issued.total),
            "notes": texts.NOTES,
        }
        return cls.model_validate(issued.content | row | people | written)
