"""The client of the payment provider: Razorpay's payment links (REST), and the check of its signatures.

Calls block and are safe to repeat. They wait at most :data:`LIMIT_SECONDS` for the next bytes of a response, but a
response that arrives slowly has no limit as a whole. :func:`create_link` may send a second request.
"""

import datetime as dt
import hashlib
import hmac
import json
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from shop.errors import ShopError
from shop.settings import settings

if TYPE_CHECKING:
    import urllib3

LIMIT_SECONDS = 5.0
SHORTEST_LINK, LONGEST_LINK = dt.timedelta(minutes=16), dt.timedelta(days=180)
"""The provider refuses links that expire within 15 minutes, or later than in six months."""
_AWAY = "The payment provider does not answer just now. Nothing was charged. Please try again in a moment."
_PAISE = 100
_CLOSED = {"expired", "cancelled"}
"""The provider's statuses of links that can no longer be paid, apart from paid ones."""
_BUSY = "another payment operation is in progress"
"""The provider's message while another request about the same payment is being processed."""


class ProviderAway(ShopError):
    """The provider did not respond, cannot work now, or refused the shop's key. ``reason`` is for staff."""

    code = "provider_away"

    def __init__(self, reason: object, *, message: str = _AWAY) -> None:
        self.reason = str(reason)[:200]
        super().__init__(message, data={"reason": self.reason})


class ProviderRefused(ShopError):
    """The provider refused the request. ``reason`` has its message. ``is_busy``: it asks for a retry soon."""

    code = "provider_refused"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The payment provider refused: {reason}")
        self.reason = reason
        self.is_busy = _BUSY in reason


@dataclass(frozen=True, kw_only=True)
class Report:
    """A report of the provider about a link: ``paid``, ``failed`` or ``closed``. The amount is in rupees."""

    kind: str
    link_id: str
    payment_id: str = ""
    amount: Decimal | None = None


@dataclass(frozen=True, kw_only=True)
class Refund:
    """A report of the provider about a refund: ``pending``, ``processed`` or ``failed``. The amount is in rupees.

    ``key`` is the key of the shop's request; empty if the shop did not request it.
    """

    id: str
    payment_id: str
    amount: Decimal
    status: str
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class Link:
    """A payment page of the provider, on which an amount in rupees can be paid once.

    ``is_closed`` means that the provider reported it as expired or cancelled.
    """

    id: str
    reference: str
    amount: Decimal
    pay_url: str
    expires_at: dt.datetime
    is_closed: bool


def create_link(
    *, reference: str, amount: Decimal, name: str, email: str, back_to: str, expires_at: dt.datetime
) -> Link:
    """Create a link, or return the existing one with this reference, which may be closed or for another amount.

    :raises ProviderAway, ProviderRefused: if that fails.
    """
    wanted = {
        "amount": int(amount * _PAISE),
        "currency": "INR",
        "reference_id": reference,
        "description": f"Order {reference}",
        "customer": {"name": name, "email": email},
        "notify": {"sms": False, "email": False},
        "reminder_enable": False,
        "notes": {"reference_id": reference},
        "callback_url": back_to,
        "callback_method": "get",
        "expire_by": int(expires_at.timestamp()),
    }
    try:
        return _link(_call("POST", "/v1/payment_links/", wanted))
    except ProviderRefused:
        found = _call("GET", "/v1/payment_links/", query={"reference_id": reference})
        links: list[dict[str, Any]] = found.get("payment_links", [])
        if not links:
            raise
        return _link(links[0])


def fetch_link(link_id: str) -> list[Report]:
    """Return the report about a link.

    :raises ProviderAway, ProviderRefused: if it is not available.
    """
    link = _call("GET", f"/v1/payment_links/{link_id}")
    paid = [
        Report(kind="paid", link_id=link["id"], payment_id=payment["payment_id"], amount=_rupees(payment["amount"]))
        for payment in link.get("payments") or []
        if payment["status"] == "captured"
    ]
    return paid + ([Report(kind="closed", link_id=link["id"])] if link["status"] in _CLOSED else [])


def cancel_link(link_id: str) -> None:
    """Close a page, so that it can no longer be paid.

    :raises ProviderAway: if the provider does not respond.
    :raises ProviderRefused: if it is already paid or closed.
    """
    _call("POST", f"/v1/payment_links/{link_id}/cancel", {})


def refund(payment_id: str, amount: Decimal, *, key: str) -> Refund:
    """Request a refund and return it. The same key returns the same refund. The refund may fail later.

    :raises ProviderAway, ProviderRefused: if the request fails.
    """
    wanted = {"amount": int(amount * _PAISE), "receipt": key}
    return _refund(_call("POST", f"/v1/payments/{payment_id}/refund", wanted, headers={"X-Refund-Idempotency": key}))


def fetch_refund(refund_id: str) -> Refund:
    """Return the report about a refund.

    :raises ProviderAway, ProviderRefused: if it is not available.
    """
    return _refund(_call("GET", f"/v1/refunds/{refund_id}"))


def is_signed_callback(*signed: str, signature: str) -> bool:
    """Whether a callback is signed by the provider: id, reference and status of the link, and the payment's id."""
    return _is_signed("|".join(signed).encode(), signature, settings().razorpay_key_secret.get_secret_value())


