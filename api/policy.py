"""Who may call what: one table, and whatever is not in it is refused.

Several calls share a path and differ by a query parameter, so the table names operations: a request is the first
operation of its method and path whose parameters it carries.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from fastapi import Depends, Request

from api.database import Database
from api.identity import Caller, Person, check_xsrf, held_tokens, identify
from shop.audit.acting import Actor, act_as
from shop.errors import Forbidden, Invalid, NotFound, Unauthenticated


class Access(Enum):
    """Who may call. ``SHOPPER`` is a signed-in shopper for their own rows; ``OWNER`` is also an admin, for anyone's."""

    ANYONE = "anyone"
    SHOPPER = "shopper"
    OWNER = "owner"
    ADMIN = "admin"


@dataclass(frozen=True)
class Operation:
    """One call: the parameters in ``needs`` must be there, ``flag`` must have this value."""

    name: str
    method: str
    path: str
    access: Access
    flag: str | None = None
    needs: tuple[str, ...] = ()
    xsrf: bool = True

    def is_meant(self, request: Request) -> bool:
        query = request.query_params
        return (query.get("flag") or None) == self.flag and all(query.get(name) for name in self.needs)


OPERATIONS = (
    Operation("health", "GET", "/health/", Access.ANYONE),
    Operation("show_operations", "GET", "/operations/", Access.ADMIN),
    Operation("list_dead_letters", "GET", "/operations/dead/", Access.ADMIN),
    Operation("retry_dead_letters", "POST", "/operations/dead/", Access.ADMIN, flag="retry"),
    Operation("discard_dead_letters", "POST", "/operations/dead/", Access.ADMIN, flag="discard"),
    Operation("export_audit", "GET", "/audit/", Access.ADMIN, flag="csv"),
    Operation("list_audit", "GET", "/audit/", Access.ADMIN),
    Operation("export_customers", "GET", "/customer/", Access.ADMIN, flag="csv"),
    Operation("list_customers", "GET", "/customer/", Access.ADMIN),
    Operation("edit_customer", "POST", "/customer/", Access.OWNER, needs=("id",)),
    Operation("delete_customer", "DELETE", "/customer/", Access.ADMIN, needs=("id",)),
    Operation("sign_up", "POST", "/customer/", Access.ANYONE, xsrf=False),
    Operation("sign_in", "POST", "/customer/login/", Access.ANYONE, xsrf=False),
    Operation("sign_out", "POST", "/customer/logout/", Access.ANYONE),
    Operation("who_am_i", "GET", "/customer/me/", Access.SHOPPER),
    Operation("request_code", "POST", "/customer/resetPassword/", Access.ANYONE, flag="generate", xsrf=False),
    Operation("verify_code", "POST", "/customer/resetPassword/", Access.ANYONE, flag="verify", xsrf=False),
    Operation("set_password", "POST", "/customer/resetPassword/", Access.ANYONE, flag="updatePassword", xsrf=False),
    Operation("admin_sign_in", "POST", "/admin/login/", Access.ANYONE, xsrf=False),
    Operation("admin_sign_out", "POST", "/admin/logout/", Access.ANYONE),
    Operation("admin_who_am_i", "GET", "/admin/me/", Access.ADMIN),
    Operation("export_categories", "GET", "/category/", Access.ADMIN, flag="csv"),
    Operation("list_categories", "GET", "/category/", Access.ANYONE),
    Operation("change_category", "POST", "/category/", Access.ADMIN, needs=("id",)),
    Operation("add_category", "POST", "/category/", Access.ADMIN),
    Operation("delete_category", "DELETE", "/category/", Access.ADMIN, needs=("id",)),
    Operation("export_vendors", "GET", "/vendor/", Access.ADMIN, flag="csv"),
    Operation("list_vendors", "GET", "/vendor/", Access.ADMIN),
    Operation("change_vendor", "POST", "/vendor/", Access.ADMIN, needs=("id",)),
    Operation("add_vendor", "POST", "/vendor/", Access.ADMIN),
    Operation("delete_vendor", "DELETE", "/vendor/", Access.ADMIN, needs=("id",)),
    Operation("export_products", "GET", "/product/", Access.ADMIN, flag="csv"),
    Operation("show_stocked_product", "GET", "/product/", Access.ADMIN, needs=("id",)),
    Operation("list_stocked_products", "GET", "/product/", Access.ADMIN),
    Operation("change_many_products", "POST", "/product/", Access.ADMIN, flag="bulk"),
    Operation("change_product", "POST", "/product/", Access.ADMIN, needs=("id",)),
    Operation("add_product", "POST", "/product/", Access.ADMIN),
    Operation("delete_product", "DELETE", "/product/", Access.ADMIN, needs=("id",)),
    Operation("show_product_import", "GET", "/product/import/", Access.ADMIN, needs=("id",)),
    Operation("list_product_imports", "GET", "/product/import/", Access.ADMIN),
    Operation("start_product_import", "POST", "/product/import/", Access.ADMIN, needs=("id",)),
    Operation("check_product_import", "POST", "/product/import/", Access.ADMIN),
    Operation("import_template", "GET", "/product/import/template/", Access.ADMIN),
    Operation("list_product_images", "GET", "/productimage/", Access.ANYONE),
    Operation("order_product_images", "POST", "/productimage/", Access.ADMIN, flag="order"),
    Operation("change_product_image", "POST", "/productimage/", Access.ADMIN, needs=("id",)),
    Operation("add_product_image", "POST", "/productimage/", Access.ADMIN),
    Operation("delete_product_image", "DELETE", "/productimage/", Access.ADMIN, needs=("id",)),
    Operation("export_gold_rates", "GET", "/goldrate/", Access.ADMIN, flag="csv"),
    Operation("list_gold_rates", "GET", "/goldrate/", Access.ANYONE),
    Operation("change_gold_rate", "POST", "/goldrate/", Access.ADMIN, needs=("id",)),
    Operation("add_gold_rate", "POST", "/goldrate/", Access.ADMIN),
    Operation("delete_gold_rate", "DELETE", "/goldrate/", Access.ADMIN, needs=("id",)),
    Operation("list_reviews", "GET", "/review/", Access.ANYONE, needs=("productId",)),
    Operation("change_review", "POST", "/review/", Access.SHOPPER, needs=("id",)),
    Operation("write_review", "POST", "/review/", Access.SHOPPER),
    Operation("delete_review", "DELETE", "/review/", Access.OWNER, needs=("id",)),
    Operation("show_product", "GET", "/product/customer/", Access.ANYONE, needs=("id",)),
    Operation("list_products", "GET", "/product/customer/", Access.ANYONE),
    Operation("list_carts", "GET", "/cart/", Access.ADMIN, flag="allCarts"),
    Operation("export_carts", "GET", "/cart/", Access.ADMIN, flag="csv"),
    Operation("show_cart", "GET", "/cart/", Access.OWNER, needs=("custId",)),
    Operation("change_cart_item", "POST", "/cart/", Access.SHOPPER, needs=("id",)),
    Operation("add_to_cart", "POST", "/cart/", Access.SHOPPER),
    Operation("remove_cart_item", "DELETE", "/cart/", Access.SHOPPER, needs=("id",)),
    Operation("list_addresses", "GET", "/address/", Access.OWNER, needs=("customerId",)),
    Operation("save_address", "POST", "/address/", Access.SHOPPER),
    Operation("show_wishlist", "GET", "/wishlist/", Access.OWNER, needs=("customerId",)),
    Operation("add_to_wishlist", "POST", "/wishlist/", Access.SHOPPER),
    Operation("remove_from_wishlist", "DELETE", "/wishlist/", Access.SHOPPER, needs=("id",)),
    Operation("export_orders", "GET", "/order/", Access.ADMIN, flag="csv"),
    Operation("export_order_items", "GET", "/order/", Access.ADMIN, flag="itemsCsv"),
    Operation("show_order_figures", "GET", "/order/", Access.ADMIN, flag="figures"),
    Operation("list_all_orders", "GET", "/order/", Access.ADMIN, flag="allOrders"),
    Operation("show_order", "GET", "/order/", Access.ADMIN, needs=("id",)),
    Operation("list_orders_of_customer", "GET", "/order/", Access.OWNER, needs=("customerId",)),
    Operation("change_order_status", "POST", "/order/", Access.ADMIN, flag="updateStatus"),
    Operation("edit_order", "POST", "/order/", Access.ADMIN, needs=("id",)),
    Operation("delete_order", "DELETE", "/order/", Access.ADMIN, needs=("id",)),
    Operation("send_message", "POST", "/order/", Access.ANYONE, flag="sendMailForUser", xsrf=False),
    Operation("place_order", "POST", "/order/", Access.OWNER),
    Operation("subscribe", "POST", "/newsletter/", Access.ANYONE, xsrf=False),
    Operation("confirm_subscription", "GET", "/newsletter/confirm/", Access.ANYONE),
    Operation("unsubscribe_by_link", "GET", "/newsletter/unsubscribe/", Access.ANYONE),
    Operation("unsubscribe", "POST", "/newsletter/unsubscribe/", Access.ANYONE, xsrf=False),
)


