"""Run many cases in one API test. The cases share its fixtures, which take most of the time of a short test."""

import inspect
import reprlib
from collections.abc import Awaitable, Callable, Iterable
from itertools import product
from typing import Any

Test = Callable[..., Awaitable[None]]


def cases(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Test], Test]:
    """Like `pytest.mark.parametrize`, but each case is a subtest, and what it writes is undone after it.

    A case that fails is reported with its arguments, and the others run. Several of these decorators multiply.
    """
    given = [{names: value} if isinstance(names, str) else dict(zip(names, value, strict=True)) for value in values]

    def decorate(test: Test) -> Test:
        body, sets = getattr(test, "cases", (test, []))
        sets = [given, *sets]
        taken = {name for each in sets for name in each[0]}
        fixtures = [each for name, each in inspect.signature(body).parameters.items() if name not in taken]
        added = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in ("undone", "subtests")]

        async def run_all(**arguments: Any) -> None:
            undone, subtests = arguments.pop("undone"), arguments.pop("subtests")
            for parts in product(*sets):
                case = {name: value for part in parts for name, value in part.items()}
                with subtests.test(**{name: reprlib.repr(value) for name, value in case.items()}):
                    async with undone():
                        await body(**arguments, **case)

        run_all.__name__, run_all.__doc__, run_all.__module__ = body.__name__, body.__doc__, body.__module__
        run_all.__signature__ = inspect.Signature([*fixtures, *added])  # the arguments that pytest passes
        run_all.cases = body, sets
        return run_all

    return decorate
