"""Queries of newsletter readers."""

from sqlalchemy import Select, func, select

from shop.newsletter.model import NewsletterReader


def by_email(email: str) -> Select[NewsletterReader]:
    """Select the reader with an address, whatever its case."""
    return select(NewsletterReader).where(func.lower(NewsletterReader.email) == func.lower(email))
