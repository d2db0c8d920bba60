"""Examples for the description of the API: one value for each name on the wire, of one shopper and one ring."""

from typing import Any

_AT = "2026-11-20T10:15:00.123Z"
_PICTURE = "/media/pictures/3f1c0a9de27b44d1a0c5b7e8f6d21c90.webp"
_VALUES: dict[str, Any] = {
    "id": 1,
    "name": "Lotus Ring",
    "email": "asha@mail.example",
    "phone": "+91 98410 55001",
    "password": "Secret@2026",
    "otp": "048213",
    "createdTimestamp": _AT,
    "customerId": 1,
    "customerName": "Asha Verma",
    "customerEmail": "asha@mail.example",
    "customerPhone": "+91 98410 55001",
    "address": "12 Lake View Road",
    "city": "Chennai",
    "state": "Tamil Nadu",
    "country": "India",
    "zipCode": "600004",
    "zip_code": "600004",
    "addressId": 1,
    "code": "LR-1",
    "imageUrl": _PICTURE,
    "imageStatus": "ready",
    "productImageUrl": _PICTURE,
    "placeholder": "data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA4AAAAvAAAAAAcQEf0PRET/Aw==",
    "renditions": [{"width": 320, "webp": "/media/pictures/3f1c-320.webp", "avif": "/media/pictures/3f1c-320.avif"}],
    "width": 1000,
    "height": 1000,
    "position": 0,
    "failure": None,
    "ids": [3, 1, 2],
    "description": "A lotus in 22 carat gold.",
    "weight": 7.5,
    "makingCharge": 4500,
    "wastageCharge": 1800,
    "discount": 500,
    "goldRate": 11852,
    "metalValue": 88890,
    "productRate": 88890,
    "mrp": 95190,
    "ornamentPrice": 94690,
    "totalAmount": 94690,
    "itemTotalAmount": 94690,
    "orderTotalAmount": 94690,
    "purity": "22k",
    "stockAvailability": "yes",
    "purchaseRate": 80000,
    "purchaseGoldRate": 11000,
    "purchaseDate": "2026-10-02",
    "vendorId": 1,
    "vendorName": "Sri Lakshmi Goldsmiths",
    "categoryId": 1,
    "categoryName": "Rings",
    "productType": "wedding",
    "rating": 4.5,
    "reviewCount": 12,
    "createdAt": _AT,
    "address1": "14 Car Street",
    "address2": "Chennai",
    "address3": "Tamil Nadu",
    "address4": "600004",
    "contactNumbers": "+91 44 5550 1234",
    "createdBy": "admin",
    "r22kRate": 11852,
    "r24kRate": 12930,
    "date": "2026-11-20",
    "confirm": False,
    "takesForce": True,
    "products": 96,
    "meanChange": 410,
    "meanChangePercent": 0.62,
    "openCarts": 3,
    "change": 0.7,
    "needsConfirm": False,
    "text": "The ruby glows, and the ring fits well.",
    "title": "A treasure",
    "editedAt": None,
    "total": 12,
    "distribution": {"1": 0, "2": 0, "3": 1, "4": 4, "5": 7},
    "canReview": False,
    "cartId": 1,
    "wishlistId": 1,
    "productId": 1,
    "quantity": 1,
    "orderId": 1,
    "itemId": 1,
    "productName": "Lotus Ring",
    "productQuantity": 1,
    "totalQuantity": 1,
    "orderedDate": _AT,
    "deliveryDate": "2026-11-25",
    "currentStatus": "ordered",
    "orderedAt": _AT,
    "packedAt": None,
    "shippedAt": None,
    "deliveredAt": None,
    "changedBy": "Karthik Rao",
    "version": 1,
    "from": None,
    "at": _AT,
    "nextCursor": None,
    "company": "",
    "message": "Please call me about the ring.",
    "flag": "",
    "count": 12,
    "min": 18250,
    "max": 412000,
    "minPrice": 50000,
    "maxPrice": 99999.99,
    "minRating": 4,
    "value": "22k",
    "missing": [],
}
_VALUES_OF: dict[str, dict[str, Any]] = {
    "StatusChangeOut": {"status": "packed", "from": "ordered", "packedAt": _AT, "version": 2, "undoes": None},
    "StepOut": {"status": "ordered"},
    "AdminStepOut": {"status": "ordered", "undoes": None, "undone": False},
    "ReviewOut": {"name": "Asha", "rating": 5, "date": _AT},
    "ReviewIn": {"rating": 5},
    "ReviewEditIn": {"rating": 5},
    "ImageOut": {"type": "thumbnail", "status": "ready"},
    "AdminImageOut": {"type": "thumbnail", "status": "ready"},
    "ListedImageOut": {"type": "thumbnail", "status": "ready", "productName": "Lotus Ring"},
    "CategoryOut": {"name": "Rings", "code": "RINGS"},
    "CategoryCount": {"name": "Rings", "code": "RINGS"},
    "ProductOut": {"status": "active"},
    "AdminProductOut": {"status": "active"},
    "VendorOut": {"name": "Sri Lakshmi Goldsmiths", "status": "active"},
    "VendorIn": {"name": "Sri Lakshmi Goldsmiths", "status": "active"},
    "NewVendor": {"name": "Sri Lakshmi Goldsmiths", "status": "active"},
    "VendorEdit": {"name": "Sri Lakshmi Goldsmiths", "status": "active"},
    "AdminOut": {"name": "Karthik Rao", "email": "admin@shop.example"},
    "StatusIn": {"status": "packed"},
    "StatusResultOut": {"code": 200, "message": "Status updated"},
    "OrderItemIn": {"status": "ordered"},
    "StatusCountsOut": {"ordered": 1, "packed": 0, "shipped": 0, "delivered": 0},
    "OrderItemOut": {"status": "ordered"},
    "OrderLineOut": {"status": "ordered"},
    "QueueOut": {"name": "mail", "state": "fine"},
    "ProcessOut": {"name": "relay@shop 7", "state": "here"},
    "EntryOut": {"id": "change-1"},
    "Health": {"status": "ready", "parts": {"relay": 1, "mail": 3}},
}
_OF_PEOPLE = {"CustomerOut", "CustomerRowOut", "SignUpIn", "ProfileIn", "NewAddress", "AddressEdit", "AddressOut"}
_OF_PEOPLE |= {"OrderIn", "MessageIn"}

