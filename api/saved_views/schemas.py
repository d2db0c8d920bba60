"""Saved views on the wire."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.schema_types import BoundedText, Id, Version
from shop.saved_views.model import ListPage

_PAIR = "[A-Za-z]{1,40}=[A-Za-z0-9*._+%-]{1,400}"
ViewName = Annotated[str, BoundedText(40, min_length=1)]
ViewFilters = Annotated[str, Field(min_length=3, max_length=1000, pattern=f"^{_PAIR}(&{_PAIR}){{0,19}}$")]


class SavedViewIn(In):
    """A view to be saved. ``filters`` has the parameters of the list's address."""

    page: ListPage
    name: ViewName
    filters: ViewFilters


class SavedViewEditIn(In):
    """A new name or new filters of a view. Omitted fields stay. ``version`` is that of the view that the caller saw."""

    name: ViewName | None = None
    filters: ViewFilters | None = None
    version: Version


class ShareViewIn(In):
    """Whether all who see the list see the view. ``version`` is that of the view that the caller saw."""

    id: Id
    is_shared: bool
    version: Version


class DefaultViewIn(In):
    """The view with which a list opens for the signed-in member of staff; null for none."""

    page: ListPage
    id: Id | None


class SavedViewOut(Out):
    """A view of a list. ``mayChange`` is whether the signed-in member of staff may change it."""

    id: int
    page: ListPage
    name: str
    filters: str
    is_shared: bool
    is_mine: bool
    may_change: bool
    owner: str
    version: int


class SavedViewsOut(Out):
    """The views of a list: one's own, then the shared ones of others. ``defaultId`` is the view with which it opens."""

    views: list[SavedViewOut]
    default_id: int | None
