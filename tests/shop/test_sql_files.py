"""SQL files: how the loader handles parameters, casts, includes and comments."""

from collections.abc import AsyncIterator

import pytest

from shop.db import sql_files
from shop.db.pool import Pool
from shop.settings import Settings


@pytest.fixture
async def pool(shop_settings: Settings) -> AsyncIterator[Pool]:
    pool = Pool(shop_settings, "tests")
    yield pool
    await pool.close()


@pytest.fixture
def statement(monkeypatch, tmp_path):
    """Return a function that writes SQL files for the loader and returns the query of the first file."""
    monkeypatch.setattr(sql_files, "files", lambda _package: tmp_path)
    (tmp_path / "sql").mkdir()

    def write(**texts: str):
        for name, text in texts.items():
            (tmp_path / "sql" / f"{name}.sql").write_text(text)
        return sql_files.query(next(iter(texts)))

    return write


async def test_parameters_have_names_and_may_be_repeated(statement, pool):
    query = statement(add="SELECT :first::int + :second::int AS sum, :first::int AS first")
    [[row]] = await pool.fetch_all(query(first=3, second=4))
    assert (row.sum, row.first) == (7, 3)


async def test_a_colon_in_a_cast_or_a_literal_is_no_parameter_and_a_percent_sign_is_itself(statement, pool):
    query = statement(
        odd="SELECT '10:30'::text AS time, '{1,2,3}'::int[] AS numbers, 7 % :by::int AS rest, '5%' AS share"
    )
    [[row]] = await pool.fetch_all(query(by=4))
    assert (row.time, row.numbers, row.rest, row.share) == ("10:30", [1, 2, 3], 3, "5%")


async def test_the_cast_says_how_a_value_is_written(statement, pool):
    query = statement(wide="SELECT :data::jsonb -> 'at' AS at, :ids::bigint[] AS ids")
    [[row]] = await pool.fetch_all(query(data={"at": "now", "none": None}, ids=[1, 2**40]))
    assert (row.at, row.ids) == ("now", [1, 2**40])


async def test_a_file_may_include_another(statement, pool):
    query = statement(
        outer="SELECT (\n    \\ir inner.sql\n) AS number -- the inner one\n", inner="-- One.\nSELECT :n::int\n"
    )
    [[row]] = await pool.fetch_all(query(n=5))
    assert row.number == 5
    assert "--" not in query.text


def test_a_missing_file_is_named(statement):
    with pytest.raises(FileNotFoundError, match=r"missing\.sql"):
        statement(outer="SELECT (\n\\ir missing.sql\n)")
