"""The policy table: who may call which operation.

A call that is not in the table is refused. A call of staff that names no role is for owners.
:mod:`api.auth.staff_access` has the groups of roles that the table names, and the pages that each role sees.

Several operations share an address and differ by its query. So an operation's path includes that part of the query;
:mod:`api.http.flag_routing` matches it.
"""

from dataclasses import dataclass
from enum import Enum

from api.auth.key_scopes import REACHED_BY
from api.auth.staff_access import (
    DECIDE_CLAIMS,
    EXPORT_ORDERS,
    EXPORT_REPORTS,
    OPERATE,
    READ_CATALOGUE,
    READ_DOCUMENTS,
    READ_NOTICES,
    READ_ORDERS,
    READ_REPORTS,
    REFUND,
    WRITE_CATALOGUE,
    WRITE_ORDERS,
)
from shop.api_keys.model import Scope
from shop.sessions.model import Role
from shop.staff.roles import ANY_ROLE, OWNERS, Roles


class Access(Enum):
    """Who may call. A customer may call for their own rows only, an admin for anyone's."""

    ANYONE = "anyone"
    CUSTOMER = "customer"
    CUSTOMER_OR_ADMIN = "customer_or_admin"
    ADMIN = "admin"


@dataclass(frozen=True)
class Operation:
    """One call of the API.

    ``staff`` has the roles of staff that may make it. If a call is open to customers or anyone, staff of other roles
    make it like them. ``xsrf`` is false for an unsafe call that needs no XSRF token.
    """

    name: str
    method: str
    path: str
    access: Access
    staff: Roles = OWNERS
    xsrf: bool = True

    @property
    def is_audited(self) -> bool:
        """Whether a change by this call is audited under the name of the admin who makes it."""
        return self.method != "GET" and self.name not in _HAS_OWN_HISTORY and self.is_for_staff

    @property
    def scopes(self) -> frozenset[Scope]:
        """The scopes of API keys that name this call. A key with none of them may not make it."""
        return frozenset(scope for scope, names in REACHED_BY.items() if self.name in names)

    @property
    def possible_roles(self) -> set[Role]:
        """The roles that may make this call, for a request that does not say whose page sends it."""
        return {Access.ADMIN: {Role.ADMIN}, Access.CUSTOMER: {Role.CUSTOMER}}.get(self.access, set(Role))

    @property
    def is_for_staff(self) -> bool:
        """Whether staff may make this call as staff."""
        return self.access in {Access.ADMIN, Access.CUSTOMER_OR_ADMIN} or self.name in _ALSO_BY_STAFF

    @property
    def needs_xsrf_token(self) -> bool:
        """Whether a signed-in browser has to send its XSRF token."""
        return self.xsrf and self.method != "GET"


