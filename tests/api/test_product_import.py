"""Imports of products: the check of a file, and the permission to start an import."""

import asyncio
import csv
import io

import pytest
from sqlalchemy import insert, select, update

from shop.catalogue.model import Category, Product, Vendor
from shop.product_imports.model import ImportRow, ProductImport
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.product_csv import HEAD


def file(*rows: str, head: str = HEAD, name: str = "stock.csv"):
    return {"file": (name, "\n".join((head, *rows)).encode(), "text/csv")}


def ring(code: str, people, *, vendor: str = "", name: str = "Ring", discount: int = 500) -> str:
    vendor = vendor or f"Goldsmith #{people.ring.vendor_id}"
    return (
        f"{code},{name},A ring.,Bands,general,{vendor},8.125,2500.5,900,{discount},22k,active,yes,60000,7000,2026-10-01"
    )


async def foreseen(karthik, *rows: str, head: str = HEAD):
    return succeeded(await karthik.post("/product/import/", files=file(*rows, head=head)))


@pytest.fixture
async def people(people, database):
    """Add a category with a unique name. Other categories share the name Rings, and vendors the name Goldsmith."""
    await database.execute(update(Category).where(Category.id == people.ring.category_id).values(name="Bands"))
    await database.execute(insert(Category).values(code="R1", name="Rings", image_url=""))
    await database.commit()
    return people


async def test_a_file_is_looked_through_and_nothing_changes(karthik, people, run_sync):
    before = await run_sync(lambda session: session.scalars(select(Product.code)).all())
    told = await foreseen(karthik, ring("RG-1", people), ring("RG-2", people))
    assert (told["rows"], told["created"], told["updated"], told["unchanged"]) == (2, 2, 0, 0)
    assert (told["problemCount"], told["problems"], told["before"]) == (0, [], None)
    assert [(change["row"], change["code"], change["outcome"]) for change in told["changes"]] == [
        (2, "RG-1", "created"),
        (3, "RG-2", "created"),
    ]
    assert await run_sync(lambda session: session.scalars(select(Product.code)).all()) == before
    assert await run_sync(factories.events) == []
    [kept] = await run_sync(lambda session: session.scalars(select(ProductImport)).all())
    assert (kept.id, kept.status, kept.admin_name, kept.file_name) == (
        told["id"],
        "checked",
        "Karthik Rao",
        "stock.csv",
    )


async def test_columns_that_are_left_out_stay_as_they_are(karthik, people):
    told = await foreseen(karthik, f"{people.ring.code},750", f"{people.chain.code},0", head="Code,Discount")
    assert (told["updated"], told["unchanged"], told["created"]) == (1, 1, 0)
    assert told["changes"] == [
        {"row": 2, "code": people.ring.code, "name": "", "outcome": "updated", "columns": ["Discount"]}
    ]


async def test_every_fault_against_the_catalogue_is_named_and_nothing_changes(karthik, people, run_sync, database):
    await database.execute(update(Vendor).where(Vendor.id == people.chain.vendor_id).values(status="in active"))
    await database.commit()
    told = await foreseen(
        karthik,
        ring("RG-1", people).replace("Bands", "Hats"),
        ring("RG-2", people, vendor="Nobody"),
        ring("RG-3", people, vendor="Goldsmith"),
        ring("RG-4", people, vendor=f"goldsmith #{people.chain.vendor_id}"),
        ring("RG-5", people, discount=2501),
        ring("RG-6", people),
        ring("RG-7", people).replace("8.125", "none").replace("Bands", "Hats"),
        ring("RG-8", people).replace("Bands", "Rings"),
    )
    assert told["id"] is None
    assert (told["badRows"], told["problemCount"], told["created"]) == (7, 8, 1)
    assert [(problem["row"], problem["column"]) for problem in told["problems"]] == [
        (2, "Category"),
        (3, "Vendor"),
        (4, "Vendor"),
        (5, "Vendor"),
        (6, "Discount"),
        (8, "Weight"),
        (8, "Category"),
        (9, "Category"),
    ]
    assert told["problems"][0]["message"] == "There is no category “Hats”."
    assert "More than one vendor is called Goldsmith" in told["problems"][2]["message"]
    [kept] = await run_sync(lambda session: session.scalars(select(ProductImport)).all())
    assert (kept.id, kept.status, kept.to_do, kept.left_out) == (told["partialId"], "checked", 1, 7)
    assert await run_sync(factories.events) == []


