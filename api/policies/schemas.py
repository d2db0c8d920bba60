"""Policy pages, on the wire."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, BoundedText
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
    version: Annotated[int, Field(ge=0, le=2**31 - 1), NOT_BOOL]


class PolicyPreviewIn(In):
    """A text to look at before it is saved."""

    text: Markdown


class PolicyPreviewOut(Out):
    """The HTML of a text."""

    html: str
