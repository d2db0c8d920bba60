"""The events that other systems receive, as the section ``webhooks`` of the OpenAPI document: each with an example."""

from typing import Any

from shop.integrations.event_types import public_types

_AT = "2026-11-24T10:15:00.123Z"
_TIMES = {"orderedAt": _AT, "packedAt": None, "shippedAt": None, "deliveredAt": None, "cancelledAt": None}
_ORDER = {
    "id": 1056,
    "customerId": 12,
    "customerName": "Asha Verma",
    "totalAmount": 100690,
    "currentStatus": "ordered",
    "items": [{"id": 2011, "productId": 6, "productName": "Lotus Ring", "productQuantity": 1, "status": "ordered"}],
}
_IMPORT = {
    "id": 4,
    "status": "running",
    "rows": 812,
    "toDo": 800,
    "leftOut": 3,
    "done": 250,
    "adminName": "Karthik Rao",
}
_RATE = {"id": 31, "r22kRate": 11852, "r24kRate": 12930, "date": "2026-11-24"}
EXAMPLES: dict[str, dict[str, Any]] = {
    "catalogue.changed": {"entity": "product", "id": 6, "action": "updated"},
    "customer.deleted": {"customerId": 12},
    "customer.email_confirmed": {"customerId": 12},
    "customer.erased": {"customerId": 12, "orderIds": [1056]},
    "gold_rate.changed": _RATE | {"change": "added", "changed": _RATE, "repriced": 512},
    "invoice.issued": {
        "id": 77,
        "kind": "invoice",
        "number": "SW/26-27/000077",
        "orderId": 1056,
        "customerId": 12,
        "total": 100690,
        "issuedAt": _AT,
    },
    "order.changed": _ORDER,
    "order.deleted": {"orderId": 1056, "customerId": 12},
    "order.huids_changed": {
        "orderId": 1056,
        "itemId": 2011,
        "customerId": 12,
        "huids": ["AB12C7"],
        "huidsVersion": 2,
        "at": _AT,
    },
    "order.placed": _ORDER,
    "order.shipment_changed": {
        "orderId": 1056,
        "itemId": 2011,
        "customerId": 12,
        "courier": "BlueDart",
        "trackingNumber": "BD123456789",
        "trackingUrl": "https://courier.example/BD123456789",
        "shipmentVersion": 1,
        "at": _AT,
    },
    "order.tracking_changed": {"orderId": 1056, "customerId": 12, "isShared": True},
    "order.status_changed": {
        "orderId": 1056,
        "itemId": 2011,
        "customerId": 12,
        "from": "ordered",
        "status": "packed",
        **_TIMES,
        "packedAt": _AT,
        "version": 2,
        "currentStatus": "packed",
        "at": _AT,
        "undoes": None,
        "reason": None,
        "changedBy": "Karthik Rao",
        "weights": [7.51],
    },
    "payment.changed": {
        "orderId": 1056,
        "customerId": 12,
        "kind": "payment",
        "from": "claimed",
        "at": _AT,
        "payment": {"status": "paid", "method": "upi", "version": 3},
    },
    "policy.changed": {"page": "care", "version": 3},
    "product_image.failed": {"id": 36, "productId": 18, "status": "failed"},
    "product_image.ready": {"id": 36, "productId": 18, "status": "ready", "width": 1000, "height": 1000},
    "product_import.advanced": _IMPORT,
    "product_import.finished": _IMPORT | {"status": "done", "done": 800},
    "product_import.started": _IMPORT | {"done": 0},
    "review.changed": {"reviewId": 7, "productId": 18, "action": "marked", "helpful": 3},
    "return.changed": {"id": 9, "orderId": 1056, "itemId": 2011, "customerId": 12, "status": "approved", "version": 2},
    "stock.changed": {
        "entity": "product",
        "id": 6,
        "action": "updated",
        "status": "active",
        "stockAvailability": "yes",
        "stockLeft": None,
        "stockQuantity": 4,
    },
}
"""The data of an event of each type, shortened: real ones may have more fields."""
MORE_EXAMPLES = {"catalogue.changed": {"entity": "product", "id": 6, "ids": [6, 7, 12], "action": "updated"}}
"""The data of events whose form differs from the example of their type."""


def message_of(type_: str) -> dict[str, Any]:
    """Return an example of an event, in the form of the feed and of webhooks."""
    return _message(type_, EXAMPLES.get(type_, {}))


def messages_of(type_: str) -> list[dict[str, Any]]:
    """Return all examples of a type of event."""
    more = [_message(type_, MORE_EXAMPLES[type_])] if type_ in MORE_EXAMPLES else []
    return [message_of(type_), *more]


def webhooks() -> dict[str, Any]:
    """Return the section ``webhooks``: an entry for each type of event."""
    return {type_: {"post": _entry(type_, sentence)} for type_, sentence in public_types().items()}


def _message(type_: str, data: dict[str, Any]) -> dict[str, Any]:
    return {"id": 48188, "position": 48188, "type": type_, "at": _AT, "data": data}


def _entry(type_: str, sentence: str) -> dict[str, Any]:
    examples = {str(number): {"value": message} for number, message in enumerate(messages_of(type_), start=1)}
    header = {"in": "header", "required": True, "schema": {"type": "string"}}
    return {
        "operationId": f"on_{type_.replace('.', '_')}",
        "summary": type_,
        "description": f"{sentence} Answer with 2xx within 10 s. Verify it by Standard Webhooks.",
        "tags": ["integrations"],
        "parameters": [header | {"name": f"webhook-{name}"} for name in ("id", "timestamp", "signature")],
        "requestBody": {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": "#/components/schemas/FeedEventOut"},
                    "examples": examples,
                }
            },
        },
        "responses": {
            "2XX": {"description": "It is done."},
            "410": {"description": "The endpoint is gone; it is switched off."},
            "default": {"description": "It is sent again later, with the same webhook-id."},
        },
    }