MESSAGES = {
    "sign_up": "Register Successfully",
    "edit_customer": "Customer updated",
    "delete_customer": "Customer deleted",
    "list_customers": "Customers",
    "sign_in": "Login Successful",
    "sign_out": "Signed out",
    "who_am_i": "Signed in",
    "request_code": "OTP sent to asha@mail.example.",
    "verify_code": "OTP verified successfully",
    "set_password": "password reset successfully",
    "admin_sign_in": "Login Successful",
    "admin_sign_out": "Signed out",
    "admin_who_am_i": "Signed in",
    "show_preferences": "Preferences",
    "change_preferences": "Preferences kept",
    "list_addresses": "Addresses",
    "save_address": "Address saved successfully!",
    "change_address": "Address updated successfully!",
    "remove_address": "Address removed successfully!",
    "list_categories": "Categories",
    "add_category": "Category added successfully",
    "change_category": "Category updated successfully",
    "delete_category": "Category deleted successfully",
    "list_vendors": "Vendors",
    "add_vendor": "Vendor added",
    "change_vendor": "Vendor updated",
    "delete_vendor": "Vendor deleted",
    "show_stocked_product": "Product",
    "list_stocked_products": "Products",
    "add_product": "Product created successfully",
    "change_product": "Product updated successfully",
    "delete_product": "Product Deleted",
    "list_product_images": "Product images",
    "upload_picture": "Picture uploaded",
    "order_product_images": "Product images put in order",
    "add_product_image": "Product image added successfully",
    "change_product_image": "Product image updated successfully",
    "delete_product_image": "Product image deleted successfully",
    "list_gold_rates": "Gold rates",
    "add_gold_rate": "Gold rate added",
    "change_gold_rate": "Gold rate updated",
    "delete_gold_rate": "Gold rate deleted",
    "list_reviews": "Reviews",
    "write_review": "Review added",
    "change_review": "Review updated",
    "delete_review": "Review deleted",
    "show_product": "Product",
    "list_products": "Products",
    "show_cart": "The cart",
    "add_to_cart": "Product added to cart",
    "change_cart_item": "Quantity updated",
    "remove_cart_item": "Item removed from cart",
    "show_wishlist": "The wishlist",
    "add_to_wishlist": "Added to wishlist",
    "remove_from_wishlist": "Removed from wishlist",
    "list_all_orders": "Orders",
    "show_order": "Order",
    "list_orders_of_customer": "Orders",
    "place_order": "Order placed successfully!",
    "change_order_status": "Status updated",
    "undo_order_status": "Status set back",
    "edit_order": "Order updated",
    "delete_order": "Order deleted",
    "send_message": "We have received your email. We'll reach you back soon.",
    "subscribe": "Thank you. Please confirm by the link in the mail that we have sent you.",
    "show_contact": "Contact",
    "confirm_subscription": "You are subscribed.",
    "open_confirmation": "This link is good. Send it by POST to act on it.",
    "open_unsubscription": "This link is good. Send it by POST to act on it.",
    "unsubscribe": "You are unsubscribed.",
    "health": "The shop is whole.",
    "show_operations": "Operations",
    "list_dead_letters": "Dead letters",
    "retry_dead_letters": "1 delivery will be tried again.",
    "discard_dead_letters": "1 delivery discarded.",
    "list_audit": "Audit",
    "change_many_products": "Products updated",
    "list_product_imports": "Product imports",
    "show_product_import": "Product import",
    "check_product_import": "Looked through",
    "start_product_import": "The import has begun",
    "list_carts": "Carts",
    "show_order_figures": "Figures",
}
"""What each call says when it went well."""