_HAS_A_HISTORY = {"change_order_status"}
"""Whose doing these are stands in a history of their own, so that the busiest call need not say it twice."""


@dataclass(frozen=True)
class Grant:
    """A call that is allowed: which one, and who makes it."""

    operation: str
    access: Access
    caller: Caller

    @property
    def admin(self) -> Person:
        """The admin who calls.

        :raises Forbidden: where none does.
        """
        if self.caller.admin is None:
            raise Forbidden("Only staff may do that.")
        return self.caller.admin

    def check_owner(self, customer_id: int, missing: str = "Customer not found") -> None:
        """Let a shopper reach their own rows only; someone else's look as if they were not there.

        An admin reaches anyone's where the call is open to admins.

        :raises NotFound: for someone else's.
        """
        own = self.caller.customer is not None and self.caller.customer.id == customer_id
        as_admin = self.caller.admin is not None and self.access is not Access.SHOPPER
        if not own and not as_admin:
            raise NotFound(missing)


async def permit(request: Request, database: Database) -> Grant:
    """Find the operation that is meant and let the caller do it, or refuse.

    :raises Invalid, Unauthenticated, Forbidden: where there is no such operation, or not for this caller.
    """
    caller = await identify(request, database)
    request.state.caller = caller
    operation = _operation(request)
    _check_access(operation.access, caller)
    admin = _acting(operation, caller, request)
    if admin is not None:
        await database.run_sync(act_as, Actor(admin.name, admin.id))
    if operation.xsrf and request.method != "GET" and caller.people and held_tokens(request):
        check_xsrf(request)
    return Grant(operation.name, operation.access, caller)


