"""Who may call what: one table, and whatever is not in it is refused.

Several calls share an address and differ by what its query says, so a call's path here is written with that part of
its query; :mod:`api.calls` finds it.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from api.database import DatabasePool, name_actor
from api.identity import Caller, Person, acting_as, check_xsrf, identify, is_by_a_person, note_seen, why_ended
from shop.audit.acting import Actor, act_as
from shop.errors import Forbidden, NotFound, Unauthenticated
from shop.sessions.model import Role


class Access(Enum):
    """Who may call. ``SHOPPER`` is a signed-in shopper for their own rows; ``OWNER`` is also an admin, for anyone's."""

    ANYONE = "anyone"
    SHOPPER = "shopper"
    OWNER = "owner"
    ADMIN = "admin"


@dataclass(frozen=True)
class Operation:
    """One call; a signed-in browser sends its token with every unsafe one but those where ``xsrf`` is false."""

    name: str
    method: str
    path: str
    access: Access
    xsrf: bool = True

    @property
    def is_staffs(self) -> bool:
        """Whether it may change something of the shop's or of a customer's in the name of staff."""
        changes = self.method != "GET" and self.name not in _HAS_A_HISTORY
        return changes and (self.access in {Access.ADMIN, Access.OWNER} or self.name in _OF_STAFF_TOO)

    @property
    def roles(self) -> set[Role]:
        """Who may be meant by a call that does not say whose page sends it."""
        return {Access.ADMIN: {Role.ADMIN}, Access.SHOPPER: {Role.CUSTOMER}}.get(self.access, set(Role))

    @property
    def is_guarded(self) -> bool:
        """Whether a signed-in browser must send its XSRF token."""
        return self.xsrf and self.method != "GET"


