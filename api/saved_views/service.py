"""Save, change, share and delete views of lists; the caller commits."""

from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.identity import Person
from api.auth.portal_pages import PAGES
from api.http.partial_update import get_or_404
from api.saved_views.schemas import (
    DefaultViewIn,
    SavedViewEditIn,
    SavedViewIn,
    SavedViewOut,
    SavedViewsOut,
    ShareViewIn,
)
from shop.audit.context import record_action
from shop.clock import now
from shop.errors import Forbidden, NotFound
from shop.events import outbox
from shop.saved_views import queries, rules
from shop.saved_views.events import ViewsChanged
from shop.saved_views.model import ListPage, SavedView
from shop.staff.model import Admin
from shop.staff.roles import StaffRole

MISSING = "There is no such view."


async def list_views(database: AsyncSession, page: ListPage, admin: Person) -> SavedViewsOut:
    """Return the views of a list that a member of staff sees.

    :raises Forbidden: if their roles do not show them the list.
    """
    _check_sees(page, admin)
    found = (await database.execute(queries.visible_to(admin.id, page))).all()
    return SavedViewsOut(
        views=[_described(view, owner, admin) for view, owner in found],
        default_id=await database.scalar(queries.default_of(admin.id, page)),
    )


async def save(database: AsyncSession, wanted: SavedViewIn, admin: Person) -> SavedViewOut:
    """Save a view for oneself.

    :raises Forbidden: if their roles do not show them the list.
    :raises ViewNameTaken, TooManyViews: if they have another view of this name, or the maximum number of views of the
        list.
    """
    _check_sees(wanted.page, admin)
    await database.execute(queries.lock_page(wanted.page))
    await _check_name(database, admin.id, wanted.page, wanted.name)
    if (await database.scalar(queries.number_owned(admin.id, wanted.page)) or 0) >= rules.MAX_VIEWS:
        raise rules.TooManyViews(f"You have {rules.MAX_VIEWS} views of this list. Please delete one first.")
    view = SavedView(
        page=wanted.page,
        name=wanted.name,
        filters=wanted.filters,
        admin_id=admin.id,
        is_shared=False,
        version=1,
        changed_at=now(),
    )
    database.add(view)
    return await _changed(database, view, admin)


async def change(database: AsyncSession, view_id: int, wanted: SavedViewEditIn, admin: Person) -> SavedViewOut:
    """Rename a view, or replace its filters.

    :raises NotFound, NotYourView, StaleView, ViewNameTaken: if that is not possible.
    """
    view = await _locked(database, view_id, admin, seen_version=wanted.version)
    before = {"name": view.name, "filters": view.filters}
    if wanted.name is not None:
        await _check_name(database, view.admin_id, view.page, wanted.name, but=view.id)
        view.name = wanted.name
    view.filters = wanted.filters or view.filters
    changed: dict[str, object] = {
        name: {"secret": True} for name, value in before.items() if value != getattr(view, name)
    }
    if view.is_shared and changed:
        await _audit(database, "changed", view, changed)
    return await _changed(database, view, admin)


async def share(database: AsyncSession, wanted: ShareViewIn, admin: Person) -> SavedViewOut:
    """Share a view with all who see its list, or stop sharing it.

    :raises NotFound, NotYourView, StaleView, TooManyViews: if that is not possible.
    """
    view = await _locked(database, wanted.id, admin, seen_version=wanted.version)
    if wanted.is_shared and not view.is_shared:
        if (await database.scalar(queries.number_shared(view.page)) or 0) >= rules.MAX_VIEWS:
            raise rules.TooManyViews(f"{rules.MAX_VIEWS} views of this list are shared. Please unshare one first.")
    elif not wanted.is_shared:
        await database.execute(queries.end_default_of_others(view))
    changes: dict[str, object] = {"shared": {"from": view.is_shared, "to": wanted.is_shared}}
    view.is_shared = wanted.is_shared
    await _audit(database, "changed", view, changes)
    return await _changed(database, view, admin)


