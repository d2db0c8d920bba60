"""Queries of admins and their preferences."""

from typing import Any

from sqlalchemy import Select, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

from shop.staff.model import Admin, AdminPreferences, StaffInvitation
from shop.staff.roles import Roles, StaffRole
from shop.text import email_addresses


def by_email(email: str) -> Select[Admin]:
    """Select the admin with this email address, disabled or not: in this spelling of its domain, or in another one."""
    query = select(Admin).where(func.lower(Admin.email).in_(email_addresses.spellings(email)))
    return query.order_by(func.lower(Admin.email) != email_addresses.without_case(email)).limit(1)


def active_by_email(email: str) -> Select[Admin]:
    """Select the admin with this email address who may sign in."""
    return by_email(email).where(Admin.disabled_at.is_(None))


def all_staff() -> Select[Admin]:
    """Select all members of staff, those who may sign in first."""
    return select(Admin).order_by(Admin.disabled_at.is_not(None), Admin.id)


def active_owners() -> Select[Admin]:
    """Select the owners who may sign in."""
    is_owner = Admin.roles.contains([StaffRole.OWNER.value])
    return select(Admin).where(Admin.disabled_at.is_(None), is_owner).order_by(Admin.id)


def lock_active_owners() -> Select[Admin]:
    """Select and lock the owners who may sign in, so that concurrent requests cannot remove the last one."""
    return active_owners().with_for_update().execution_options(populate_existing=True)


def active_with(roles: Roles) -> Select[int]:
    """Select the ids of the staff with one of these roles who may sign in."""
    has_role = Admin.roles.overlap([role.value for role in roles])
    return select(Admin.id).where(Admin.disabled_at.is_(None), has_role).order_by(Admin.id)


def invitations() -> Select[StaffInvitation]:
    """Select the open invitations, the newest last."""
    return select(StaffInvitation).order_by(StaffInvitation.id)


def invitation_to(email: str) -> Select[StaffInvitation]:
    """Select the open invitations to this address, in any spelling."""
    return select(StaffInvitation).where(func.lower(StaffInvitation.email).in_(email_addresses.spellings(email)))


def cards_of(admin_id: int) -> Select[dict[str, Any]]:
    """Select how an admin has arranged the portal's cards, by page."""
    return select(AdminPreferences.cards).where(AdminPreferences.admin_id == admin_id)


def save_cards(admin_id: int, cards: dict[str, Any]) -> ReturningInsert[dict[str, Any]]:
    """Store the cards of some pages and return the cards of all pages. Other pages stay unchanged."""
    written = insert(AdminPreferences).values(admin_id=admin_id, cards=cards)
    merged = AdminPreferences.cards.concat(written.excluded.cards)
    saved = written.on_conflict_do_update(index_elements=[AdminPreferences.admin_id], set_={"cards": merged})
    return saved.returning(AdminPreferences.cards)
