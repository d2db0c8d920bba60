"""Requests that change categories. :mod:`api.catalogue.schemas` has the responses."""

from api.catalogue.write_checks import Code, Name
from api.http.partial_update import WithOptionalId, WithSeen
from api.products.schemas import File


class CategoryIn(WithOptionalId):
    code: Code
    name: Name


class CategoryForm(CategoryIn):
    """The form of a category: ``imageUrl`` is a file, or the URL of an image that the shop has."""

    image_url: File


class CategoryChangeForm(CategoryForm, WithSeen):
    """The form of a change of a category. ``seen`` has the values of the sent fields as the caller saw them."""
