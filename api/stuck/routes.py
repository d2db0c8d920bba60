"""The route of stuck orders. The board lists the orders: ``/order/?flag=allOrders&stuck=…``."""

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.openapi.description import call
from api.stuck.schemas import StuckOut
from shop.clock import now
from shop.stuck import queries, reports
from shop.stuck.rules import StuckRule, hours_of
from shop.stuck.settings import stuck_settings

router = feature_router("orders")


@router.get("/order/stuck/", **call())
async def list_stuck(database: Database, _: Granted) -> Success[list[StuckOut]]:
    """Count the stuck orders by rule. The settings define after how many hours an order is stuck."""
    settings = stuck_settings()
    rows = await database.execute(queries.COUNTS, reports.parameters(settings, now()))
    found = {StuckRule(row.rule): row for row in rows}
    counted = [
        StuckOut(rule=rule, hours=hours_of(rule, settings), orders=found[rule].orders, oldest=found[rule].oldest)
        for rule in StuckRule
    ]
    return Success(message="Stuck", data=counted)
