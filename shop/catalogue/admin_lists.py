"""Lists of categories and vendors for the admin."""

from enum import StrEnum

from sqlalchemy import Select, func, or_, select

from shop.catalogue.model import Category, Vendor


class CategorySort(StrEnum):
    """The orders of the list, as the wire names them."""

    OLDEST = "oldest"
    NEWEST = "newest"
    CODE = "code"
    CODE_DOWN = "codeDesc"
    NAME = "name"
    NAME_DOWN = "nameDesc"


class VendorSort(StrEnum):
    """The orders of the list, as the wire names them."""

    OLDEST = "oldest"
    NEWEST = "newest"
    NAME = "name"
    NAME_DOWN = "nameDesc"


def select_categories(search: str, sort: CategorySort) -> Select[Category]:
    """Select the categories with ``search`` in their code or name, in any case."""
    query = select(Category)
    if search:
        query = query.where(or_(*(part.icontains(search, autoescape=True) for part in (Category.code, Category.name))))
    code, name = func.lower(Category.code), func.lower(Category.name)
    orders = {
        CategorySort.OLDEST: (),
        CategorySort.NEWEST: (Category.id.desc(),),
        CategorySort.CODE: (code,),
        CategorySort.CODE_DOWN: (code.desc(),),
        CategorySort.NAME: (name,),
        CategorySort.NAME_DOWN: (name.desc(),),
    }
    return query.order_by(*orders[sort], Category.id)


def select_vendors(search: str, sort: VendorSort) -> Select[Vendor]:
    """Select the vendors with ``search`` in their name, city or phone numbers, in any case."""
    query = select(Vendor)
    if search:
        parts = (Vendor.name, Vendor.address2, Vendor.contact_numbers)
        query = query.where(or_(*(part.icontains(search, autoescape=True) for part in parts)))
    name = func.lower(Vendor.name)
    orders = {
        VendorSort.OLDEST: (),
        VendorSort.NEWEST: (Vendor.id.desc(),),
        VendorSort.NAME: (name,),
        VendorSort.NAME_DOWN: (name.desc(),),
    }
    return query.order_by(*orders[sort], Vendor.id)
