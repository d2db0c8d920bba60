"""Email confirmation on the wire."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.schema_types import RequiredText


class EmailConfirmationOut(Out):
    """The address of the caller's account and whether it is confirmed.

    ``pendingEmail`` is the address that replaces it once it is confirmed.
    """

    email: str
    email_confirmed: bool
    pending_email: str | None


class ConfirmEmailIn(In):
    """The token of the link in the mail."""

    token: Annotated[RequiredText, Field(max_length=200)]