Schema = dict[str, Any]


def of(schema: Schema, schemas: dict[str, Schema], *, message: str = "") -> Any:
    """Return an example of what a schema describes.

    :param schemas: the components that it may refer to, by name.
    :param message: what an answer says.
    """
    name, schema = _resolved(schema, schemas)
    if "properties" in schema:
        return {
            field: _value(name, field, of_field, schemas, message)
            for field, of_field in schema["properties"].items()
            if not (field == "id" and field not in schema.get("required", [])) and field not in _excluded(schema)
        }
    for choice in schema.get("oneOf") or schema.get("anyOf") or ():
        return of(choice, schemas, message=message)
    if schema.get("type") == "array":
        return [of(schema["items"], schemas, message=message)]
    return _plain(schema)


def _excluded(schema: Schema) -> list[str]:
    """Return the fields that cannot stand beside others which the example has."""
    others = [field for choice in schema.get("oneOf", [])[1:] for field in choice["required"]]
    return [*others, *schema.get("not", {}).get("required", [])[1:]]


def _resolved(schema: Schema, schemas: dict[str, Schema]) -> tuple[str, Schema]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return (name, schemas[name]) if name else (schema.get("title", ""), schema)


def _value(owner: str, field: str, schema: Schema, schemas: dict[str, Schema], message: str) -> Any:
    own = _VALUES_OF.get(owner, {})
    if field in own:
        return own[field]
    if message and field in {"code", "message", "success", "error"} and "success" not in owner:
        return {"code": 200, "message": message, "success": True, "error": False}[field]
    if field == "name" and owner in _OF_PEOPLE:
        return "Asha Verma"
    if field in _VALUES and not _is_nested(schema, schemas):
        return _VALUES[field]
    return of(schema, schemas)


def _is_nested(schema: Schema, schemas: dict[str, Schema]) -> bool:
    """Whether the field holds an object or a list of them, whose fields have samples of their own."""
    _, resolved = _resolved(schema, schemas)
    choices = resolved.get("anyOf") or [resolved]
    found = [_resolved(choice.get("items", choice), schemas)[1] for choice in choices]
    return any("properties" in one for one in found)


def _plain(schema: Schema) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    return {"string": "text", "integer": 1, "number": 1, "boolean": False, "null": None, "object": {}}.get(
        schema.get("type", "null")
    )
