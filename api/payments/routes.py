"""The routes of payments: claims of shoppers, decisions of staff, and the payment methods of the shop."""

from functools import partial
from typing import Annotated

import pydantic_core
from fastapi import HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy import select

from api.auth import throttling
from api.auth.policy import Grant, Granted
from api.db.session import Database, DatabasePool
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.idempotency import RequiredIdempotency
from api.http.partial_update import get_or_404
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.payments import provider_payments, service, shop_info
from api.payments.schemas import (
    AdminPaymentChangeOut,
    ClaimIn,
    ConfirmIn,
    MethodIn,
    NoticeSeenIn,
    PaymentChangeOut,
    PaymentEntryOut,
    PaymentNoticeOut,
    RefundByHandIn,
    RefundIn,
    RejectIn,
    RetryRefundIn,
    ShopOut,
    StartIn,
    StartOut,
)
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import NotFound
from shop.orders import queries
from shop.orders.model import Order
from shop.payments import methods, provider, rules, transfer_references, upi
from shop.payments.events import PaymentChanged
from shop.payments.model import Method, PaymentEntry, PaymentNotice
from shop.payments.provider import Report
from shop.payments.rules import NotPossible, Who
from shop.settings import settings
from shop.throttles import limits

router = feature_router("payments")
SVG = "image/svg+xml"
_CODE = call(refuses=(404, 409))
_CODE["responses"][200] = {"content": {SVG: {"schema": {"type": "string"}}}}


@router.get("/shop/", **call())
async def show_shop(_: Granted) -> Success[ShopOut]:
    """Return the payment methods with their limits, and what else the shop offers. These are settings."""
    return Success(message="Shop", data=shop_info.describe(settings()))


