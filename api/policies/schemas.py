"""Policy pages, on the wire."""

from typing import Annotated

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import BoundedText, VersionOrZero
from shop.policies.pages import PolicyPage

Markdown = Annotated[str, BoundedText(50_000, min_length=1, multiline=True)]


class PolicyOut(Out):
    """A policy page for shoppers. ``version`` is 0 and ``writtenAt`` null if the text is the shop's default."""

    page: PolicyPage
    html: str
    version: int
    written_at: Time | None


class PolicyVersionOut(Out):
    """One version of a policy page in Markdown, for admins."""

    version: int
    text: str
    written_at: Time | None
    written_by: str | None


class PolicyIn(In):
    """A new text of a policy page, in Markdown. ``version`` is the one that was edited."""

    page: PolicyPage
    text: Markdown
    version: VersionOrZero


class PolicyPreviewIn(In):
    """A text to be previewed before it is saved."""

    text: Markdown


class PolicyPreviewOut(Out):
    """The HTML of a text."""

    html: str
