"""The public information about the shop, from its settings."""

from decimal import Decimal

from api.payments.schemas import MethodOut, ShopOut
from shop.payments import methods
from shop.payments.model import Method
from shop.settings import Settings


def describe(config: Settings) -> ShopOut:
    """Return the public information about the shop."""
    return ShopOut(
        methods=[_method(method, config) for method in methods.offered()],
        payment_hours=config.payment_hours,
        return_days=config.return_days,
        pan_above=config.pan_above or None,
        hold_minutes=config.hold_minutes,
        has_tax_invoices=bool(config.gstin),
        is_delivery_insured=config.delivery_insured,
    )


def _method(method: Method, config: Settings) -> MethodOut:
    limit: Decimal | None = methods.limit_of(method)
    is_bank, is_upi = method is Method.BANK, method is Method.UPI
    return MethodOut(
        method=method,
        label=methods.LABELS[method],
        limit=limit,
        payee=config.payee_name if is_bank or is_upi else None,
        upi_id=config.upi_id if is_upi else None,
        account=config.bank_account if is_bank else None,
        ifsc=config.bank_ifsc if is_bank else None,
    )
