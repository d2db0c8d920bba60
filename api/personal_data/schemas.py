"""A shopper's own data on the wire: the file with everything, and the deletion of the account."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import Id
from shop.personal_data.model import DataExport


class DataExportStatus(StrEnum):
    """Whether a worker makes the file, or its link was sent."""

    MAKING = "making"
    READY = "ready"


class DataExportOut(Out):
    """The file that was requested last. ``endsAt`` is when its link expires, ``size`` is in bytes."""

    status: DataExportStatus
    asked_at: Time
    made_at: Time | None
    ends_at: Time | None
    size: int | None

    @classmethod
    def of(cls, export: DataExport) -> "DataExportOut":
        return cls(
            status=DataExportStatus.MAKING if export.made_at is None else DataExportStatus.READY,
            asked_at=export.asked_at,
            made_at=export.made_at,
            ends_at=export.ends_at,
            size=export.size,
        )


class PersonalDataOut(Out):
    """The data of the page Profile: the last file, and the orders that are still open."""

    export: DataExportOut | None
    open_orders: list[int]


class DataLinkOut(Out):
    """The file that a link leads to. With ``needsSignIn`` only its owner can download it."""

    size: int
    made_at: Time
    ends_at: Time
    needs_sign_in: bool

    @classmethod
    def of(cls, export: DataExport, *, needs_sign_in: bool) -> "DataLinkOut":
        """Describe a file that is stored.

        :raises pydantic.ValidationError: if it is still being made, and so has no link.
        """
        fields = {"size": export.size, "made_at": export.made_at, "ends_at": export.ends_at}
        return cls.model_validate(fields | {"needs_sign_in": needs_sign_in})


_Password = Annotated[str, Field(max_length=1000)]


class DataExportIn(In):
    """A request for the file. The password is needed if the sign-in is older than 15 minutes."""

    current_password: _Password = ""


class DeleteAccountIn(In):
    """The password, which is always needed to delete an account."""

    current_password: _Password


class CustomerDataIn(In):
    """The customer whose data an owner's call is about."""

    customer_id: Id
