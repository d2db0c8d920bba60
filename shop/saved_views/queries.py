"""Queries of saved views."""

from sqlalchemy import Delete, Select, delete, func, or_, select
from sqlalchemy.dialects.postgresql import Insert, insert

from shop.saved_views.model import DefaultView, ListPage, SavedView
from shop.staff.model import Admin

_LOCK_SPACE = 0x7669_6577


def visible_to(admin_id: int, page: ListPage) -> Select[SavedView, str]:
    """Select the views of a list that a member of staff sees, each with its owner's name: their own first."""
    query = select(SavedView, Admin.name).join(Admin, Admin.id == SavedView.admin_id)
    query = query.where(SavedView.page == page, or_(SavedView.admin_id == admin_id, SavedView.is_shared))
    return query.order_by(SavedView.admin_id != admin_id, SavedView.id)


def default_of(admin_id: int, page: ListPage) -> Select[int]:
    """Select the id of the view with which a list opens for a member of staff."""
    return select(DefaultView.view_id).where(DefaultView.admin_id == admin_id, DefaultView.page == page)


def set_default(admin_id: int, page: ListPage, view_id: int) -> Insert:
    """Set the view with which a list opens for a member of staff."""
    written = insert(DefaultView).values(admin_id=admin_id, page=page, view_id=view_id)
    return written.on_conflict_do_update(
        index_elements=[DefaultView.admin_id, DefaultView.page], set_={"view_id": view_id}
    )


def end_default(page: ListPage, *, admin_id: int) -> Delete:
    """Remove a member of staff's default view of a list."""
    return delete(DefaultView).where(DefaultView.page == page, DefaultView.admin_id == admin_id)


def end_default_of_others(view: SavedView) -> Delete:
    """Remove a view that is no longer shared as the default view of everyone but its owner."""
    return delete(DefaultView).where(DefaultView.view_id == view.id, DefaultView.admin_id != view.admin_id)


def lock_page(page: str) -> Select[None]:
    """Lock the views of a list until the end of the transaction.

    Otherwise concurrent requests could exceed the limits or use the same name twice.
    """
    return select(func.pg_advisory_xact_lock(_LOCK_SPACE, func.hashtext(page)))


def number_owned(admin_id: int, page: str) -> Select[int]:
    """Count the views of a list that a member of staff owns."""
    return select(func.count()).select_from(SavedView).where(SavedView.admin_id == admin_id, SavedView.page == page)


def number_shared(page: str) -> Select[int]:
    """Select how many views of a list are shared."""
    return select(func.count()).select_from(SavedView).where(SavedView.is_shared, SavedView.page == page)


def named(admin_id: int, page: str, name: str) -> Select[SavedView]:
    """Select the view of a list that a member of staff has under a name, without regard to case."""
    own = select(SavedView).where(SavedView.admin_id == admin_id, SavedView.page == page)
    return own.where(func.lower(SavedView.name) == func.lower(name))