OPERATIONS = (
    Operation("health", "GET", "/health/", Access.ANYONE),
    Operation("show_operations", "GET", "/operations/", Access.ADMIN, OPERATE),
    Operation("list_dead_letters", "GET", "/operations/dead/", Access.ADMIN, OPERATE),
    Operation("retry_dead_letters", "POST", "/operations/dead/?flag=retry", Access.ADMIN, OPERATE),
    Operation("discard_dead_letters", "POST", "/operations/dead/?flag=discard", Access.ADMIN, OPERATE),
    Operation("export_audit", "GET", "/audit/?flag=csv", Access.ADMIN),
    Operation("list_audit", "GET", "/audit/", Access.ADMIN),
    Operation("export_customers", "GET", "/customer/?flag=csv", Access.ADMIN, WRITE_ORDERS),
    Operation("list_customers", "GET", "/customer/", Access.ADMIN, READ_ORDERS),
    Operation("edit_customer", "POST", "/customer/?id={id}", Access.CUSTOMER_OR_ADMIN, WRITE_ORDERS),
    Operation("delete_customer", "DELETE", "/customer/?id={id}", Access.ADMIN, WRITE_ORDERS),
    Operation("sign_up", "POST", "/customer/", Access.ANYONE, WRITE_ORDERS, xsrf=False),
    Operation("sign_in", "POST", "/customer/login/", Access.ANYONE, xsrf=False),
    Operation("sign_out", "POST", "/customer/logout/", Access.ANYONE),
    Operation("who_am_i", "GET", "/customer/me/", Access.CUSTOMER),
    Operation("list_sign_ins", "GET", "/customer/sessions/", Access.CUSTOMER),
    Operation("end_sign_in", "DELETE", "/customer/sessions/?id={id}", Access.CUSTOMER),
    Operation("end_other_sign_ins", "POST", "/customer/sessions/?flag=endOthers", Access.CUSTOMER),
    Operation("list_staff_sign_ins", "GET", "/admin/sessions/", Access.ADMIN, ANY_ROLE),
    Operation("end_staff_sign_in", "DELETE", "/admin/sessions/?id={id}", Access.ADMIN, ANY_ROLE),
    Operation("end_other_staff_sign_ins", "POST", "/admin/sessions/?flag=endOthers", Access.ADMIN, ANY_ROLE),
    Operation("show_email_confirmation", "GET", "/customer/confirmEmail/", Access.CUSTOMER),
    Operation("send_email_confirmation", "POST", "/customer/confirmEmail/?flag=send", Access.CUSTOMER),
    Operation("confirm_email", "POST", "/customer/confirmEmail/", Access.ANYONE, xsrf=False),
    Operation("request_code", "POST", "/customer/resetPassword/?flag=generate", Access.ANYONE, xsrf=False),
    Operation("verify_code", "POST", "/customer/resetPassword/?flag=verify", Access.ANYONE, xsrf=False),
    Operation("set_password", "POST", "/customer/resetPassword/?flag=updatePassword", Access.ANYONE, xsrf=False),
    Operation("admin_sign_in", "POST", "/admin/login/", Access.ANYONE, xsrf=False),
    Operation("admin_sign_out", "POST", "/admin/logout/", Access.ANYONE),
    Operation("admin_who_am_i", "GET", "/admin/me/", Access.ADMIN, ANY_ROLE),
    Operation("read_events", "GET", "/events/", Access.ADMIN),
    Operation("list_webhook_deliveries", "GET", "/admin/webhooks/deliveries/", Access.ADMIN, OPERATE),
    Operation("list_webhooks", "GET", "/admin/webhooks/", Access.ADMIN, OPERATE),
    Operation("change_webhook_secret", "POST", "/admin/webhooks/secret/?id={id}", Access.ADMIN, OPERATE),
    Operation("send_test_event", "POST", "/admin/webhooks/test/?id={id}", Access.ADMIN, OPERATE),
    Operation("retry_webhook", "POST", "/admin/webhooks/retry/?id={id}", Access.ADMIN, OPERATE),
    Operation("replay_webhook", "POST", "/admin/webhooks/replay/?id={id}", Access.ADMIN, OPERATE),
    Operation("change_webhook", "POST", "/admin/webhooks/?id={id}", Access.ADMIN, OPERATE),
    Operation("remove_webhook", "DELETE", "/admin/webhooks/?id={id}", Access.ADMIN, OPERATE),
    Operation("add_webhook", "POST", "/admin/webhooks/", Access.ADMIN, OPERATE),
    Operation("list_api_keys", "GET", "/admin/keys/", Access.ADMIN, OPERATE),
    Operation("revoke_api_key", "DELETE", "/admin/keys/?id={id}", Access.ADMIN),
    Operation("add_api_key", "POST", "/admin/keys/", Access.ADMIN),
    Operation("list_staff", "GET", "/admin/staff/", Access.ADMIN),
    Operation("change_staff", "POST", "/admin/staff/?id={id}", Access.ADMIN),
    Operation("send_invitation_again", "POST", "/admin/staff/invitation/?id={id}", Access.ADMIN),
    Operation("take_invitation_back", "DELETE", "/admin/staff/invitation/?id={id}", Access.ADMIN),
    Operation("invite_staff", "POST", "/admin/staff/invitation/", Access.ADMIN),
    Operation("require_second_factor", "POST", "/admin/staff/?flag=secondFactor", Access.ADMIN),
    Operation("show_second_factor", "GET", "/admin/secondFactor/", Access.ADMIN, ANY_ROLE),
    Operation("begin_second_factor", "POST", "/admin/secondFactor/?flag=begin", Access.ADMIN, ANY_ROLE),
    Operation("confirm_second_factor", "POST", "/admin/secondFactor/?flag=confirm", Access.ADMIN, ANY_ROLE),
    Operation("renew_recovery_codes", "POST", "/admin/secondFactor/?flag=codes", Access.ADMIN, ANY_ROLE),
    Operation("turn_second_factor_off", "POST", "/admin/secondFactor/?flag=off", Access.ADMIN, ANY_ROLE),
    Operation("verify_again", "POST", "/admin/verify/", Access.ADMIN, ANY_ROLE),
    Operation("show_invitation", "GET", "/admin/invitation/", Access.ANYONE),
    Operation("accept_invitation", "POST", "/admin/invitation/", Access.ANYONE, xsrf=False),
    Operation("show_preferences", "GET", "/admin/preferences/", Access.ADMIN, ANY_ROLE),
    Operation("change_preferences", "POST", "/admin/preferences/", Access.ADMIN, ANY_ROLE),
    Operation("export_categories", "GET", "/category/?flag=csv", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_categories", "GET", "/category/", Access.ANYONE),
    Operation("change_category", "POST", "/category/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("add_category", "POST", "/category/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("delete_category", "DELETE", "/category/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("export_vendors", "GET", "/vendor/?flag=csv", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_vendors", "GET", "/vendor/", Access.ADMIN, READ_CATALOGUE),
    Operation("change_vendor", "POST", "/vendor/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("add_vendor", "POST", "/vendor/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("delete_vendor", "DELETE", "/vendor/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("export_products", "GET", "/product/?flag=csv", Access.ADMIN, WRITE_CATALOGUE),
    Operation("show_stocked_product", "GET", "/product/?id={id}", Access.ADMIN, READ_CATALOGUE),
    Operation("list_stocked_products", "GET", "/product/", Access.ADMIN, READ_CATALOGUE),
    Operation("change_many_products", "POST", "/product/?flag=bulk", Access.ADMIN, WRITE_CATALOGUE),
    Operation("change_product", "POST", "/product/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("add_product", "POST", "/product/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("delete_product", "DELETE", "/product/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_stock_movements", "GET", "/stock/", Access.ADMIN, READ_CATALOGUE),
    Operation("correct_stock", "POST", "/stock/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_stock_requests", "GET", "/stock/request/", Access.CUSTOMER),
    Operation("add_stock_request", "POST", "/stock/request/", Access.CUSTOMER),
    Operation("remove_stock_request", "DELETE", "/stock/request/?id={id}", Access.CUSTOMER),
    Operation("show_product_import", "GET", "/product/import/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_product_imports", "GET", "/product/import/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("start_product_import", "POST", "/product/import/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("check_product_import", "POST", "/product/import/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("export_refused_rows", "GET", "/product/import/refused/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("import_template", "GET", "/product/import/template/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_product_images", "GET", "/productimage/", Access.ANYONE, READ_CATALOGUE),
    Operation("upload_picture", "POST", "/productimage/?flag=upload", Access.ADMIN, WRITE_CATALOGUE),
    Operation("order_product_images", "POST", "/productimage/?flag=order", Access.ADMIN, WRITE_CATALOGUE),
    Operation("change_product_image", "POST", "/productimage/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("add_product_image", "POST", "/productimage/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("delete_product_image", "DELETE", "/productimage/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("export_gold_rates", "GET", "/goldrate/?flag=csv", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_gold_rates", "GET", "/goldrate/", Access.ANYONE, READ_CATALOGUE),
    Operation("change_gold_rate", "POST", "/goldrate/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("add_gold_rate", "POST", "/goldrate/", Access.ADMIN, WRITE_CATALOGUE),
    Operation("delete_gold_rate", "DELETE", "/goldrate/?id={id}", Access.ADMIN, WRITE_CATALOGUE),
    Operation("list_reviews", "GET", "/review/", Access.ANYONE),
    Operation("change_review", "POST", "/review/?id={id}", Access.CUSTOMER),
    Operation("write_review", "POST", "/review/", Access.CUSTOMER),
    Operation("delete_review", "DELETE", "/review/?id={id}", Access.CUSTOMER_OR_ADMIN, WRITE_CATALOGUE),
    Operation("show_product", "GET", "/product/customer/?id={id}", Access.ANYONE),
    Operation("list_products", "GET", "/product/customer/", Access.ANYONE),
    Operation("list_carts", "GET", "/cart/?flag=allCarts", Access.ADMIN, READ_ORDERS),
    Operation("export_carts", "GET", "/cart/?flag=csv", Access.ADMIN, WRITE_ORDERS),
    Operation("show_cart", "GET", "/cart/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("change_cart_item", "POST", "/cart/?id={id}", Access.CUSTOMER),
    Operation("add_to_cart", "POST", "/cart/", Access.CUSTOMER),
    Operation("remove_cart_item", "DELETE", "/cart/?id={id}", Access.CUSTOMER),
    Operation("list_addresses", "GET", "/address/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("change_address", "POST", "/address/?id={id}", Access.CUSTOMER),
    Operation("save_address", "POST", "/address/", Access.CUSTOMER),
    Operation("remove_address", "DELETE", "/address/?id={id}", Access.CUSTOMER),
    Operation("show_wishlist", "GET", "/wishlist/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("add_to_wishlist", "POST", "/wishlist/", Access.CUSTOMER),
    Operation("remove_from_wishlist", "DELETE", "/wishlist/?id={id}", Access.CUSTOMER),
    Operation("export_orders", "GET", "/order/?flag=csv", Access.ADMIN, EXPORT_ORDERS),
    Operation("export_order_items", "GET", "/order/?flag=itemsCsv", Access.ADMIN, EXPORT_ORDERS),
    Operation("show_order_figures", "GET", "/order/?flag=figures", Access.ADMIN, READ_ORDERS),
    Operation("list_all_orders", "GET", "/order/?flag=allOrders", Access.ADMIN, READ_ORDERS),
    Operation("show_order", "GET", "/order/?id={id}", Access.ADMIN, READ_ORDERS),
    Operation("list_orders_of_customer", "GET", "/order/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("change_order_status", "POST", "/order/?flag=updateStatus", Access.ADMIN, WRITE_ORDERS),
    Operation("undo_order_status", "POST", "/order/?flag=undoStatus", Access.ADMIN, WRITE_ORDERS),
    Operation("cancel_order", "POST", "/order/cancel/", Access.CUSTOMER_OR_ADMIN, WRITE_ORDERS),
    Operation("set_huids", "POST", "/order/huids/", Access.ADMIN, WRITE_ORDERS),
    Operation("show_shipment_choice", "GET", "/order/shipment/", Access.ADMIN, READ_ORDERS),
    Operation("set_shipment", "POST", "/order/shipment/", Access.ADMIN, WRITE_ORDERS),
    Operation("show_notifications", "GET", "/notification/", Access.CUSTOMER),
    Operation("choose_mails", "POST", "/notification/", Access.CUSTOMER),
    Operation("show_device", "POST", "/notification/device/?flag=show", Access.CUSTOMER),
    Operation("set_device", "POST", "/notification/device/", Access.CUSTOMER),
    Operation("open_switch_off", "GET", "/notification/unsubscribe/", Access.ANYONE),
    Operation("switch_off", "POST", "/notification/unsubscribe/", Access.ANYONE, xsrf=False),
    Operation("track_order", "GET", "/track/", Access.ANYONE),
    Operation("show_tracking_link", "GET", "/order/tracking/", Access.CUSTOMER),
    Operation("change_tracking_link", "POST", "/order/tracking/", Access.CUSTOMER),
    Operation("estimate_delivery", "GET", "/delivery/", Access.ANYONE),
    Operation("edit_order", "POST", "/order/?id={id}", Access.ADMIN, WRITE_ORDERS),
    Operation("delete_order", "DELETE", "/order/?id={id}", Access.ADMIN, WRITE_ORDERS),
    Operation("send_message", "POST", "/order/?flag=sendMailForUser", Access.ANYONE, xsrf=False),
    Operation("place_order", "POST", "/order/", Access.CUSTOMER_OR_ADMIN, WRITE_ORDERS),
    Operation("show_pan", "GET", "/order/pan/", Access.ADMIN, READ_ORDERS),
    Operation("reveal_pan", "POST", "/order/pan/?flag=reveal", Access.ADMIN, REFUND),
    Operation("add_pan", "POST", "/order/pan/", Access.ADMIN, WRITE_ORDERS),
    Operation("hold_price", "POST", "/hold/", Access.CUSTOMER),
    Operation("download_invoice", "GET", "/invoice/pdf/", Access.CUSTOMER_OR_ADMIN, READ_DOCUMENTS),
    Operation("list_invoices", "GET", "/invoice/", Access.CUSTOMER_OR_ADMIN, READ_DOCUMENTS),
    Operation("show_report", "GET", "/report/", Access.ADMIN, READ_REPORTS),
    Operation("list_report_documents", "GET", "/report/?flag=documents", Access.ADMIN, READ_REPORTS),
    Operation("list_report_money", "GET", "/report/?flag=money", Access.ADMIN, READ_REPORTS),
    Operation("export_report", "GET", "/report/?flag=csv", Access.ADMIN, EXPORT_REPORTS),
    Operation("list_returns", "GET", "/return/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("change_return", "POST", "/return/?id={id}", Access.CUSTOMER_OR_ADMIN, WRITE_ORDERS),
    Operation("request_return", "POST", "/return/", Access.CUSTOMER),
    Operation("show_shop", "GET", "/shop/", Access.ANYONE),
    Operation("show_payment_code", "GET", "/payment/code/", Access.CUSTOMER_OR_ADMIN, READ_ORDERS),
    Operation("list_payment_entries", "GET", "/payment/", Access.ADMIN, READ_ORDERS),
    Operation("claim_payment", "POST", "/payment/claim/", Access.CUSTOMER),
    Operation("change_payment_method", "POST", "/payment/method/", Access.CUSTOMER),
    Operation("confirm_payment", "POST", "/payment/confirm/", Access.ADMIN, DECIDE_CLAIMS),
    Operation("reject_payment", "POST", "/payment/reject/", Access.ADMIN, DECIDE_CLAIMS),
    Operation("start_payment", "POST", "/payment/start/", Access.CUSTOMER),
    Operation("return_from_provider", "GET", "/payment/callback/razorpay/", Access.ANYONE),
    Operation("receive_webhook", "POST", "/payment/webhook/razorpay/", Access.ANYONE, xsrf=False),
    Operation("list_payment_notices", "GET", "/payment/notices/", Access.ADMIN, READ_NOTICES),
    Operation("mark_payment_notice_seen", "POST", "/payment/notices/", Access.ADMIN, READ_NOTICES),
    Operation("retry_refund", "POST", "/payment/refund/retry/", Access.ADMIN, REFUND),
    Operation("refund_payment", "POST", "/payment/refund/", Access.ADMIN, REFUND),
    Operation("list_policy_versions", "GET", "/policy/?flag=versions", Access.ADMIN),
    Operation("show_policy", "GET", "/policy/", Access.ANYONE),
    Operation("preview_policy", "POST", "/policy/?flag=preview", Access.ADMIN),
    Operation("save_policy", "POST", "/policy/", Access.ADMIN),
    Operation("show_contact", "GET", "/contact/", Access.ANYONE),
    Operation("subscribe", "POST", "/newsletter/", Access.ANYONE, xsrf=False),
    Operation("open_confirmation", "GET", "/newsletter/confirm/", Access.ANYONE),
    Operation("confirm_subscription", "POST", "/newsletter/confirm/", Access.ANYONE, xsrf=False),
    Operation("open_unsubscription", "GET", "/newsletter/unsubscribe/", Access.ANYONE),
    Operation("unsubscribe", "POST", "/newsletter/unsubscribe/", Access.ANYONE, xsrf=False),
)

_HAS_OWN_HISTORY = {
    *("change_order_status", "undo_order_status", "cancel_order"),
    *("confirm_payment", "reject_payment", "refund_payment", "retry_refund"),
}
"""These are recorded in ``status_change`` and ``payment_entry``. So the most frequent call is not recorded twice."""

NEEDS_STEP_UP = {
    *("refund_payment", "retry_refund", "export_customers"),
    *("change_staff", "invite_staff", "send_invitation_again", "take_invitation_back", "require_second_factor"),
    *("begin_second_factor", "renew_recovery_codes", "turn_second_factor_off", "add_api_key", "revoke_api_key"),
    *("add_webhook", "change_webhook", "change_webhook_secret", "remove_webhook"),
}
"""Calls before which staff must prove their identity again, if their sign-in is older than 15 minutes."""

WITHOUT_SECOND_FACTOR = {
    *("admin_who_am_i", "show_preferences", "change_preferences", "verify_again"),
    *("list_staff_sign_ins", "end_staff_sign_in", "end_other_staff_sign_ins"),
    *("show_second_factor", "begin_second_factor", "confirm_second_factor"),
}
"""The calls that are possible without a second factor while everyone needs one."""

_ALSO_BY_STAFF = {"sign_up"}
"""Calls open to anyone that are audited when an admin makes them. An admin adds a customer by ``sign_up``."""

_BY_ROUTE = {(operation.method, operation.path): operation for operation in OPERATIONS}


def operation_of(method: str, path: str) -> Operation | None:
    """Return the operation of a route, None if the policy table has none."""
    return _BY_ROUTE.get((method, path.removeprefix("/api")))


def operations_of(roles: Roles) -> list[str]:
    """Return the names of the operations that staff of these roles may call as staff."""
    return [operation.name for operation in OPERATIONS if operation.is_for_staff and operation.staff & roles]