async def test_a_new_code_differs_by_more_than_capitals_from_the_shops_and_the_files(karthik, people, database):
    for code in ("RG-7", "X-1", "x-1"):
        await database.run_sync(factories.stock_product, code=code)
    await database.commit()
    rows = [ring(code, people) for code in ("rg-7", "X-1", "x-1", "CH-2", "ch-2")]
    told = await foreseen(karthik, *rows)
    assert (told["created"], told["updated"], told["badRows"]) == (1, 2, 2)
    assert [(problem["row"], problem["column"], problem["message"]) for problem in told["problems"]] == [
        (2, "Code", "There is already one with the code RG-7. Codes must differ by more than capitals."),
        (6, "Code", "There is already one with the code CH-2. Codes must differ by more than capitals."),
    ]


async def mend(karthik, import_id: int) -> bytes:
    response = await karthik.get(f"/product/import/refused/?id={import_id}")
    assert response.headers["content-type"].startswith("text/csv")
    assert response.headers["content-disposition"] == 'attachment; filename="stock-to-mend.csv"'
    return response.content


async def test_good_rows_begin_without_the_bad_ones_which_come_back_to_be_mended(karthik, people):
    bad = ring("=RG-1", people).replace("8.125", "heavy").replace("Bands", "Hats")
    told = await foreseen(karthik, bad, ring("RG-2", people), "RG-3,too short")
    assert (told["id"], told["badRows"], told["created"]) == (None, 2, 1)
    begun = succeeded(await karthik.post(f"/product/import/?id={told['partialId']}"))
    assert (begun["status"], begun["toDo"], begun["leftOut"], begun["refused"]) == ("running", 1, 2, 0)
    shown = succeeded(await karthik.get(f"/product/import/?id={told['partialId']}"))
    assert [problem["row"] for problem in shown["problems"]] == [2, 4]
    content = await mend(karthik, told["partialId"])
    head, first, second = csv.reader(io.StringIO(content.decode("utf-8-sig")))
    assert head == ["What is wrong", *HEAD.split(",")]
    assert first[0].startswith("Weight is “heavy”, which is no number.")
    assert first[0].endswith("There is no category “Hats”.")
    assert first[1:3] == ["'=RG-1", "Ring"]
    assert second == [
        "This row has 2 cells, the head has 16. Is a quote or a comma missing?",
        "RG-3",
        "too short",
    ]
    mended = content.replace(b"heavy", b"8.125").replace(b"Hats", b"Bands").rpartition(b'"This row')[0]
    again = succeeded(await karthik.post("/product/import/", files={"file": ("stock.csv", mended, "text/csv")}))
    assert (again["problems"], again["created"], again["changes"][0]["code"]) == ([], 1, "=RG-1")
    failed(await karthik.get("/product/import/refused/?id=99"), 404)


async def test_bad_rows_keep_their_delimiter_and_the_reasons_of_the_last_round_alone(karthik, people):
    head = f"What is wrong;{HEAD}".replace(",", ";")
    row = ring("RG-1", people).replace(",", ";").replace("8.125", "8,125").replace("Bands", "Hats")
    told = await foreseen(karthik, f"An old reason;{row}", head=head)
    content = (await mend(karthik, told["partialId"])).decode("utf-8-sig")
    first, second = csv.reader(io.StringIO(content), delimiter=";")
    assert first == head.split(";")
    assert (second[0], second[7]) == ("There is no category “Hats”.", "8,125")
    failed(await karthik.post(f"/product/import/?id={told['partialId']}"), 409)


async def test_a_new_product_needs_every_column(karthik, people):
    told = await foreseen(karthik, "RG-1,Ring", head="Code,Name")
    [problem] = told["problems"]
    assert problem["message"].startswith("There is no product RG-1 yet, and a new one needs: Description, Category,")


async def test_a_vendor_who_is_in_active_stays_where_they_are(karthik, people, database):
    await database.execute(update(Vendor).values(status="in active"))
    await database.commit()
    told = await foreseen(karthik, f"{people.ring.code},Goldsmith #{people.ring.vendor_id}", head="Code,Vendor")
    assert (told["unchanged"], told["problems"]) == (1, [])


async def test_an_import_begins_once(karthik, people, run_sync):
    told = await foreseen(karthik, ring("RG-1", people))
    begun = succeeded(await karthik.post(f"/product/import/?id={told['id']}"))
    assert (begun["status"], begun["toDo"], begun["done"]) == ("running", 1, 0)
    failed(await karthik.post(f"/product/import/?id={told['id']}"), 409)
    [event] = await run_sync(factories.events)
    assert (event["type"], event["reach"], event["data"]["id"]) == ("product_import.started", "admins", told["id"])
    shown = succeeded(await karthik.get(f"/product/import/?id={told['id']}"))
    assert (shown["status"], shown["stopped"], shown["problems"]) == ("running", False, [])
    [listed] = succeeded(await karthik.get("/product/import/"))
    assert (listed["fileName"], listed["adminName"]) == ("stock.csv", "Karthik Rao")


