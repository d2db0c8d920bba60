"""Schemas and filters of vendors."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query
from sqlalchemy import Select

from api.catalogue.write_checks import Name
from api.http.base_schemas import Out
from api.http.partial_update import WithOptionalId, WithSeen
from api.http.schema_types import NULL_AS_EMPTY, BoundedText, SearchText, Text
from shop.catalogue.admin_lists import VendorSort, select_vendors
from shop.catalogue.model import Activity, Vendor

AddressLine = Annotated[str, BoundedText(500, min_length=1, multiline=True)]


class VendorIn(WithOptionalId):
    """``address3`` is the state, which is optional; ``address4`` is the pin code.

    ``createdBy`` is accepted because the form sends it, and ignored: all vendors are created by admins.
    """

    name: Name
    address1: AddressLine
    address2: AddressLine
    address3: Annotated[Text, NULL_AS_EMPTY] = ""
    address4: Annotated[str, BoundedText(20, min_length=1)]
    contact_numbers: Annotated[str, BoundedText(200, min_length=1)]
    status: Activity
    created_by: Text = "admin"


class VendorChangeIn(VendorIn, WithSeen):
    """A change of a vendor. ``seen`` has the values of the sent fields as the caller saw them."""


class VendorOut(Out):
    """A vendor. ``address3`` is the state, ``address4`` the pin code."""

    id: int
    name: str
    address1: str
    address2: str
    address3: str
    address4: str
    contact_numbers: str
    status: Activity
    created_by: str


@dataclass(frozen=True)
class VendorListQuery:
    """The filters and the order of the list, for its pages and for the CSV export."""

    status: Annotated[Activity | None, Query()] = None
    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[VendorSort, Query()] = VendorSort.OLDEST

    def select(self) -> Select[Vendor]:
        """Select the vendors."""
        query = select_vendors(self.search, self.sort)
        return query if self.status is None else query.where(Vendor.status == self.status.value)


RequestedVendors = Annotated[VendorListQuery, Depends()]
