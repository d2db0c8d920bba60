"""Reading forms with pictures: streamed to disk, measured on the way in, looked at before anything comes of them."""

import asyncio
import hashlib
import math
import time
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, BinaryIO, Protocol

import anyio
from fastapi import Request
from starlette.datastructures import FormData, Headers, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from api.bodies import content_of
from api.doors import TooLarge
from api.media import TURNS
from api.turns import in_turn
from shop.errors import Invalid
from shop.media import UPLOADED, media
from shop.media.headers import MOST_BYTES, read_header

NAMES = ("imageUrl", "imageUrl[]")
MOST_PICTURES = 50
"""Files in one form; how much they may hold in all is said at the door."""
MOST_FIELDS = 100
PIECE = 512 * 1024
"""Bytes of a picture that are gathered for a thread to write down: to wait for one costs as much as copying some."""
LOOKED_AT_AT_ONCE = 16 * 1024
"""Bytes in all that are looked through without a thread: it takes less time than to wait for one, 1 ms at most."""
REST_SECONDS = 0.2
"""From the end of an upload to the next one."""


@dataclass(frozen=True)
class Picture:
    """A picture that passed the door, on disk until its request ends."""

    file: BinaryIO
    suffix: str

    async def keep(self) -> str:
        """Store it and return its key. Where the transaction then fails, it stays behind unserved, to be swept.

        :raises shop.media.StorageAway: where it could not be stored.
        """
        return await anyio.to_thread.run_sync(media().keep_original, self.file, self.suffix, limiter=TURNS)


@dataclass(frozen=True)
class Form:
    """What a request brought: plain fields, new pictures, and addresses of pictures that the shop has.

    ``uploads`` are the keys of pictures that were sent before and that no row names yet.
    """

    fields: dict[str, Any]
    pictures: list[Picture] = field(default_factory=list)
    addresses: list[str] = field(default_factory=list)
    uploads: list[str] = field(default_factory=list)

    async def digests(self) -> list[str]:
        """Return what tells its pictures from others: the names of known ones, and a digest of each new one."""
        digests = [await anyio.to_thread.run_sync(_digest, picture.file) for picture in self.pictures]
        return [*self.addresses, *self.uploads, *digests]

    @property
    def has_pictures(self) -> bool:
        """Whether it brought a picture, new or known."""
        return bool(self.pictures or self.addresses or self.uploads)

    @property
    def has_originals(self) -> bool:
        """Whether it brought an original, of which what is shown is still to be made."""
        return bool(self.pictures or self.uploads)

    def take_known(self, value: str) -> None:
        """Take a text that stands for a picture; an empty one stands for none."""
        if UPLOADED.fullmatch(value.strip()):
            self.uploads.append(value.strip())
        elif value.strip():
            self.addresses.append(value)

    async def originals(self) -> list[str]:
        """Store the new pictures and return their keys, and those of the pictures that were sent before.

        :raises Invalid: where one of these is no longer there.
        :raises shop.media.StorageAway: where one could not be stored, or that cannot be known now.
        """
        for key in self.uploads:
            if not await anyio.to_thread.run_sync(media().has_original, key, limiter=TURNS):
                raise _unfit("This picture is no longer there. Please choose it again.")
        return [*self.uploads, *[await picture.keep() for picture in self.pictures]]


