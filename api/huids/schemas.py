"""HUIDs on the wire."""

from typing import Annotated

from pydantic import AfterValidator, Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import Id, Version
from shop.huids import rules


def _read(text: str) -> str:
    huid = rules.read(text)
    if huid is None:
        raise ValueError(rules.NO_HUID)
    return huid


def _once_each(huids: list[str]) -> list[str]:
    twice = next((huid for huid in huids if huids.count(huid) > 1), None)
    if twice:
        raise ValueError(f"has {twice} twice; each piece has a HUID of its own")
    return huids


Huid = Annotated[str, AfterValidator(_read), Field(json_schema_extra={"pattern": rules.PATTERN})]
Huids = Annotated[list[Huid], Field(max_length=10, json_schema_extra={"uniqueItems": True}), AfterValidator(_once_each)]


class HuidsIn(In):
    """All HUIDs that an order item is to have, one for each piece that has one; none to remove them.

    ``version`` is the item's ``huidsVersion`` as the caller saw it.
    """

    item_id: Id
    huids: Huids
    version: Version


class HuidsOut(Out):
    """The HUIDs that an order item has now: the same as the event that open pages receive."""

    order_id: int
    item_id: int
    customer_id: int
    huids: list[str]
    huids_version: int
    at: Time
    changed_by: str
