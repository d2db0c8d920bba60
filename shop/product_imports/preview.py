"""The effect of an import on the catalogue: whether each row creates or changes a product, or is refused."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, String, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Session

from shop.catalogue.limits import CodeTaken, DiscountTooLarge, GrossWeightTooSmall, HallmarkDiffers, check_new_code
from shop.catalogue.model import Activity, Category, Product, Vendor
from shop.catalogue.sizes import set_fields
from shop.product_imports.columns import BY_FIELD, CATEGORY, COLUMNS, VENDOR
from shop.product_imports.csv_reader import ParsedFile, ParsedRow, Problem
from shop.product_imports.effect import effective_values, notes, refusals

_DEFAULTS = {column.field: column.default for column in COLUMNS if column.may_be_empty}


class Outcome(StrEnum):
    """The effect of a row."""

    CREATED = "created"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


@dataclass
class Names:
    """The ids of categories or of vendors by their codes, by their codes in any case, and by their names."""

    codes: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    codes_in_any_case: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    names: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def add(self, id_: int, code: str, name: str) -> None:
        self.codes[code].append(id_)
        self.codes_in_any_case[code.casefold()].append(id_)
        self.names[name.casefold()].append(id_)

    def find(self, text: str) -> list[int]:
        """Return the ids that a text may mean. A code precedes a name, because a name may be the code of another."""
        key = text.casefold()
        return self.codes.get(text) or self.codes_in_any_case.get(key) or self.names.get(key, [])

    def meant_by(self, text: str) -> set[int]:
        """Return the ids of all whose code or name is this text in any case."""
        key = text.casefold()
        return {*self.codes_in_any_case.get(key, []), *self.names.get(key, [])}


@dataclass
class KnownNames:
    """The categories and vendors that a file may name, and the ids of the active vendors."""

    categories: Names
    vendors: Names
    active: set[int]

    @classmethod
    def load(cls, session: Session) -> "KnownNames":
        """Read the ids of all categories and vendors; a shop has a few hundred at most.

        The code of a vendor is its name with its number.
        """
        categories, vendors = Names(), Names()
        for id_, code, name in session.execute(select(Category.id, Category.code, Category.name).order_by(Category.id)):
            categories.add(id_, code, name)
        active = set()
        for id_, name, status in session.execute(select(Vendor.id, Vendor.name, Vendor.status).order_by(Vendor.id)):
            vendors.add(id_, f"{name} #{id_}", name)
            if status == Activity.ACTIVE:
                active.add(id_)
        return cls(categories, vendors, active)

    def resolve(self, row: ParsedRow, product: Any | None) -> list[Problem]:
        """Replace a row's names by ids, and return the names that are unknown or ambiguous.

        If a name is ambiguous and the product already has one of its meanings, it keeps that one. Exported files
        contain the names of categories and vendors, which may be the codes of others.
        """
        problems = []
        for column, kind, known in ((CATEGORY, "category", self.categories), (VENDOR, "vendor", self.vendors)):
            name = row.values.get(column.field)
            if name is None:
                continue
            found = known.find(name)
            current = getattr(product, column.field, None)
            if current in known.meant_by(name):
                row.values[column.field] = current
            elif len(found) == 1:
                row.values[column.field] = found[0]
            else:
                problems.append(Problem(row.number, column.heading, _unclear(kind, name, found)))
        return problems


def _unclear(kind: str, name: str, found: list[int]) -> str:
    if not found:
        return f"There is no {kind} “{name}”."
    way_out = "its code" if kind == "category" else f"“{name} #{found[0]}”, with the vendor's number"
    return f"More than one {kind} is called {name}. Write {way_out}."


@dataclass(frozen=True)
class RowEffect:
    """The effect of a row: the fields that it changes, why it is refused, and which of its values have no effect."""

    outcome: Outcome
    changed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


@dataclass
class Preview:
    """What importing a file would do.

    ``changes`` are the rows that change something, with the changed fields. ``notes`` are the values without effect in
    rows that are not refused.
    """

    row_count: int
    changes: list[tuple[ParsedRow, Outcome, list[str]]] = field(default_factory=list)
    counts: Counter[Outcome] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)


def preview(file: ParsedFile, names: KnownNames, products: Mapping[str, Any], codes: dict[str, str]) -> Preview:
    """Compare every row with the catalogue. Nothing is read or changed. The problems are in the file's order.

    :param products: the products whose codes are in the file, by code.
    :param codes: as for :func:`classify`.
    """
    result = Preview(file.row_count, problems=list(file.problems))
    for row in file.rows:
        product = products.get(row.values.get("code", ""))
        problems = names.resolve(row, product)
        if row.valid and not problems:
            effect = classify(row, product, codes, active=names.active)
            problems = effect.problems
            result.counts[effect.outcome] += 1
            result.notes += effect.notes
            if effect.outcome in {Outcome.CREATED, Outcome.UPDATED}:
                result.changes.append((row, effect.outcome, effect.changed))
        result.problems += problems
    result.problems.sort(key=lambda problem: problem.row)
    return result


def classify(row: ParsedRow, product: Any | None, codes: dict[str, str], *, active: set[int]) -> RowEffect:
    """Return the effect of a resolved row.

    :param product: the product with the row's code, None if there is none.
    :param codes: the codes of products by their small letters, to which that of a new product is added.
    :param active: the ids of the active vendors.
    """
    before = {column.field: getattr(product, column.field) for column in COLUMNS} if product else dict(_DEFAULTS)
    given = effective_values(row.values, product)
    missing = [column.heading for column in COLUMNS if column.field not in before | given]
    if missing:
        message = f"There is no product {given['code']} yet, and a new one needs: {', '.join(missing)}."
        return RowEffect(Outcome.REFUSED, problems=[Problem(row.number, missing[0], message)])
    result = Product(**before)
    problems = _set(result, row, given, product, codes)
    changed = [name for name in BY_FIELD if product is None or getattr(result, name) != before[name]]
    if VENDOR.field in changed and result.vendor_id not in active:
        problems.append(Problem(row.number, VENDOR.heading, "This vendor is in active."))
    if problems:
        return RowEffect(Outcome.REFUSED, problems=problems)
    outcome = Outcome.UPDATED if changed else Outcome.UNCHANGED
    if product is None:
        codes[given["code"].lower()] = given["code"]
        outcome = Outcome.CREATED
    return RowEffect(outcome, changed, notes=_problems(row, notes(row.values, product, result)))


def _set(
    result: Product, row: ParsedRow, given: Mapping[str, Any], product: Any | None, codes: Mapping[str, str]
) -> list[Problem]:
    """Set the values of a row, and return why they cannot be set."""
    try:
        set_fields(result, given)
        if product is None:
            check_new_code(codes.get(given["code"].lower()))
    except CodeTaken as error:
        return [Problem(row.number, "Code", error.message)]
    except DiscountTooLarge as error:
        return [Problem(row.number, "Discount", error.message)]
    except GrossWeightTooSmall as error:
        return [Problem(row.number, "Gross weight", error.message)]
    except HallmarkDiffers as error:
        return [Problem(row.number, "Hallmark", f"{error.message} {error.fields['hallmark']}")]
    return _problems(row, refusals(row.values, product, result))


def _problems(row: ParsedRow, reasons: Mapping[str, str]) -> list[Problem]:
    return [Problem(row.number, BY_FIELD[name].heading, reason) for name, reason in reasons.items()]


def products_by_code(session: Session, codes: Sequence[str]) -> dict[str, Any]:
    """Return the columns of the products with these codes, as rows."""
    query = select(*(getattr(Product, column.field) for column in COLUMNS)).where(
        Product.code == any_(literal(list(codes), ARRAY(String)))
    )
    return {row.code: row for row in session.execute(query)}


def lock_references(session: Session, rows: Iterable[ParsedRow]) -> tuple[set[int], set[int]]:
    """Lock the categories and vendors of rows. Return the ids of the categories, and of the vendors that are active."""
    rows = list(rows)
    categories = sorted({row.values["category_id"] for row in rows if "category_id" in row.values})
    vendors = sorted({row.values["vendor_id"] for row in rows if "vendor_id" in row.values})
    existing = session.scalars(
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
    return set(existing), set(active)