async def remove(database: AsyncSession, view_id: int, admin: Person) -> None:
    """Delete a view. Lists that opened with it open without one.

    :raises NotFound, NotYourView: if there is no such view, or it belongs to another member of staff.
    """
    view = await _locked(database, view_id, admin)
    if view.is_shared:
        await _audit(database, "deleted", view)
    await database.delete(view)
    await outbox.record(database, ViewsChanged(view_id=view.id, page=view.page), at=now())


async def set_default(database: AsyncSession, wanted: DefaultViewIn, admin: Person) -> SavedViewsOut:
    """Set the view with which a list opens for the caller, or none.

    :raises Forbidden: if their roles do not show them the list.
    :raises NotFound: if there is no such view of the list.
    """
    _check_sees(wanted.page, admin)
    await database.execute(queries.lock_page(wanted.page))
    if wanted.id is None:
        await database.execute(queries.end_default(wanted.page, admin_id=admin.id))
    else:
        view = await database.get(SavedView, wanted.id)
        if view is None or view.page != wanted.page or not rules.is_visible(view, admin.id):
            raise NotFound(MISSING)
        await database.execute(queries.set_default(admin.id, wanted.page, view.id))
    return await list_views(database, wanted.page, admin)


def _check_sees(page: str, admin: Person) -> None:
    if not PAGES[page] & admin.roles:
        raise Forbidden("Your roles do not show you this list.")


async def _locked(database: AsyncSession, view_id: int, admin: Person, *, seen_version: int | None = None) -> SavedView:
    """Return a view that a member of staff may change, with the views of its list locked."""
    view = await get_or_404(database, SavedView, view_id, MISSING)
    await database.execute(queries.lock_page(view.page))
    view = await get_or_404(database, SavedView, view_id, MISSING, lock=True)
    if not rules.is_visible(view, admin.id) or not PAGES[view.page] & admin.roles:
        raise NotFound(MISSING)
    rules.check_may_change(view, admin.id, admin.roles)
    if seen_version is not None:
        try:
            rules.check_version(view, seen_version)
        except rules.StaleView as refusal:
            shown = await _shown(database, view, admin)
            refusal.data = shown.model_dump(by_alias=True, mode="json")
            raise
    return view


async def _check_name(database: AsyncSession, admin_id: int, page: str, name: str, *, but: int | None = None) -> None:
    taken = await database.scalar(queries.named(admin_id, page, name))
    if taken is not None and taken.id != but:
        sentence = f"There is a view {taken.name} already."
        raise rules.ViewNameTaken(sentence, fields={"name": sentence})


async def _changed(database: AsyncSession, view: SavedView, admin: Person) -> SavedViewOut:
    """Write a view that was added or changed, with its event."""
    if view.id is not None:
        view.version += 1
        view.changed_at = now()
    await database.flush()
    await outbox.record(database, ViewsChanged(view_id=view.id, page=view.page), at=view.changed_at)
    return await _shown(database, view, admin)


async def _audit(
    database: AsyncSession, action: str, view: SavedView, changes: dict[str, object] | None = None
) -> None:
    """Write the audit's entry. Changes of a view that only its owner sees are not audited.

    The entry does not have the name of the view or its filters: they may identify a shopper, and the entry outlasts the
    account.
    """
    label = f"view {view.id} of {view.page}"
    await database.run_sync(record_action, action, "view", entity_id=view.id, label=label, changes=changes)


async def _shown(database: AsyncSession, view: SavedView, admin: Person) -> SavedViewOut:
    owner = await database.get_one(Admin, view.admin_id)
    return _described(view, owner.name, admin)


def _described(view: SavedView, owner: str, admin: Person) -> SavedViewOut:
    is_mine = view.admin_id == admin.id
    return SavedViewOut(
        id=view.id,
        page=ListPage(view.page),
        name=view.name,
        filters=view.filters,
        is_shared=view.is_shared,
        is_mine=is_mine,
        may_change=is_mine or StaffRole.OWNER in admin.roles,
        owner=owner,
        version=view.version,
    )
