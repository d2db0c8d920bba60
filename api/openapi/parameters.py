"""The descriptions of parameters in the OpenAPI document, by name. A name has the same meaning in all operations."""

from typing import Any

_CURSOR = "The ``nextCursor`` of the previous page. Without it the list starts at the beginning."
_DESCRIPTIONS = {
    "accept": "``text/event-stream`` for a stream of server-sent events, otherwise JSON.",
    "adminId": "Only what this member of staff changed.",
    "after": "The position of the last event that the caller has.",
    "amounts": "Whether the response has the sums of the amounts by status.",
    "assignedTo": "Only what belongs to orders of this member of staff, by their id, or of ``nobody``.",
    "category": "Only products of this category, by its id or code. Several are alternatives.",
    "categoryId": "Only products of this category, by its id.",
    "confirm": "Confirms a change by more than 5 %.",
    "cursor": _CURSOR,
    "custId": "The id of the customer.",
    "customerId": "The id of the customer.",
    "dryRun": "With ``true`` nothing is changed, and the response describes the effect.",
    "endpointId": "The id of the endpoint.",
    "entity": "Only changes of this kind of thing.",
    "facets": "Whether the response has the counts of the filters.",
    "from": "The first day, included.",
    "id": "The id of the row that the operation is about.",
    "itemId": "The id of the order item.",
    "kind": "Which of the two lists.",
    "last-event-id": "The position of the last event of the stream. Browsers send it when they reconnect.",
    "limit": "The maximum number of rows in the response.",
    "maxPrice": "The highest price in rupees, included.",
    "maxWeight": "The highest weight in grams, included.",
    "minPrice": "The lowest price in rupees, included.",
    "minRating": "Only products with at least so many stars.",
    "minWeight": "The lowest weight in grams, included.",
    "month": "The month in India's time, as ``2026-11``. Without it, the current one.",
    "number": "The number of the document.",
    "orderId": "The id of the order.",
    "orderIds": "The ids of the orders, separated by commas.",
    "page": "The name of the page.",
    "part": "Which table of the report.",
    "payment": "Only orders with this status of their payment.",
    "pincode": "The pin code of six digits.",
    "productId": "The id of the product.",
    "productType": "Only products of this collection. Several are alternatives where a list is accepted.",
    "purity": "Only products of this purity. Several are alternatives.",
    "queue": "The name of the queue.",
    "razorpay_payment_id": "The provider's id of the payment.",
    "razorpay_payment_link_id": "The provider's id of the payment link.",
    "razorpay_payment_link_reference_id": "The shop's reference of the payment link.",
    "razorpay_payment_link_status": "The status of the payment link.",
    "razorpay_signature": "The provider's signature of the other parameters.",
    "reason": "Only those with this reason.",
    "scheduled": "Whether admins get the rates of future dates too.",
    "search": "A text to search for.",
    "size": "Only products that come in this size. Several are alternatives.",
    "sort": "The order of the list.",
    "state": "Only deliveries in this state.",
    "status": "Only rows with this status.",
    "stock": "Only products with this availability. With `size`, `yes` needs pieces of one of these sizes.",
    "stockAvailability": "Only products with this availability.",
    "stockLevel": "Only products with this number of pieces.",
    "stone": "Only products with this stone. Several are alternatives.",
    "stuck": "Only orders that are stuck by this rule.",
    "subject": "The subject of the mails.",
    "text": "The scanned text.",
    "to": "The last day, included.",
    "token": "The token of the link.",
    "type": "Only events of these types.",
    "vendorId": "Only products of this vendor, by its id.",
    "wait": "The maximum seconds to wait for an event.",
    "withPhotos": "Only reviews with photos.",
}


def describe_parameters(parameters: list[dict[str, Any]]) -> None:
    """Add the descriptions of the parameters that have none of their own.

    :raises LookupError: for a parameter without a description.
    """
    for parameter in parameters:
        if "description" not in parameter:
            if parameter["name"] not in _DESCRIPTIONS:
                raise LookupError(f"describe the parameter {parameter['name']} in api/openapi/parameters.py")
            parameter["description"] = _DESCRIPTIONS[parameter["name"]]