def is_signed_webhook(body: bytes, signature: str) -> bool:
    """Whether a webhook is signed by the provider. The raw body is needed."""
    return _is_signed(body, signature, settings().razorpay_webhook_secret.get_secret_value())


def report_of_webhook(content: dict[str, Any]) -> Report | None:
    """Return a webhook's report about a link; None if it is about something else.

    :raises KeyError, TypeError, ArithmeticError: if it does not have the documented form.
    """
    name, payload = content["event"], content["payload"]
    if name == "payment_link.paid":
        link, payment = payload["payment_link"]["entity"], payload["payment"]["entity"]
        # An amount in another currency matches no link, so it is listed as a wrong amount.
        amount = _rupees(payment["amount"]) if payment.get("currency", "INR") == "INR" else Decimal(0)
        if payment.get("fee_bearer") == "customer":  # the part above the link's amount is the provider's fee
            amount = min(amount, _rupees(link["amount"]))
        return Report(kind="paid", link_id=_id(link["id"]), payment_id=_id(payment["id"]), amount=amount)
    if name in {"payment_link.expired", "payment_link.cancelled"}:
        return Report(kind="closed", link_id=_id(payload["payment_link"]["entity"]["id"]))
    if name == "payment.failed":
        payment = payload["payment"]["entity"]
        # A payment that was not made on a page of the shop has other notes, or none, which is an empty list.
        reference = payment["notes"].get("reference_id", "") if isinstance(payment.get("notes"), dict) else ""
        return Report(kind="failed", link_id=_id(reference), payment_id=_id(payment["id"]))
    return None


def refund_of_webhook(content: dict[str, Any]) -> Refund | None:
    """Return a webhook's report about a refund; None if it is about something else.

    :raises KeyError, TypeError, ArithmeticError: if it does not have the documented form.
    """
    statuses = {"refund.processed": "processed", "refund.failed": "failed"}
    if content["event"] not in statuses:
        return None
    return _refund(content["payload"]["refund"]["entity"] | {"status": statuses[content["event"]]})


def _refund(made: dict[str, Any]) -> Refund:
    status = made.get("status")
    return Refund(
        id=_id(made["id"]),
        payment_id=_id(made["payment_id"]),
        amount=_rupees(made["amount"]),
        status=status if status in {"processed", "failed"} else "pending",
        key=str(made.get("receipt") or ""),
    )


def _link(made: dict[str, Any]) -> Link:
    return Link(
        id=made["id"],
        reference=made["reference_id"],
        amount=_rupees(made["amount"]),
        pay_url=made["short_url"],
        expires_at=dt.datetime.fromtimestamp(made["expire_by"], dt.UTC),
        is_closed=made["status"] in _CLOSED,
    )


def _id(value: Any) -> str:
    """Return an id of the provider.

    :raises TypeError: if it is not a valid id. PostgreSQL cannot store the character NUL.
    """
    if not isinstance(value, str) or "\0" in value:
        raise TypeError("An id of the provider is a text.")
    return value


def _rupees(paise: Any) -> Decimal:
    """Return an amount in rupees.

    :raises TypeError: if it is no whole number of paise.
    """
    if not isinstance(paise, int) or isinstance(paise, bool):
        raise TypeError("An amount of the provider is a whole number of paise.")
    return Decimal(paise) / _PAISE


def _is_signed(content: bytes, signature: str, secret: str) -> bool:
    expected = hmac.new(secret.encode(), content, hashlib.sha256).hexdigest()
    return bool(secret) and hmac.compare_digest(expected.encode(), signature.encode())


def _call(
    method: str,
    path: str,
    body: dict[str, Any] | None = None,
    *,
    query: dict[str, str] | None = None,
    headers: dict[str, str] | None = None,
) -> dict[str, Any]:
    import urllib3  # noqa: PLC0415 - it takes 9 MB, which only a shop with online payments needs

    config = settings()
    credentials = f"{config.razorpay_key_id}:{config.razorpay_key_secret.get_secret_value()}"
    try:
        response = _pool(config.razorpay_url).request(
            method,
            config.razorpay_url.rstrip("/") + path,
            fields=query,
            body=json.dumps(body) if body is not None else None,
            headers=urllib3.make_headers(basic_auth=credentials)
            | {"Content-Type": "application/json"}
            | (headers or {}),
        )
        content = response.json()
    except (urllib3.exceptions.HTTPError, ValueError) as error:
        raise ProviderAway(error) from error
    # 409: an earlier request with the same idempotency key is still being processed.
    if response.status >= 500 or response.status in {408, 409, 429} or not isinstance(content, dict):
        raise ProviderAway(f"status {response.status}")
    # 401, 403: the provider refuses the key. This does not depend on the link or refund.
    if response.status in {401, 403}:
        raise ProviderAway(f"status {response.status}: {_description(content)}")
    if response.status >= 400:
        raise ProviderRefused(_description(content))
    return content


def _description(content: dict[str, Any]) -> str:
    error = content.get("error")
    return str(error.get("description", "it does not say why") if isinstance(error, dict) else "it does not say why")


@lru_cache(maxsize=1)
def _pool(_url: str) -> "urllib3.PoolManager":
    import urllib3  # noqa: PLC0415 - as above

    return urllib3.PoolManager(timeout=urllib3.Timeout(total=LIMIT_SECONDS), retries=False, maxsize=4)
