"""The routes of the reports of a month."""

from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response

from api.auth.policy import Granted
from api.db.session import Database
from api.http.base_schemas import Success
from api.http.flag_routing import feature_router
from api.http.pagination import RequestedCursorPage
from api.openapi.description import call
from api.reports import exports, service
from api.reports.exports import Part
from api.reports.schemas import DocumentPage, MoneyPage, ReportOut
from shop.clock import now
from shop.invoices.rules import Kind
from shop.reports.month import Month

router = feature_router("reports")


def _month(month: Annotated[str | None, Query(pattern=r"^20[0-9]{2}-(0[1-9]|1[0-2])$")] = None) -> Month:
    """Return the requested month, such as ``2026-10``; by default the current one."""
    if month is None:
        return Month.at(now())
    year, number = month.split("-")
    return Month(int(year), int(number))


ReportMonth = Annotated[Month, Depends(_month)]


@router.get("/report/", **call())
async def show_report(request: Request, database: Database, _: Granted, month: ReportMonth) -> Success[ReportOut]:
    """Report the sales, the money and the GST of a month in India's time."""
    gstin = request.app.state.settings.gstin
    return Success(message="Report", data=await service.report(database, month, gstin=gstin, at=now()))


@router.get("/report/?flag=documents", **call(refuses=(404,)))
async def list_report_documents(
    database: Database, _: Granted, month: ReportMonth, page: RequestedCursorPage, kind: Kind = Kind.INVOICE
) -> DocumentPage:
    """List the tax invoices or the credit notes of a month, the newest first."""
    found, cursor = await service.documents(database, page, month, kind)
    return DocumentPage(message="Documents", data=found, next_cursor=cursor)


@router.get("/report/?flag=money", **call(refuses=(404,)))
async def list_report_money(
    database: Database,
    _: Granted,
    month: ReportMonth,
    page: RequestedCursorPage,
    kind: Literal["payments", "refunds"] = "payments",
) -> MoneyPage:
    """List the payments or the refunds of a month, the newest first."""
    found, cursor = await service.money(database, page, month, is_refund=kind == "refunds")
    return MoneyPage(message="Money", data=found, next_cursor=cursor)


@router.get("/report/?flag=csv", **call(csv=True))
async def export_report(database: Database, _: Granted, month: ReportMonth, part: Part) -> Response:
    """Return a table of a month's report as a CSV file."""
    return exports.export(database, month, part)
