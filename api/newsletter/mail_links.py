"""Responses to links in mails.

For a GET, a browser gets a page with a button that sends a POST; for the POST, it gets a page with the result. A client
that does not accept HTML gets JSON, and so does a one-click unsubscription in a mail program, which follows no redirect
(RFC 8058).
"""

from collections.abc import Awaitable
from dataclasses import dataclass
from urllib.parse import urlencode

from fastapi import Request
from fastapi.responses import RedirectResponse

from api.http.base_schemas import Success
from shop.security.signed_links import InvalidLink
from shop.settings import settings


@dataclass(frozen=True)
class MailLinks:
    """The links to one page of the storefront. The states of the page are in the web client's table of pages."""

    page: str

    async def check(
        self, request: Request, checked: Awaitable[object], *, state: str, token: str
    ) -> Success[None] | RedirectResponse:
        """Check a link. A browser is redirected to the page state with the button.

        :raises InvalidLink: for a client that does not accept HTML.
        """
        try:
            await checked
        except InvalidLink:
            if not _accepts_html(request):
                raise
            return self._redirect({"state": "expired"})
        if _accepts_html(request):
            return self._redirect({"state": state, "token": token})
        return Success(message="This link is good. Send it by POST to act on it.", data=None)

    async def act(
        self, request: Request, action: Awaitable[None], *, state: str, message: str
    ) -> Success[None] | RedirectResponse:
        """Run the action. A form that was sent without scripts is redirected to the page state with the result.

        :raises InvalidLink: for other clients.
        """
        answers_html = _accepts_html(request) and not await _is_one_click(request)
        try:
            await action
        except InvalidLink:
            if not answers_html:
                raise
            state = "expired"
        return self._redirect({"state": state}) if answers_html else Success(message=message, data=None)

    def _redirect(self, query: dict[str, str]) -> RedirectResponse:
        return RedirectResponse(f"{settings().public_url.rstrip('/')}{self.page}?{urlencode(query)}", 303)


def _accepts_html(request: Request) -> bool:
    return "text/html" in request.headers.get("accept", "")


async def _is_one_click(request: Request) -> bool:
    return b"List-Unsubscribe" in await request.body()
