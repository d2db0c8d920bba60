"""The query parameters of the list of returns and of its file."""

from dataclasses import dataclass
from typing import Annotated, Literal

from fastapi import Depends, Query
from sqlalchemy import ColumnElement, literal

from api.http.schema_types import BoundedText, Id, SearchText
from shop.desk.queries import is_assigned
from shop.order_references.queries import NO_ORDERS, NamedOrders
from shop.orders.model import OrderItem
from shop.returns import queries
from shop.returns.model import Return, ReturnStatus
from shop.returns.queries import ReturnSort


@dataclass(frozen=True)
class ReturnFilters:
    """The filters of the returns, and their sort order; None sets no filter.

    ``assigned_to`` is the assignment of the order: an admin's id, or nobody.
    """

    status: Annotated[ReturnStatus | None, Query()] = None
    reason: Annotated[Annotated[str, BoundedText(200)] | None, Query()] = None
    search: Annotated[SearchText | None, Query()] = None
    assigned_to: Annotated[Id | Literal["nobody"] | None, Query(alias="assignedTo")] = None
    sort: Annotated[ReturnSort, Query()] = ReturnSort.NEWEST

    def conditions(
        self, customer_id: int | None = None, *, named: NamedOrders = NO_ORDERS
    ) -> list[ColumnElement[bool]]:
        """Return the conditions of :func:`shop.returns.queries.returns`, for all customers or for one.

        :param named: the orders that the search names by another reference.
        """
        order_id = OrderItem.order_id.expression
        conditions = [*self.of_status]
        if customer_id is not None:
            conditions.append(Return.customer_id == customer_id)
        if self.reason:
            conditions.append(Return.reason == self.reason)
        if self.search:
            conditions.append(queries.matches(self.search, [each.params(named.values) for each in named.queries]))
        if self.assigned_to == "nobody":
            conditions.append(~is_assigned(order_id))
        elif self.assigned_to is not None:
            conditions.append(is_assigned(order_id, literal(self.assigned_to)))
        return conditions

    @property
    def of_status(self) -> list[ColumnElement[bool]]:
        """The condition that a return has the requested status."""
        return [] if self.status is None else [Return.status == self.status.value]


RequestedReturns = Annotated[ReturnFilters, Depends()]
