"""The PDFs of invoices in the private part of the storage. They are made by :mod:`shop.invoices.pdf`."""

from shop.media import private_files
from shop.media.keys import DOCUMENT_KEY, DOCUMENTS


def name_of(number: str, *, is_masked: bool = False) -> str:
    """Return the name of a document's PDF, without suffix: ``SW-26-27-000001``.

    :param is_masked: whether to name the copy that masks the buyer's PAN.
    """
    return number.replace("/", "-") + ("-masked" if is_masked else "")


def read(number: str, *, is_masked: bool = False) -> bytes:
    """Return the stored PDF of a document.

    :raises FileNotFoundError: if it is not made yet.
    :raises shop.media.storage.StorageUnavailable: if the storage cannot be reached.
    """
    return private_files.read(_key_of(number, is_masked=is_masked))


def store(number: str, content: bytes, *, is_masked: bool = False) -> None:
    """Store the PDF of a document, unless there is one.

    :raises shop.media.storage.StorageUnavailable: if it cannot be stored.
    """
    private_files.store(_key_of(number, is_masked=is_masked), content)


def _key_of(number: str, *, is_masked: bool) -> str:
    key = f"{DOCUMENTS}/{name_of(number, is_masked=is_masked)}.pdf"
    if not DOCUMENT_KEY.fullmatch(key):
        raise ValueError(f"{number} is not the number of a document")
    return key
