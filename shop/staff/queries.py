"""Finding the people who keep the shop."""

from sqlalchemy import Select, func, select

from shop.staff.model import Admin


def by_email(email: str) -> Select[Admin]:
    """Select the admin with this e-mail address, disabled or not, without regard to case."""
    return select(Admin).where(func.lower(Admin.email) == func.lower(email.strip()))


def active_by_email(email: str) -> Select[Admin]:
    """Select the admin with this e-mail address who may sign in."""
    return by_email(email).where(Admin.disabled_at.is_(None))
