"""Finding the people who keep the shop."""

from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

from shop.staff.model import Admin, AdminPreferences


def by_email(email: str) -> Select[Admin]:
    """Select the admin with this e-mail address, disabled or not, without regard to case."""
    return select(Admin).where(func.lower(Admin.email) == func.lower(email.strip()))


def active_by_email(email: str) -> Select[Admin]:
    """Select the admin with this e-mail address who may sign in."""
    return by_email(email).where(Admin.disabled_at.is_(None))


def cards_of(admin_id: int) -> Select[dict[str, Any]]:
    """Select how an admin has arranged the cards of the portal, by page."""
    return select(AdminPreferences.cards).where(AdminPreferences.admin_id == admin_id)


def arrange(admin_id: int, cards: dict[str, Any]) -> ReturningInsert[dict[str, Any]]:
    """Keep how an admin has arranged the cards of some pages, and return it for all; the other pages stay."""
    written = insert(AdminPreferences).values(admin_id=admin_id, cards=cards)
    merged = AdminPreferences.cards.concat(written.excluded.cards)
    kept = written.on_conflict_do_update(index_elements=[AdminPreferences.admin_id], set_={"cards": merged})
    return kept.returning(AdminPreferences.cards)
