"""Read forms with pictures: the body is written to disk, each file is checked by its header, and none is decoded."""

import hashlib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

import anyio
from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from api.auth.operation import Access
from api.auth.policy import Grant
from api.http.keyed_lock import keyed_lock
from api.http.request_bodies import read_fields
from api.media.storage_threads import in_storage_thread
from api.middleware.request_guard import TooLarge
from shop.errors import Invalid
from shop.media.image_check import MAX_BYTES, read_header
from shop.media.keys import UPLOAD_KEY
from shop.media.media import media

FIELDS = ("imageUrl", "imageUrl[]")
"""The form fields of pictures: files, URLs of pictures that the shop has, or keys of uploads."""
MAX_FORM_FILES = 50
"""Maximum number of files in a form. The request guard limits their total size."""
MAX_FIELDS = 100
MAX_FIELD_BYTES = 64 * 1024
CHUNK = 256 * 1024


@dataclass(frozen=True)
class UploadedImage:
    """A file with a valid header, on disk until its request ends."""

    file: BinaryIO
    suffix: str

    async def store(self) -> str:
        """Store the file and return its key. If the transaction fails later, the orphan cleanup removes the file.

        :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
        """
        return await in_storage_thread(media().store_original, self.file, self.suffix)

    def digest(self) -> str:
        """Return the SHA-256 of the content in hexadecimal."""
        self.file.seek(0)
        digest = hashlib.sha256()
        while chunk := self.file.read(CHUNK):
            digest.update(chunk)
        return digest.hexdigest()


@dataclass(frozen=True)
class FormWithImages:
    """The content of a request: plain fields, new pictures, URLs of pictures that the shop has.

    ``uploads`` are keys of pictures that were uploaded before and that no row refers to yet.
    """

    fields: dict[str, Any]
    images: list[UploadedImage] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    uploads: list[str] = field(default_factory=list)

    async def digests(self) -> list[str]:
        """Return a list that identifies the pictures: the names of stored ones, and a digest of each new one."""
        digests = [await anyio.to_thread.run_sync(image.digest) for image in self.images]
        return [*self.addresses, *self.uploads, *digests]

    @property
    def has_images(self) -> bool:
        """Whether the form has a picture, new or stored."""
        return bool(self.images or self.addresses or self.uploads)

    @property
    def has_originals(self) -> bool:
        """Whether the form has an original whose renditions the worker has to make."""
        return bool(self.images or self.uploads)

    def require_image(self) -> None:
        """Check that the form has a picture.

        :raises Invalid: if it has none.
        """
        if not self.has_images:
            raise _unfit("Image is required")

    def ignore_unchanged(self, address: str) -> None:
        """Drop the URL of the row's current picture if the form has no other picture."""
        if self.addresses == [address] and not self.has_originals:
            self.addresses.clear()

    def add_reference(self, value: str) -> None:
        """Add the URL or the key of a stored picture. An empty text is ignored."""
        if UPLOAD_KEY.fullmatch(value.strip()):
            self.uploads.append(value.strip())
        elif value.strip():
            self.addresses.append(value)

    async def store_originals(self) -> list[str]:
        """Store the new pictures and return their keys, after the keys of earlier uploads.

        :raises Invalid: if an earlier upload no longer exists.
        :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
        """
        await check_uploads(self.uploads)
        return [*self.uploads, *[await image.store() for image in self.images]]