OPERATIONS = (
    Operation("health", "GET", "/health/", Access.ANYONE),
    Operation("show_operations", "GET", "/operations/", Access.ADMIN),
    Operation("list_dead_letters", "GET", "/operations/dead/", Access.ADMIN),
    Operation("retry_dead_letters", "POST", "/operations/dead/?flag=retry", Access.ADMIN),
    Operation("discard_dead_letters", "POST", "/operations/dead/?flag=discard", Access.ADMIN),
    Operation("export_audit", "GET", "/audit/?flag=csv", Access.ADMIN),
    Operation("list_audit", "GET", "/audit/", Access.ADMIN),
    Operation("export_customers", "GET", "/customer/?flag=csv", Access.ADMIN),
    Operation("list_customers", "GET", "/customer/", Access.ADMIN),
    Operation("edit_customer", "POST", "/customer/?id={id}", Access.OWNER),
    Operation("delete_customer", "DELETE", "/customer/?id={id}", Access.ADMIN),
    Operation("sign_up", "POST", "/customer/", Access.ANYONE, xsrf=False),
    Operation("sign_in", "POST", "/customer/login/", Access.ANYONE, xsrf=False),
    Operation("sign_out", "POST", "/customer/logout/", Access.ANYONE),
    Operation("who_am_i", "GET", "/customer/me/", Access.SHOPPER),
    Operation("show_email_confirmation", "GET", "/customer/confirmEmail/", Access.SHOPPER),
    Operation("send_email_confirmation", "POST", "/customer/confirmEmail/?flag=send", Access.SHOPPER),
    Operation("confirm_email", "POST", "/customer/confirmEmail/", Access.ANYONE, xsrf=False),
    Operation("request_code", "POST", "/customer/resetPassword/?flag=generate", Access.ANYONE, xsrf=False),
    Operation("verify_code", "POST", "/customer/resetPassword/?flag=verify", Access.ANYONE, xsrf=False),
    Operation("set_password", "POST", "/customer/resetPassword/?flag=updatePassword", Access.ANYONE, xsrf=False),
    Operation("admin_sign_in", "POST", "/admin/login/", Access.ANYONE, xsrf=False),
    Operation("admin_sign_out", "POST", "/admin/logout/", Access.ANYONE),
    Operation("admin_who_am_i", "GET", "/admin/me/", Access.ADMIN),
    Operation("show_preferences", "GET", "/admin/preferences/", Access.ADMIN),
    Operation("change_preferences", "POST", "/admin/preferences/", Access.ADMIN),
    Operation("export_categories", "GET", "/category/?flag=csv", Access.ADMIN),
    Operation("list_categories", "GET", "/category/", Access.ANYONE),
    Operation("change_category", "POST", "/category/?id={id}", Access.ADMIN),
    Operation("add_category", "POST", "/category/", Access.ADMIN),
    Operation("delete_category", "DELETE", "/category/?id={id}", Access.ADMIN),
    Operation("export_vendors", "GET", "/vendor/?flag=csv", Access.ADMIN),
    Operation("list_vendors", "GET", "/vendor/", Access.ADMIN),
    Operation("change_vendor", "POST", "/vendor/?id={id}", Access.ADMIN),
    Operation("add_vendor", "POST", "/vendor/", Access.ADMIN),
    Operation("delete_vendor", "DELETE", "/vendor/?id={id}", Access.ADMIN),
    Operation("export_products", "GET", "/product/?flag=csv", Access.ADMIN),
    Operation("show_stocked_product", "GET", "/product/?id={id}", Access.ADMIN),
    Operation("list_stocked_products", "GET", "/product/", Access.ADMIN),
    Operation("change_many_products", "POST", "/product/?flag=bulk", Access.ADMIN),
    Operation("change_product", "POST", "/product/?id={id}", Access.ADMIN),
    Operation("add_product", "POST", "/product/", Access.ADMIN),
    Operation("delete_product", "DELETE", "/product/?id={id}", Access.ADMIN),
    Operation("show_product_import", "GET", "/product/import/?id={id}", Access.ADMIN),
    Operation("list_product_imports", "GET", "/product/import/", Access.ADMIN),
    Operation("start_product_import", "POST", "/product/import/?id={id}", Access.ADMIN),
    Operation("check_product_import", "POST", "/product/import/", Access.ADMIN),
    Operation("export_refused_rows", "GET", "/product/import/refused/?id={id}", Access.ADMIN),
    Operation("import_template", "GET", "/product/import/template/", Access.ADMIN),
    Operation("list_product_images", "GET", "/productimage/", Access.ANYONE),
    Operation("upload_picture", "POST", "/productimage/?flag=upload", Access.ADMIN),
    Operation("order_product_images", "POST", "/productimage/?flag=order", Access.ADMIN),
    Operation("change_product_image", "POST", "/productimage/?id={id}", Access.ADMIN),
    Operation("add_product_image", "POST", "/productimage/", Access.ADMIN),
    Operation("delete_product_image", "DELETE", "/productimage/?id={id}", Access.ADMIN),
    Operation("export_gold_rates", "GET", "/goldrate/?flag=csv", Access.ADMIN),
    Operation("list_gold_rates", "GET", "/goldrate/", Access.ANYONE),
    Operation("change_gold_rate", "POST", "/goldrate/?id={id}", Access.ADMIN),
    Operation("add_gold_rate", "POST", "/goldrate/", Access.ADMIN),
    Operation("delete_gold_rate", "DELETE", "/goldrate/?id={id}", Access.ADMIN),
    Operation("list_reviews", "GET", "/review/", Access.ANYONE),
    Operation("change_review", "POST", "/review/?id={id}", Access.SHOPPER),
    Operation("write_review", "POST", "/review/", Access.SHOPPER),
    Operation("delete_review", "DELETE", "/review/?id={id}", Access.OWNER),
    Operation("show_product", "GET", "/product/customer/?id={id}", Access.ANYONE),
    Operation("list_products", "GET", "/product/customer/", Access.ANYONE),
    Operation("list_carts", "GET", "/cart/?flag=allCarts", Access.ADMIN),
    Operation("export_carts", "GET", "/cart/?flag=csv", Access.ADMIN),
    Operation("show_cart", "GET", "/cart/", Access.OWNER),
    Operation("change_cart_item", "POST", "/cart/?id={id}", Access.SHOPPER),
    Operation("add_to_cart", "POST", "/cart/", Access.SHOPPER),
    Operation("remove_cart_item", "DELETE", "/cart/?id={id}", Access.SHOPPER),
    Operation("list_addresses", "GET", "/address/", Access.OWNER),
    Operation("change_address", "POST", "/address/?id={id}", Access.SHOPPER),
    Operation("save_address", "POST", "/address/", Access.SHOPPER),
    Operation("remove_address", "DELETE", "/address/?id={id}", Access.SHOPPER),
    Operation("show_wishlist", "GET", "/wishlist/", Access.OWNER),
    Operation("add_to_wishlist", "POST", "/wishlist/", Access.SHOPPER),
    Operation("remove_from_wishlist", "DELETE", "/wishlist/?id={id}", Access.SHOPPER),
    Operation("export_orders", "GET", "/order/?flag=csv", Access.ADMIN),
    Operation("export_order_items", "GET", "/order/?flag=itemsCsv", Access.ADMIN),
    Operation("show_order_figures", "GET", "/order/?flag=figures", Access.ADMIN),
    Operation("list_all_orders", "GET", "/order/?flag=allOrders", Access.ADMIN),
    Operation("show_order", "GET", "/order/?id={id}", Access.ADMIN),
    Operation("list_orders_of_customer", "GET", "/order/", Access.OWNER),
    Operation("change_order_status", "POST", "/order/?flag=updateStatus", Access.ADMIN),
    Operation("undo_order_status", "POST", "/order/?flag=undoStatus", Access.ADMIN),
    Operation("edit_order", "POST", "/order/?id={id}", Access.ADMIN),
    Operation("delete_order", "DELETE", "/order/?id={id}", Access.ADMIN),
    Operation("send_message", "POST", "/order/?flag=sendMailForUser", Access.ANYONE, xsrf=False),
    Operation("place_order", "POST", "/order/", Access.OWNER),
    Operation("show_contact", "GET", "/contact/", Access.ANYONE),
    Operation("subscribe", "POST", "/newsletter/", Access.ANYONE, xsrf=False),
    Operation("open_confirmation", "GET", "/newsletter/confirm/", Access.ANYONE),
    Operation("confirm_subscription", "POST", "/newsletter/confirm/", Access.ANYONE, xsrf=False),
    Operation("open_unsubscription", "GET", "/newsletter/unsubscribe/", Access.ANYONE),
    Operation("unsubscribe", "POST", "/newsletter/unsubscribe/", Access.ANYONE, xsrf=False),
)