@router.get("/payment/", **call(refuses=(404,)))
async def list_payment_entries(
    database: Database, _: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Success[list[PaymentEntryOut]]:
    """List the entries of an order's payment, the oldest first."""
    await get_or_404(database, Order, order_id, f"There is no order {order_id}.")
    entries = select(PaymentEntry).where(PaymentEntry.order_id == order_id).order_by(PaymentEntry.version)
    return Success(message="Payment", data=[PaymentEntryOut.of(entry) for entry in await database.scalars(entries)])


@router.get("/payment/code/", response_class=Response, **_CODE)
async def show_payment_code(
    database: Database, grant: Granted, order_id: Annotated[Id, Query(alias="orderId")]
) -> Response:
    """Return the QR code with which a UPI app pays an order."""
    order: Order | None = await database.scalar(queries.by_number(order_id))
    if order is None:
        raise NotFound(service.MISSING)
    grant.check_owner(order.customer_id, service.MISSING)
    payment = order.payment
    if payment.method != Method.UPI or not payment.due:
        raise NotPossible(f"Nothing is to be paid by UPI for order {order_id}.", data=payment.data())
    if Method.UPI not in methods.offered():
        raise NotPossible("UPI is not offered any more. Choose another way to pay first.", data=payment.data())
    return Response(upi.code(upi.link(payment)), media_type=SVG)


@router.post("/payment/claim/", **call(ClaimIn, refuses=(404, 409, 429)))
async def claim_payment(
    request: Request, database: Database, pool: DatabasePool, grant: Granted
) -> Success[PaymentChangeOut]:
    """Claim that an order was paid by UPI or to the bank. Staff look for the money and confirm or reject the claim."""
    wanted = await read_body(request, ClaimIn)
    await throttling.consume(database, limits.by_customer(limits.PAYMENT_CLAIMS, grant.customer.id))
    claim = partial(rules.claim, reference=wanted.reference, who=Who(grant.customer.name), at=now())
    reference = transfer_references.written(wanted.reference)
    event = await service.move(pool, wanted.order_id, claim, grant, version=wanted.version, reference=reference)
    return Success(message="Thank you. We are checking your payment.", data=_shown(event))


@router.post("/payment/method/", **call(MethodIn, refuses=(404, 409, 429)))
async def change_payment_method(
    request: Request, database: Database, pool: DatabasePool, grant: Granted
) -> Success[PaymentChangeOut]:
    """Choose another payment method for an order, while nothing is paid or claimed. Its deadlines do not change.

    To pay on delivery can be chosen until staff begin to pack the order.
    """
    wanted = await read_body(request, MethodIn)
    await throttling.consume(database, limits.by_customer(limits.PAYMENT_METHODS, grant.customer.id))
    change = partial(rules.change_method, method=wanted.payment_method, who=Who(grant.customer.name), at=now())
    event = await service.move(pool, wanted.order_id, change, grant, version=wanted.version)
    return Success(message="Way to pay changed", data=_shown(event))


@router.post("/payment/confirm/", **call(ConfirmIn, refuses=(404, 409)))
async def confirm_payment(request: Request, pool: DatabasePool, grant: Granted) -> Success[AdminPaymentChangeOut]:
    """Record that the money has arrived: the given amount, by default the claimed amount, otherwise the amount due."""
    wanted = await read_body(request, ConfirmIn)
    confirm = partial(rules.confirm, who=_staff(grant), at=now(), reason=wanted.reason, amount=wanted.amount)
    event = await service.move(pool, wanted.order_id, confirm, grant, version=wanted.version)
    return Success(message="Payment confirmed", data=_shown_to_staff(event))


@router.post("/payment/reject/", **call(RejectIn, refuses=(404, 409)))
async def reject_payment(request: Request, pool: DatabasePool, grant: Granted) -> Success[AdminPaymentChangeOut]:
    """Reject a claim whose money was not found. The shopper reads the reason and may claim again."""
    wanted = await read_body(request, RejectIn)
    reject = partial(rules.reject, reason=wanted.reason, who=_staff(grant), at=now())
    event = await service.move(pool, wanted.order_id, reject, grant, version=wanted.version)
    return Success(message="Claim rejected", data=_shown_to_staff(event))


@router.post("/payment/start/", **call(StartIn, refuses=(404, 409, 429, 503)))
async def start_payment(request: Request, database: Database, pool: DatabasePool, grant: Granted) -> Success[StartOut]:
    """Return the page of the payment provider on which an order can be paid: the same one while it is open."""
    wanted = await read_body(request, StartIn)
    await throttling.consume(database, limits.by_customer(limits.PAYMENT_STARTS, grant.customer.id))
    page = await provider_payments.start(pool, request, wanted.order_id, grant)
    return Success(message="Pay on the page of the payment provider", data=page)


@router.get(
    "/payment/callback/razorpay/",
    status_code=303,
    response_class=RedirectResponse,
    **call(redirects=True, refuses=(400,)),
)
async def return_from_provider(
    pool: DatabasePool,
    _: Granted,
    payment_id: Annotated[str, Query(alias="razorpay_payment_id", max_length=100)],
    link_id: Annotated[str, Query(alias="razorpay_payment_link_id", max_length=100)],
    reference: Annotated[str, Query(alias="razorpay_payment_link_reference_id", max_length=100)],
    status: Annotated[str, Query(alias="razorpay_payment_link_status", max_length=100)],
    signature: Annotated[str, Query(alias="razorpay_signature", max_length=200)],
) -> RedirectResponse:
    """Redirect the shopper from the provider's page to the order.

    The callback is applied only if its signature is valid.
    """
    if not provider.is_signed_callback(link_id, reference, status, payment_id, signature=signature):
        raise HTTPException(400, "This does not come from the payment provider.")
    if status == "paid":
        order_id = await provider_payments.apply_report(
            pool, Report(kind="paid", link_id=link_id, payment_id=payment_id)
        )
    else:
        order_id = await provider_payments.order_of(pool, link_id)
    return RedirectResponse(f"/my-orders/{order_id}/pay" if order_id else "/my-orders", status_code=303)


@router.post("/payment/webhook/razorpay/", **call(refuses=(400,)))
async def receive_webhook(request: Request, pool: DatabasePool, _: Granted) -> Success[None]:
    """Receive a webhook of the payment provider, which signs the raw body. A repeated webhook changes nothing."""
    body = await request.body()
    if not provider.is_signed_webhook(body, request.headers.get("x-razorpay-signature", "")):
        raise HTTPException(400, "This does not come from the payment provider.")
    try:
        content = pydantic_core.from_json(body)
        report, refund = provider.report_of_webhook(content), provider.refund_of_webhook(content)
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError):
        raise HTTPException(400, "This has not the form of a webhook of the payment provider.") from None
    if report is not None:
        await provider_payments.apply_report(pool, report)
    if refund is not None:
        await provider_payments.apply_refund_report(pool, refund)
    return Success(message="Received", data=None)


