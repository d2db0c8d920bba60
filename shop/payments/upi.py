"""The link that opens a UPI app (NPCI's linking specification), and its QR code."""

import io
from urllib.parse import quote, urlencode

import segno

from shop.payments.state import PaymentState, reference_of
from shop.settings import settings

QUIET_ZONE = 4
"""White modules around the code, which readers need."""

INK = "#2b1a14"
"""The colour of the shop's texts."""


def link(payment: PaymentState) -> str:
    """Return the link with which a UPI app pays the amount due, with the order's reference."""
    config = settings()
    reference = reference_of(payment.order_id)
    fields = {
        "pa": config.upi_id,
        "pn": config.payee_name,
        "tr": reference,
        "tn": f"Order {reference}",
        "am": f"{payment.due:.2f}",
        "cu": "INR",
    }
    return f"upi://pay?{urlencode(fields, quote_via=quote, safe='@')}"


def code(text: str) -> bytes:
    """Return a QR code of a text as SVG, dark on white."""
    image = io.BytesIO()
    segno.make(text, error="m", micro=False).save(
        image, kind="svg", border=QUIET_ZONE, dark=INK, light="#fff", xmldecl=False, svgns=True, omitsize=True
    )
    return image.getvalue()
