"""The shop's pages as they are served: drawn when the web was built, filled with the answers of the API.

The build leaves one template for each kind of page (``web/scripts/served.ts``). A page is sent with its title,
description and structured data, its first pictures, and the API's answers for its first render, so that a browser
shows it at once and a search engine reads it without running anything. A page is the same for everyone, signed in or
not; what belongs to a person comes by the API alone.
"""

from api.pages.application import pages

__all__ = ["pages"]
