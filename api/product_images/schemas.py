"""Images of products in requests and responses."""

from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.partial_update import WithOptionalId, WithSeen
from api.http.schema_types import BoundedText, Id
from api.products.schemas import File

MAX_PRODUCT_IMAGES = 50
"""Images of one product."""


class ImageIn(WithOptionalId):
    """``type`` is the use of the image, such as thumbnail or gallery."""

    product_id: Id
    type: Annotated[str, BoundedText(50, min_length=1)]


class ImageForm(ImageIn):
    """The form: ``imageUrl`` is a file, the address of an image that the shop has, or the key of an upload."""

    image_url: File


class ImageChangeForm(ImageForm, WithSeen):
    """The form of a change of an image. ``seen`` has the values of the sent fields as the caller saw them."""


class UploadForm(In):
    """The form: one file."""

    image_url: File


class UploadOut(Out):
    """The key of an uploaded image that no row refers to yet."""

    upload: str


class ImageOrderIn(In):
    """The ids of all images of a product, in their new order."""

    product_id: Id
    ids: Annotated[list[Id], Field(min_length=1, max_length=MAX_PRODUCT_IMAGES)]