@asynccontextmanager
async def read_form(request: Request, grant: Grant) -> AsyncIterator[FormWithImages]:
    """Read a body with or without pictures: a multipart form, or JSON if no file is sent.

    The caller must not hold a database connection, as an upload may take minutes. The requests of one person are
    processed one after another, so that many uploads of one person do not delay those of others.

    :raises Invalid: if the form cannot be read, or a file is not an acceptable picture.
    :raises TooLarge: if a file has more than 10 MB.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        yield _from_json(await read_fields(request))
        return
    try:
        body = await request.form(max_fields=MAX_FIELDS, max_part_size=MAX_FIELD_BYTES)
    except (HTTPException, UnicodeError, LookupError):
        raise Invalid("The form cannot be read.") from None
    try:
        async with keyed_lock(f"upload of {_uploader(grant)}", request):
            yield await anyio.to_thread.run_sync(_from_multipart, body)
    finally:
        await body.close()


def _uploader(grant: Grant) -> str:
    """Return the uploader: the calling customer if the call is open to customers only, otherwise a member of staff."""
    return f"customer {grant.customer.id}" if grant.access is Access.CUSTOMER else str(grant.staff)


def _from_json(content: dict[str, Any]) -> FormWithImages:
    """Split a JSON object into fields and references to stored pictures.

    :raises Invalid: if a picture is given as anything but a text.
    """
    form = FormWithImages({name: value for name, value in content.items() if name not in FIELDS})
    for name in FIELDS:
        value = content.get(name)
        for reference in value if isinstance(value, list) else [value]:
            if not isinstance(reference, str | None):
                raise Invalid("Please check: imageUrl.", fields={"imageUrl": "This must be the address of a picture."})
            form.add_reference(reference or "")
    return form


def _from_multipart(body: FormData) -> FormWithImages:
    """Split a form into fields, files and references to stored pictures. It reads from disk, so it needs a thread.

    :raises Invalid, TooLarge: as for :func:`read_form`.
    """
    form = FormWithImages({})
    if sum(isinstance(value, UploadFile) for _, value in body.multi_items()) > MAX_FORM_FILES:
        raise _unfit(f"Please send at most {MAX_FORM_FILES} pictures at once.")
    for name, value in body.multi_items():
        if isinstance(value, UploadFile):
            if name not in FIELDS:
                raise Invalid("A file was sent where none belongs.", fields={name[:100]: "This is not for a file."})
            if value.size and value.size > MAX_BYTES:
                raise TooLarge("A picture may have 10 MB at most.")
            if value.size:
                form.images.append(UploadedImage(value.file, read_header(value.file).suffix))
        elif name in FIELDS:
            form.add_reference(value)
        else:
            form.fields[name] = value
    return form


@dataclass(frozen=True)
class ChosenImage:
    """The picture of a row: a new original by its key, or a stored picture by its URL."""

    original: str = ""
    address: str = ""

    def assign_to(self, row: "HasImage") -> None:
        """Set the picture of a row."""
        if self.original:
            row.set_upload(self.original)
        else:
            row.set_image_url(self.address)


class HasImage(Protocol):
    """A row with one picture."""

    def set_upload(self, original: str) -> None: ...

    def set_image_url(self, image_url: str) -> None: ...


async def choose_image(form: FormWithImages) -> ChosenImage | None:
    """Store the form's new picture, or find the stored picture of its URL.

    :raises Invalid: if there are several, or the shop has none at this URL.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    if len(form.images) + len(form.addresses) + len(form.uploads) > 1:
        raise _unfit("Please choose one picture.")
    for original in await form.store_originals():
        return ChosenImage(original=original)
    if not form.addresses:
        return None
    address = form.addresses[0].strip()
    if not await in_storage_thread(media().has_public, address):
        raise _unfit("The shop has no picture at this address.")
    return ChosenImage(address=address)


async def store_single(request: Request, grant: Grant) -> str:
    """Store the picture of a form that has nothing else, and return its key.

    :raises Invalid: if the form has not just one picture.
    :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
    """
    async with read_form(request, grant) as form:
        if len(form.images) != 1 or form.addresses or form.uploads:
            raise _unfit("Please send one picture.")
        if form.fields:
            errors = dict.fromkeys(form.fields, "This call takes the picture alone.")
            raise Invalid(f"Please check: {', '.join(form.fields)}.", fields=errors)
        return await form.images[0].store()


async def check_uploads(keys: Iterable[str], *, field: str = "imageUrl") -> None:
    """Check that earlier uploads are still stored. The caller must not hold a database connection.

    :param field: the field of the request that has them.
    :raises Invalid: if one is not.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    for key in keys:
        if not await in_storage_thread(media().has_original, key):
            raise _unfit("This picture is no longer there. Please choose it again.", field)


def _unfit(message: str, field: str = "imageUrl") -> Invalid:
    return Invalid(message, fields={field: message})