def _digest(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.sha256()
    while piece := file.read(PIECE):
        digest.update(piece)
    return digest.hexdigest()


class _Parser(MultiPartParser):
    """Starlette's parser with a limit for each file, so that one cannot take the room of many."""

    spool_max_size = 64 * 1024

    def __init__(self, headers: Headers, stream: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers, stream, max_files=math.inf, max_fields=MOST_FIELDS, max_part_size=64 * 1024)
        self._length = 0
        self._gathered = bytearray()

    def on_part_begin(self) -> None:
        super().on_part_begin()
        self._length = 0
        self._gathered = bytearray()

    def on_headers_finished(self) -> None:
        """Take what says that it is a picture for a file, also where it has no name."""
        part = self._current_part
        kind = dict(part.item_headers).get(b"content-type", b"")
        if kind.startswith(b"image/") and part.content_disposition and b"filename" not in part.content_disposition:
            part.content_disposition += b'; filename="picture"'
        super().on_headers_finished()
        if self._current_files > MOST_PICTURES:
            raise _unfit(f"Please send at most {MOST_PICTURES} pictures at once.")

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        self._length += end - start
        if self._length > MOST_BYTES:
            raise TooLarge("A picture may have 10 MB at most.")
        if self._current_part.file is None:
            super().on_part_data(data, start, end)
            return
        self._gathered += data[start:end]
        if len(self._gathered) >= PIECE:
            self._write_gathered()

    def on_part_end(self) -> None:
        self._write_gathered()
        super().on_part_end()

    def _write_gathered(self) -> None:
        """Have what was gathered written once the parser is through with what has come in."""
        gathered, self._gathered = self._gathered, bytearray()
        if gathered:
            super().on_part_data(bytes(gathered), 0, len(gathered))


@dataclass
class Pace:
    """One upload after the other, with room between two of them, so that a storm leaves most of the time to others."""

    free_at: float = 0.0

    @asynccontextmanager
    async def keep(self) -> AsyncIterator[None]:
        """Wait for one's turn, and let nobody follow at once."""
        async with in_turn("upload"):
            await asyncio.sleep(self.free_at - time.monotonic())
            try:
                yield
            finally:
                self.free_at = time.monotonic() + REST_SECONDS


_pace = Pace()


@asynccontextmanager
async def read_form(request: Request) -> AsyncIterator[Form]:
    """Read a body with or without pictures: a multipart form, or JSON where no file is sent.

    The caller holds no connection to the database meanwhile: an upload may take minutes.

    :raises Invalid: where it cannot be read, or a file is no fit picture.
    :raises TooLarge: where a file is.
    """
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        content = await content_of(request)
        plain = Form(_without_pictures(content))
        for value in _addresses(content):
            plain.take_known(value)
        yield plain
        return
    try:
        form = await _Parser(request.headers, request.stream()).parse()
    except (MultiPartException, UnicodeError, LookupError):
        raise Invalid("The form cannot be read.") from None
    try:
        async with _pace.keep():
            yield await _looked_through(form)
    finally:
        await form.close()


async def _looked_through(form: FormData) -> Form:
    """Sort out what a form holds, in a thread where that takes its time.

    :raises Invalid: where a file is no fit picture, or is none of the call's.
    """
    files = [value for _, value in form.multi_items() if isinstance(value, UploadFile)]
    if sum(file.size or 0 for file in files) <= LOOKED_AT_AT_ONCE:
        return _sorted(form)
    return await anyio.to_thread.run_sync(_sorted, form)


def _sorted(form: FormData) -> Form:
    sent = Form({})
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            if name not in NAMES:
                raise Invalid("A file was sent where none belongs.", fields={name[:100]: "This is not for a file."})
            if value.size:
                sent.pictures.append(Picture(value.file, read_header(value.file).suffix))
        elif name in NAMES:
            sent.take_known(value)
        else:
            sent.fields[name] = value
    return sent


def _without_pictures(content: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in content.items() if name not in NAMES}


def _addresses(content: dict[str, Any]) -> list[str]:
    """Return the addresses in a body without files.

    :raises Invalid: where they are anything but texts.
    """
    addresses = []
    for name in NAMES:
        value = content.get(name)
        values = value if isinstance(value, list) else [value]
        if not all(one is None or isinstance(one, str) for one in values):
            raise Invalid("Please check: imageUrl.", fields={"imageUrl": "This must be the address of a picture."})
        addresses += [one for one in values if one and one.strip()]
    return addresses


@dataclass(frozen=True)
class Chosen:
    """The one picture of something: a new original by its key, or one that the shop has by its address."""

    original: str = ""
    address: str = ""

    def give(self, row: "Pictured") -> None:
        """Make it the picture of a row."""
        if self.original:
            row.receive(self.original)
        else:
            row.show(self.address)


class Pictured(Protocol):
    """A row with one picture."""

    def receive(self, original: str) -> None: ...

    def show(self, image_url: str) -> None: ...


async def choose(form: Form) -> Chosen | None:
    """Store the form's one new picture, or find the one whose address it gives.

    :raises Invalid: where there are several, or the shop has none at this address.
    :raises shop.media.StorageAway: where it could not be stored, or that cannot be known now.
    """
    if len(form.pictures) + len(form.addresses) + len(form.uploads) > 1:
        raise _unfit("Please choose one picture.")
    for original in await form.originals():
        return Chosen(original=original)
    if not form.addresses:
        return None
    address = form.addresses[0].strip()
    if not await anyio.to_thread.run_sync(media().holds, address, limiter=TURNS):
        raise _unfit("The shop has no picture at this address.")
    return Chosen(address=address)


def _unfit(message: str) -> Invalid:
    return Invalid(message, fields={"imageUrl": message})
