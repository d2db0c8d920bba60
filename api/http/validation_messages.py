"""Messages about invalid fields, for people. Pydantic's own messages are for developers."""

import re
from collections.abc import Mapping
from typing import Any

_WHOLE = "must be a whole number"
_NUMBER = "must be a number"
_TEXT = "must be a text"
_OBJECT = "must be an object"
_NOT_A_DAY = "is no day of the calendar"
_BOOLEAN = "must be true or false"

_MESSAGES = {
    "missing": "is required",
    "extra_forbidden": "cannot be set here",
    **dict.fromkeys(("string_type", "string_unicode"), _TEXT),
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "is not written as it must be",
    **dict.fromkeys(("int_type", "int_parsing", "int_parsing_size", "int_from_float"), _WHOLE),
    **dict.fromkeys(("decimal_type", "decimal_parsing", "float_type", "float_parsing", "finite_number"), _NUMBER),
    "decimal_max_places": "must have at most {decimal_places} decimal places",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "enum": "must be {expected}",
    **dict.fromkeys(("bool_type", "bool_parsing"), _BOOLEAN),
    **dict.fromkeys(("date_parsing", "date_from_datetime_parsing"), _NOT_A_DAY),
    **dict.fromkeys(("datetime_parsing", "datetime_from_date_parsing"), _NOT_A_DAY),
    "list_type": "must be a list",
    "too_long": "must have at most {max_length} entries",
    **dict.fromkeys(("dict_type", "model_type", "model_attributes_type"), _OBJECT),
}

_ENUM_MEMBER = re.compile(r"<[\w.]+: ('[^']*')>")
"""How Pydantic writes an allowed value that is a member of an enum."""


def message_of(error: Mapping[str, Any]) -> str:
    """Return the message for a Pydantic error, to be read after the field's name.

    Messages of our own validators are returned unchanged.
    """
    kind, context = error["type"], error.get("ctx", {})
    if kind == "decimal_max_places" and context["decimal_places"] == 0:
        return _WHOLE
    if kind in ("string_too_short", "too_short"):
        least = context["min_length"]
        return "must not be empty" if least == 1 else f"must have at least {least}"
    if kind == "too_long" and isinstance(error["input"], str):  # a secret's text
        kind = "string_too_long"
    if kind == "literal_error":
        return "must be " + _ENUM_MEMBER.sub(r"\1", context["expected"])
    if kind in _MESSAGES:
        return _MESSAGES[kind].format(**context)
    return str(error["msg"]).removeprefix("Value error, ")