_HAS_A_HISTORY = {"change_order_status", "undo_order_status"}
"""Whose doing these are stands in a history of their own, so that the busiest call need not say it twice."""

_OF_STAFF_TOO = {"sign_up"}
"""What anyone may call and, called by staff, is their doing: they add a customer."""

_BY_ROUTE = {(operation.method, operation.path): operation for operation in OPERATIONS}


@dataclass(frozen=True)
class Grant:
    """A call that is allowed, and who makes it; ``page`` is whose page sends it, where it says so."""

    operation: Operation
    caller: Caller
    page: Role | None = None

    @property
    def access(self) -> Access:
        """Who may make this call."""
        return self.operation.access

    @property
    def actor(self) -> Actor | None:
        """The admin whose doing this call is, for the audit, unless :meth:`actor_for` says otherwise."""
        admin = self.caller.admin if self.operation.is_staffs else None
        return Actor(admin.name, admin.id) if admin else None

    def actor_for(self, customer_id: int) -> Actor | None:
        """Return the admin whose doing a change of this customer's is; None where it is the shopper's own.

        In a browser in which a shopper is signed in too, they order, and edit their own account, by themselves, unless
        a page of the portal sends the call. What is another customer's is always the admin's doing.
        """
        is_own = self.caller.customer is not None and self.caller.customer.id == customer_id
        by_shopper = is_own and self.page is not Role.ADMIN and self.access is not Access.ADMIN
        return None if by_shopper else self.actor

    async def act_for(self, database: AsyncSession, customer_id: int) -> None:
        """Let what the session changes from now on be the doing of whom :meth:`actor_for` returns."""
        await database.run_sync(act_as, self.actor_for(customer_id))

    @property
    def admin(self) -> Person:
        """The admin who calls.

        :raises Forbidden: where none does.
        """
        if self.caller.admin is None:
            raise Forbidden("Only staff may do that.")
        return self.caller.admin

    def check_admin(self) -> None:
        """Refuse whoever is no admin, where a call that is open to others depends on what it holds.

        :raises Forbidden: where no admin calls.
        """
        _ = self.admin

    @property
    def customer(self) -> Person:
        """The shopper who calls.

        :raises Forbidden: where none does.
        """
        if self.caller.customer is None:
            raise Forbidden("This is for shoppers only.")
        return self.caller.customer

    def check_owner(self, customer_id: int, missing: str = "Customer not found") -> None:
        """Let a shopper reach their own rows only; someone else's look as if they were not there.

        An admin reaches anyone's where the call is open to admins.

        :raises NotFound: for someone else's.
        """
        own = self.caller.customer is not None and self.caller.customer.id == customer_id
        as_admin = self.caller.admin is not None and self.access is not Access.SHOPPER
        if not own and not as_admin:
            raise NotFound(missing)


async def permit(request: Request, pool: DatabasePool) -> Grant:
    """Let the caller make this call, or refuse; the audit holds who does what the session writes.

    It comes before all else that a call does, so whoever is refused reads and writes nothing. A call that writes by
    the pool tells the audit itself, where there is an actor.

    :raises Unauthenticated, Forbidden: where it is not for this caller, or for nobody.
    """
    caller = await identify(request, pool)
    request.state.caller = caller
    operation = operation_of(request.method, request.scope["route"].path)
    if operation is None:
        raise Forbidden("This call is not open to anyone.")
    try:
        _check_access(operation.access, caller)
    except (Unauthenticated, Forbidden) as refusal:
        # The sign-in page says why a session ended.
        ended = await why_ended(request, pool, caller)
        refusal.data = {"ended": ended} if ended else None
        raise
    if operation.is_guarded and caller.people:
        check_xsrf(request, caller)
    page = acting_as(request)
    if is_by_a_person(request):
        await note_seen(pool, caller, {page} if page else operation.roles)
    granted = Grant(operation, caller, page)
    await name_actor(request, granted.actor)
    return granted


def operation_of(method: str, path: str) -> Operation | None:
    """Return the operation of a route, None where the table has none."""
    return _BY_ROUTE.get((method, path.removeprefix("/api")))


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
