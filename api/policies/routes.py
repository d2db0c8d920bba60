"""The routes of the policy pages, which shoppers read and admins change."""

from typing import Annotated

from fastapi import Query, Request

from api.auth.policy import Granted
from api.db.session import Database, retrying
from api.http.base_schemas import PageOf, Success
from api.http.flag_routing import feature_router
from api.http.pagination import RequestedPage
from api.http.request_bodies import read_body
from api.openapi.description import call
from api.policies import service
from api.policies.schemas import PolicyIn, PolicyOut, PolicyPreviewIn, PolicyPreviewOut, PolicyVersionOut
from shop.policies import markdown
from shop.policies.pages import PolicyPage
from shop.settings import settings

router = feature_router("policies")

Page = Annotated[PolicyPage, Query()]


@router.get("/policy/", **call())
async def show_policy(database: Database, _: Granted, page: Page) -> Success[PolicyOut]:
    """Show a policy page as HTML."""
    return Success(message="Policy", data=await service.latest(database, page))


@router.get("/policy/?flag=versions", **call())
async def list_policy_versions(
    database: Database, _: Granted, page: Page, requested: RequestedPage
) -> PageOf[PolicyVersionOut]:
    """List the versions of a policy page in Markdown, the latest first."""
    found, more = await service.page_of_versions(database, page, requested)
    return PageOf(message="Versions", data=found, next_cursor=more)


@router.post("/policy/?flag=preview", **call(PolicyPreviewIn))
async def preview_policy(request: Request, _: Granted) -> Success[PolicyPreviewOut]:
    """Render a text without saving it."""
    wanted = await read_body(request, PolicyPreviewIn)
    return Success(message="Preview", data=PolicyPreviewOut(html=markdown.render(wanted.text, settings())))


@router.post("/policy/", **call(PolicyIn, refuses=(409,)))
async def save_policy(request: Request, database: Database, granted: Granted) -> Success[PolicyOut]:
    """Save a new version of a policy page. Every open page shows it at once."""
    wanted = await read_body(request, PolicyIn)
    saved = await retrying(database, lambda: service.save(database, wanted, granted.admin))
    return Success(message="Policy saved", data=saved)