@router.get("/payment/notices/", **call())
async def list_payment_notices(database: Database, _: Granted) -> Success[list[PaymentNoticeOut]]:
    """List the unexpected notices of the payment provider, unseen ones first, then the newest, at most 100."""
    sequence = (PaymentNotice.seen_at.is_not(None), PaymentNotice.id.desc())
    notices = await database.scalars(select(PaymentNotice).order_by(*sequence).limit(100))
    return Success(message="Notices", data=[PaymentNoticeOut.model_validate(vars(notice)) for notice in notices])


@router.post("/payment/notices/", **call(NoticeSeenIn, refuses=(404,)))
async def mark_payment_notice_seen(request: Request, database: Database, grant: Granted) -> Success[PaymentNoticeOut]:
    """Mark a notice as handled. The first admin who did so stays recorded."""
    wanted = await read_body(request, NoticeSeenIn)
    notice = await get_or_404(database, PaymentNotice, wanted.id, "There is no such notice.", lock=True)
    if notice.seen_at is None:
        notice.seen_at, notice.seen_by = now(), grant.admin.name
        label = f"{notice.problem} {notice.link_id}"
        await database.run_sync(record_action, "changed", "payment notice", entity_id=notice.id, label=label)
    return Success(message="Marked as seen", data=PaymentNoticeOut.model_validate(vars(notice)))


@router.post("/payment/refund/", response_model=Success[AdminPaymentChangeOut], **call(RefundIn, refuses=(404, 409)))
async def refund_payment(
    request: Request, database: Database, grant: Granted, idempotency: RequiredIdempotency
) -> Response:
    """Record a refund that was paid outside the shop, at most what was paid and not refunded.

    With ``returnId`` the received return becomes ``refunded``. The header ``Idempotency-Key`` is required, so that a
    repeated request refunds nothing twice.
    """
    wanted = await read_body(request, RefundIn)

    async def refund() -> AdminPaymentChangeOut:
        return _shown_to_staff(await service.refund(database, wanted, grant))

    return await idempotency.run(database, "Refund recorded", refund, wanted)


@router.post("/payment/refund/retry/", **call(RetryRefundIn, refuses=(404, 409)))
async def retry_refund(request: Request, pool: DatabasePool, grant: Granted) -> Success[AdminPaymentChangeOut]:
    """Request all failed refunds of an order from the payment provider again."""
    wanted = await read_body(request, RetryRefundIn)
    event = await provider_payments.retry_refund(pool, wanted.order_id, grant, version=wanted.version)
    return Success(message="The refund is tried again", data=_shown_to_staff(event))


@router.post(
    "/payment/refund/sent/", response_model=Success[AdminPaymentChangeOut], **call(RefundByHandIn, refuses=(404, 409))
)
async def send_refund_by_hand(
    request: Request, database: Database, grant: Granted, idempotency: RequiredIdempotency
) -> Response:
    """Record that staff sent the money of all failed refunds of an order.

    The header ``Idempotency-Key`` is required. A refund that the provider reports as done later is listed as a notice.
    """
    wanted = await read_body(request, RefundByHandIn)

    async def record() -> AdminPaymentChangeOut:
        return _shown_to_staff(await service.send_refund_by_hand(database, wanted, grant))

    return await idempotency.run(database, "Refund recorded", record, wanted)


def _staff(grant: Grant) -> Who:
    return Who(grant.admin.name, grant.admin.id)


def _shown(event: PaymentChanged) -> PaymentChangeOut:
    return PaymentChangeOut.model_validate(event.data())


def _shown_to_staff(event: PaymentChanged) -> AdminPaymentChangeOut:
    return AdminPaymentChangeOut.model_validate(event.for_admins())
