"""Routes of saved views of the portal's lists."""

from fastapi import Request

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.request_bodies import read_body
from api.http.schema_types import Id
from api.openapi.description import call
from api.saved_views import service
from api.saved_views.schemas import (
    DefaultViewIn,
    SavedViewEditIn,
    SavedViewIn,
    SavedViewOut,
    SavedViewsOut,
    ShareViewIn,
)
from shop.saved_views.model import ListPage

router = feature_router("staff")


@router.get("/admin/views/", **call())
async def list_views(database: Database, grant: Granted, page: ListPage) -> Success[SavedViewsOut]:
    """List the saved views of a list: one's own, then those that colleagues share."""
    return Success(message="Views", data=await service.list_views(database, page, grant.admin))


@router.post("/admin/views/", **call(SavedViewIn, refuses=(409,)))
async def save_view(request: Request, database: Database, grant: Granted) -> Success[SavedViewOut]:
    """Save a view of a list for oneself."""
    wanted = await read_body(request, SavedViewIn)
    return Success(message="View saved", data=await service.save(database, wanted, grant.admin))


@router.post("/admin/views/?id={id}", **call(SavedViewEditIn, refuses=(404, 409)))
async def change_view(request: Request, database: Database, grant: Granted, id: Id) -> Success[SavedViewOut]:
    """Rename a view, or replace its filters. With a 409 because of a stale version, ``data`` is the current view."""
    wanted = await read_body(request, SavedViewEditIn)
    return Success(message="View changed", data=await service.change(database, id, wanted, grant.admin))


@router.post("/admin/views/?flag=share", **call(ShareViewIn, refuses=(404, 409)))
async def share_view(request: Request, database: Database, grant: Granted) -> Success[SavedViewOut]:
    """Share a view with all who see its list, or stop sharing it."""
    wanted = await read_body(request, ShareViewIn)
    return Success(message="View changed", data=await service.share(database, wanted, grant.admin))


@router.post("/admin/views/?flag=default", **call(DefaultViewIn, refuses=(404,)))
async def set_default_view(request: Request, database: Database, grant: Granted) -> Success[SavedViewsOut]:
    """Set the view with which a list opens for the caller, or none."""
    wanted = await read_body(request, DefaultViewIn)
    return Success(message="Default changed", data=await service.set_default(database, wanted, grant.admin))


@router.delete("/admin/views/?id={id}", **call(refuses=(404,)))
async def delete_view(database: Database, grant: Granted, id: Id) -> Success[None]:
    """Delete a view."""
    await service.remove(database, id, grant.admin)
    return Success(message="View deleted", data=None)
