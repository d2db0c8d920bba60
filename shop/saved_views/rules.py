"""The rules of saved views: who may see and change one, and how many there may be."""

from shop.errors import Conflict, Forbidden
from shop.saved_views.model import SavedView
from shop.staff.roles import Roles, StaffRole

MAX_VIEWS = 30
"""The maximum number of views of a list that a member of staff owns, and also of shared views of a list."""


class TooManyViews(Conflict):
    """The number of views of this list has reached its limit."""

    code = "too_many_views"


class ViewNameTaken(Conflict):
    """This member of staff has another view of the list under this name."""

    code = "name_taken"


class StaleView(Conflict):
    """Someone changed the view after this member of staff saw it."""

    code = "stale_version"


class NotYourView(Forbidden):
    """The view belongs to another member of staff."""

    code = "not_your_view"


def is_visible(view: SavedView, admin_id: int) -> bool:
    """Whether a member of staff sees a view: their own, or a shared one."""
    return view.is_shared or view.admin_id == admin_id


def check_may_change(view: SavedView, admin_id: int, roles: Roles) -> None:
    """Check that a member of staff may change a view: its owner, or an owner of the shop.

    :raises NotYourView: if they may not.
    """
    if view.admin_id != admin_id and StaffRole.OWNER not in roles:
        raise NotYourView("This view is a colleague's. They or an owner of the shop can change it.")


def check_version(view: SavedView, seen: int) -> None:
    """Check that a view has the version that the caller saw.

    :raises StaleView: if it has not.
    """
    if view.version != seen:
        raise StaleView("Someone changed this view meanwhile. Look at it again.")
