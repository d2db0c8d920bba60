"""Queries of newsletter readers."""

from sqlalchemy import Select, func, select

from shop.newsletter.model import NewsletterReader
from shop.text import email_addresses


def by_email(email: str) -> Select[NewsletterReader]:
    """Select the reader with an address: in this spelling of its domain, or else in another one."""
    query = select(NewsletterReader).where(func.lower(NewsletterReader.email).in_(email_addresses.spellings(email)))
    return query.order_by(func.lower(NewsletterReader.email) != email_addresses.without_case(email)).limit(1)
