"""The storefront's pages, prerendered by the web build and filled with data of the API.

The build leaves one template for each kind of page (``web/scripts/prerender.ts``). The server adds the title, the
description, structured data, the first images, and the API's responses for the first render. So a browser shows the
page before its scripts run, and a search engine needs no scripts. A page is the same for everyone, signed in or not,
and is stored in the response cache. Only the cart and the checkout of a signed-in shopper contain personal data; they
are never stored. All other pages get personal data from the API.
"""

from api.pages.routes import create_pages_app

__all__ = ["create_pages_app"]
