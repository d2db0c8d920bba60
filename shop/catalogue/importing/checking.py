"""What a row would do to the catalogue as it is: make a product, change one, change nothing, or be refused."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, String, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from shop import texts
from shop.catalogue.importing.columns import BY_FIELD, CATEGORY, COLUMNS, VENDOR
from shop.catalogue.importing.reading import Line, Problem, Sheet
from shop.catalogue.model import Activity, Category, DiscountTooLarge, Product, Vendor

_DEFAULTS = {"discount": 0, "purity": "22k"}


class Outcome(StrEnum):
    """What becomes of a row."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


@dataclass
class Choices:
    """The categories and vendors that a file may name, by what they are called in small letters."""

    categories: dict[str, list[int]]
    vendors: dict[str, list[int]]
    active: set[int]

    @classmethod
    def read(cls, session: Session) -> "Choices":
        """Read them all; a shop has some hundreds at most. A category goes by its code or by its name."""
        categories: dict[str, list[int]] = defaultdict(list)
        for id_, code, name in session.execute(select(Category.id, Category.code, Category.name).order_by(Category.id)):
            for called in {code.casefold(), name.casefold()}:
                categories[called].append(id_)
        vendors: dict[str, list[int]] = defaultdict(list)
        active = set()
        for id_, name, status in session.execute(select(Vendor.id, Vendor.name, Vendor.status).order_by(Vendor.id)):
            vendors[name.casefold()].append(id_)
            vendors[f"{name} #{id_}".casefold()].append(id_)
            if status == Activity.ACTIVE:
                active.add(id_)
        return cls(categories, vendors, active)

    def resolve(self, line: Line, there: Any | None) -> list[Problem]:
        """Put ids in the place of a line's names, and say which are unknown or stand for several.

        Where a name stands for several and the product has one of them, that one is meant.
        """
        problems = []
        for column, kind, known in ((CATEGORY, "category", self.categories), (VENDOR, "vendor", self.vendors)):
            name = line.values.get(column.field)
            if name is None:
                continue
            found = known.get(name.casefold(), [])
            held = getattr(there, column.field, None)
            if held not in found and len(found) != 1:
                problems.append(Problem(line.row, column.heading, _unclear(kind, name, found)))
            else:
                line.values[column.field] = held if held in found else found[0]
        return problems


def _unclear(kind: str, name: str, found: list[int]) -> str:
    if not found:
        return f"There is no {kind} “{name}”."
    way_out = "its code" if kind == "category" else f"“{name} #{found[0]}”, with the vendor's number"
    return f"More than one {kind} is called {name}. Write {way_out}."


@dataclass
class Foreseen:
    """What importing a sheet would do. ``lines`` are those that change something, with their outcomes."""

    rows: int
    lines: list[tuple[Line, Outcome, list[str]]] = field(default_factory=list)
    counts: Counter[Outcome] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)


def foresee(sheet: Sheet, choices: Choices, stocked: Mapping[str, Any]) -> Foreseen:
    """Look at every line against the catalogue; nothing is read or changed. The problems are in the file's order.

    :param stocked: the products that the file names, by their codes.
    """
    foreseen = Foreseen(sheet.rows, problems=list(sheet.problems))
    for line in sheet.lines:
        there = stocked.get(line.values.get("code", ""))
        problems = choices.resolve(line, there)
        if line.fit and not problems:
            outcome, moved, problems = judge(line, there, active=choices.active)
            foreseen.counts[outcome] += 1
            if outcome in {Outcome.CREATED, Outcome.UPDATED}:
                foreseen.lines.append((line, outcome, moved))
        foreseen.problems += problems
    foreseen.problems.sort(key=lambda problem: problem.row)
    return foreseen


def judge(line: Line, there: Any | None, *, active: set[int]) -> tuple[Outcome, list[str], list[Problem]]:
    """Say what a line with its ids does to a product with its code, which fields it moves, and why it may not.

    :param there: the product as it is, None where there is none.
    """
    before = {column.field: getattr(there, column.field) for column in COLUMNS} if there else dict(_DEFAULTS)
    given = {name: _or_as_it_is(value, before.get(name)) for name, value in line.values.items()}
    missing = [column.heading for column in COLUMNS if column.field not in before | given]
    if missing:
        message = f"There is no product {given['code']} yet, and a new one needs: {', '.join(missing)}."
        return Outcome.REFUSED, [], [Problem(line.row, missing[0], message)]
    product, problems = Product(**before | given), []
    try:
        product.settle()
    except DiscountTooLarge as error:
        problems.append(Problem(line.row, "Discount", error.message))
    moved = [name for name in BY_FIELD if there is None or getattr(product, name) != before[name]]
    if VENDOR.field in moved and product.vendor_id not in active:
        problems.append(Problem(line.row, VENDOR.heading, "This vendor is in active."))
    if problems:
        return Outcome.REFUSED, [], problems
    if there is None:
        return Outcome.CREATED, moved, []
    return (Outcome.UPDATED if moved else Outcome.UNCHANGED), moved, []


def _or_as_it_is(value: Any, before: Any) -> Any:
    """Return a value of a line, or what is there where only the writing of line breaks and accents differs."""
    return before if isinstance(before, str) and texts.lines(before) == value else value


def stocked_by_code(session: Session, codes: Sequence[str]) -> dict[str, Any]:
    """Return what the file can say of the products with these codes, as rows."""
    query = select(*(getattr(Product, column.field) for column in COLUMNS)).where(
        Product.code == any_(literal(list(codes), ARRAY(String)))
    )
    return {row.code: row for row in session.execute(query)}


def hold_choices(session: Session, lines: Iterable[Line]) -> tuple[set[int], set[int]]:
    """Hold the categories and vendors of lines as they are; return those that are there, and of the vendors, active."""
    lines = list(lines)
    categories = sorted({line.values["category_id"] for line in lines if "category_id" in line.values})
    vendors = sorted({line.values["vendor_id"] for line in lines if "vendor_id" in line.values})
    held = session.scalars(
        select(Category.id)
        .where(Category.id == any_(literal(categories, ARRAY(BigInteger))))
        .order_by(Category.id)
        .with_for_update(read=True)
    )
    active = session.scalars(
        select(Vendor.id)
        .where(Vendor.id == any_(literal(vendors, ARRAY(BigInteger))), Vendor.status == Activity.ACTIVE.value)
        .order_by(Vendor.id)
        .with_for_update(read=True)
    )
    return set(held), set(active)
