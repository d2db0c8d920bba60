"""The summaries of operations and the messages of their successful responses in the OpenAPI document."""

import inspect
import re
from collections.abc import Callable
from typing import Any

_MESSAGES = {
    "accept_invitation": "Welcome, Asha Verma. Please sign in as asha@mail.example.",
    "add_category": "Category added successfully",
    "add_gold_rate": "Gold rate added",
    "add_product": "Product created successfully",
    "add_product_image": "Product image added successfully",
    "add_stock_request": "We will write to you when it is back.",
    "cancel_order": "Cancelled",
    "change_gold_rate": "Gold rate updated",
    "change_many_products": "Products updated",
    "change_order_status": "Status updated",
    "change_product": "Product updated successfully",
    "confirm_email": "asha@mail.example is confirmed.",
    "delete_gold_rate": "Gold rate deleted",
    "discard_dead_letters": "1 delivery discarded.",
    "end_other_sign_ins": "All other sign-ins are ended",
    "end_other_staff_sign_ins": "All other sign-ins are ended",
    "end_sign_in": "The sign-in is ended",
    "end_staff_sign_in": "The sign-in is ended",
    "health": "The shop is whole.",
    "keep_email": "asha@mail.example stays your address.",
    "list_all_orders": "Orders",
    "list_order_notes": "Notes",
    "list_orders_of_customer": "Orders",
    "list_products": "Products",
    "list_returns": "Returns",
    "list_reviews": "Reviews",
    "list_reviews_for_staff": "Reviews",
    "list_stock_movements": "Stock movements",
    "list_webhook_deliveries": "Deliveries",
    "list_webhooks": "Webhooks",
    "moderate_review": "Review hidden",
    "open_confirmation": "This link is good. Send it by POST to act on it.",
    "open_switch_off": "This link is good. Send it by POST to act on it.",
    "open_unsubscription": "This link is good. Send it by POST to act on it.",
    "pause_queue": "The queue mail is paused.",
    "place_order": "Order placed successfully!",
    "read_events": "Events",
    "request_code": "OTP sent to asha@mail.example.",
    "resume_queue": "The queue mail goes on.",
    "retry_dead_letters": "1 delivery will be tried again.",
    "send_email_confirmation": "We have sent a link to asha@mail.example.",
    "send_message": "We have received your email. We'll reach you back soon.",
    "show_cart": "The cart",
    "show_product": "Product",
    "show_wishlist": "The wishlist",
    "sign_up": "Register Successfully",
    "undo_order_status": "Status set back",
}
"""Messages of the operations whose routes do not have them as one text."""
_TEXT = re.compile(r'(?:message=|\.run\(\s*database,\s*)"([^"]*)"')
"""The message in the source of a route: that of a response, or the argument of :meth:`IdempotentRequest.run`."""

_SUMMARIES = {
    "admin_sign_in": "Sign in to the portal",
    "admin_sign_out": "Sign out of the portal",
    "admin_who_am_i": "Show signed-in admin",
    "edit_customer": "Change customer",
    "edit_order": "Change order",
    "find_scan": "Identify scanned text",
    "health": "Show health",
    "import_template": "Download import template",
    "list_stuck": "Count stuck orders",
    "mark_review": "Mark review as helpful",
    "open_confirmation": "Check confirmation link",
    "open_switch_off": "Check link that switches mails off",
    "open_unsubscription": "Check unsubscribe link",
    "show_pan": "Show masked PAN",
    "switch_off": "Switch mails off",
    "verify_again": "Verify identity again",
    "who_am_i": "Show signed-in customer",
}
"""Summaries that differ from the names of their operations."""
_CAPITALS = re.compile(r"\b(api|pan|huids)\b")


def summary_of(operation: str) -> str:
    """Return the summary of an operation: its name in words, unless there is a better one."""
    words = _SUMMARIES.get(operation) or operation.replace("_", " ").capitalize()
    return _CAPITALS.sub(lambda found: "HUIDs" if found[0] == "huids" else found[0].upper(), words)


def message_of(operation: str, endpoint: Callable[..., Any]) -> str:
    """Return the message of a successful response: the text in the source of the route, unless it depends on more.

    :raises LookupError: if the route does not have just one text, and :data:`_MESSAGES` has none.
    """
    texts = {_MESSAGES[operation]} if operation in _MESSAGES else {*_TEXT.findall(inspect.getsource(endpoint))}
    if len(texts) != 1:
        raise LookupError(f"Please add the message of {operation} to api/openapi/messages.py.")
    return texts.pop()
