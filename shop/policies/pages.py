"""The policy pages and their latest versions."""

from enum import StrEnum
from importlib.resources import files

from sqlalchemy import Select, select

from shop.policies.model import PolicyVersion
from shop.settings import Settings


class PolicyPage(StrEnum):
    """A policy page, named like its address in the storefront."""

    SHIPPING = "shipping"
    RETURNS = "returns"
    CARE = "care"
    SIZE_GUIDE = "size-guide"
    PRIVACY = "privacy"
    TERMS = "terms"


def default_text(page: PolicyPage, config: Settings) -> str:
    """Return the text of version 0 in Markdown. A shop that takes no returns has another text on returns."""
    name = "no-returns" if page is PolicyPage.RETURNS and config.return_days == 0 else page.value
    return (files("shop.policies") / "defaults" / f"{name}.md").read_text()


def versions(page: PolicyPage) -> Select[PolicyVersion]:
    """Select the versions of a page, the latest first."""
    return select(PolicyVersion).where(PolicyVersion.page == page.value).order_by(PolicyVersion.version.desc())