async def test_two_admins_at_once_let_an_import_begin_once(open_shop):
    people, browsers = open_shop
    async with await browsers.of(people.karthik) as karthik:
        told = await foreseen(karthik, f"{people.ring.code},5", head="Code,Discount")
        answers = await asyncio.gather(*(karthik.post(f"/product/import/?id={told['id']}") for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]


async def test_a_file_that_changes_nothing_cannot_begin(karthik, people):
    told = await foreseen(karthik, f"{people.ring.code},0", head="Code,Discount")
    assert (told["unchanged"], told["changes"]) == (1, [])
    assert "nothing to import" in failed(await karthik.post(f"/product/import/?id={told['id']}"), 409)["message"]


async def test_the_same_file_says_who_imported_it_before(karthik, people):
    row = f"{people.ring.code},5"
    told = await foreseen(karthik, row, head="Code,Discount")
    await karthik.post(f"/product/import/?id={told['id']}")
    again = await foreseen(karthik, row, head="Code,Discount")
    assert again["before"]["adminName"] == "Karthik Rao"


async def test_an_import_that_is_not_there(karthik):
    failed(await karthik.get("/product/import/?id=99"), 404)
    failed(await karthik.post("/product/import/?id=99"), 404)


@pytest.mark.parametrize(
    "sent",
    [
        {"json": {}},
        {"data": {"file": "Code"}, "files": {"other": ("x.csv", b"Code\nRG-1", "text/csv")}},
        {"files": {"file": ("x.csv", b"", "text/csv")}},
        {"files": {"file": ("x.csv", b",,,\n", "text/csv")}},
        {"files": {"file": ("x.xlsx", b"PK\x03\x04", "application/zip")}},
    ],
    ids=["no form", "another field", "empty", "empty cells", "a workbook"],
)
async def test_what_is_no_csv_file_is_refused_at_its_field(karthik, people, sent):
    failed(await karthik.post("/product/import/", **sent), 422, "file")


async def test_broken_forms_are_refused(karthik, people):
    broken = {"content": b"--x\r\nnonsense", "headers": {"content-type": "multipart/form-data; boundary=x"}}
    failed(await karthik.post("/product/import/", **broken), 422, "file")
    many = [("file", (f"{number}.csv", b"Code\nx", "text/csv")) for number in range(3)]
    failed(await karthik.post("/product/import/", files=many), 422)
    failed(await karthik.post("/product/import/", files=file("x" * (12 * 1024 * 1024))), 413)
    large = failed(await karthik.post("/product/import/", files=file("x" * (10 * 1024 * 1024 + 1))), 413)
    assert large["message"] == "The file has more than 10 MB. Please split it."


async def test_the_template_is_read_by_spreadsheets_and_by_the_shop(karthik, people, database):
    answer = await karthik.get("/product/import/template/")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="products-template.csv"'
    assert answer.content.startswith(b'\xef\xbb\xbf"Code","Name","Description","Category",')
    await database.execute(update(Vendor).where(Vendor.id == people.ring.vendor_id).values(name="First"))
    await database.commit()
    fit = (await karthik.get("/product/import/template/")).content
    told = succeeded(await karthik.post("/product/import/", files={"file": ("t.csv", fit)}))
    assert (told["created"], told["problems"]) == (1, [])


async def test_what_is_exported_changes_nothing_when_it_is_imported(karthik, people, database, run_sync):
    await database.execute(
        update(Product)
        .where(Product.id == people.ring.id)
        .values(name='=Ring, "round"', description="Two\r\nlines; सोना", weight="8.125", status="in active")
    )
    await database.commit()
    answer = await karthik.get("/product/?flag=csv")
    assert "'=Ring" in answer.text
    told = succeeded(await karthik.post("/product/import/", files={"file": ("products.csv", answer.content)}))
    assert told["problems"] == []
    # An inactive product is never in stock, and the row above makes it inactive.
    assert (told["rows"], told["unchanged"], told["updated"]) == (2, 1, 1)
    assert told["changes"][0]["columns"] == ["Stock availability"]


async def test_rows_of_a_deleted_import_go_with_it(karthik, people, run_sync, database):
    told = await foreseen(karthik, ring("RG-1", people))
    await database.execute(ProductImport.__table__.delete().where(ProductImport.id == told["id"]))
    await database.commit()
    assert await run_sync(lambda session: session.scalars(select(ImportRow)).all()) == []