def _acting(operation: Operation, caller: Caller, request: Request) -> Person | None:
    """Return the admin whose doing this call is, which the audit then writes down.

    In a browser in which a shopper is signed in too, the shopper orders, and edits their own account.
    """
    if request.method == "GET" or operation.name in _HAS_A_HISTORY or caller.admin is None:
        return None
    if operation.access is Access.ADMIN:
        return caller.admin
    own = caller.customer and request.query_params.get("id") in {None, "", str(caller.customer.id)}
    return caller.admin if operation.access is Access.OWNER and not own else None


def _operation(request: Request) -> Operation:
    path = request.scope["route"].path.removeprefix("/api")
    path = path if path.endswith("/") else f"{path}/"
    here = [operation for operation in OPERATIONS if (operation.method, operation.path) == (request.method, path)]
    for operation in here:
        if operation.is_meant(request):
            return operation
    if not here:
        raise Forbidden("This call is not open to anyone.")
    wanted = sorted({name for operation in here for name in operation.needs})
    flags = sorted({operation.flag for operation in here if operation.flag})
    hints = [f"one of {', '.join(wanted)}"] if wanted else []
    hints += [f"flag={' or '.join(flags)}"] if flags else []
    raise Invalid(f"This call needs {' or '.join(hints) or 'other parameters'}.", fields={"flag": "unknown"})


def _check_access(access: Access, caller: Caller) -> None:
    allowed = {
        Access.ANYONE: True,
        Access.SHOPPER: caller.customer is not None,
        Access.OWNER: bool(caller.people),
        Access.ADMIN: caller.admin is not None,
    }[access]
    if allowed:
        return
    if not caller.people:
        raise Unauthenticated("Please sign in first.")
    raise Forbidden("Only staff may do that." if access is Access.ADMIN else "This is for shoppers only.")


Granted = Annotated[Grant, Depends(permit)]
