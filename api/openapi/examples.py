"""Examples for the OpenAPI document, made from the schemas and :mod:`api.openapi.example_values`."""

from typing import Any

from api.openapi.example_values import MODELS_OF_PEOPLE, VALUES, VALUES_BY_MODEL

Schema = dict[str, Any]


def example_of(schema: Schema, schemas: dict[str, Schema], *, message: str = "") -> Any:
    """Return an example of a schema.

    :param schemas: the components that it may refer to, by name.
    :param message: the message of a response.
    """
    name, schema = _resolved(schema, schemas)
    if "properties" in schema:
        return {
            field: _value(name, field, of_field, schemas, message)
            for field, of_field in schema["properties"].items()
            if not (field == "id" and field not in schema.get("required", [])) and field not in _excluded(schema)
        }
    for choice in schema.get("oneOf") or schema.get("anyOf") or ():
        return example_of(choice, schemas, message=message)
    if schema.get("type") == "array":
        return [example_of(schema["items"], schemas, message=message)]
    return _plain(schema)


def _excluded(schema: Schema) -> list[str]:
    """Return the fields that the schema forbids in combination with the others of the example."""
    others = [field for choice in schema.get("oneOf", [])[1:] for field in choice["required"]]
    return [*others, *schema.get("not", {}).get("required", [])[1:]]


def _resolved(schema: Schema, schemas: dict[str, Schema]) -> tuple[str, Schema]:
    name = schema.get("$ref", "").rpartition("/")[2]
    return (name, schemas[name]) if name else (schema.get("title", ""), schema)


def _value(model: str, field: str, schema: Schema, schemas: dict[str, Schema], message: str) -> Any:
    own = VALUES_BY_MODEL.get(model, {})
    if field in own:
        return own[field]
    if message and field in {"code", "message", "success", "error"} and "success" not in model:
        return {"code": 200, "message": message, "success": True, "error": False}[field]
    if field == "name" and model in MODELS_OF_PEOPLE:
        return "Asha Verma"
    if field in VALUES and not _is_nested(schema, schemas):
        return VALUES[field]
    return example_of(schema, schemas)


def _is_nested(schema: Schema, schemas: dict[str, Schema]) -> bool:
    """Whether the field holds an object or a list of objects, whose fields have values of their own."""
    _, resolved = _resolved(schema, schemas)
    choices = resolved.get("anyOf") or [resolved]
    found = [_resolved(choice.get("items", choice), schemas)[1] for choice in choices]
    return any("properties" in one for one in found)


def _plain(schema: Schema) -> Any:
    if "enum" in schema:
        return schema["enum"][0]
    if "const" in schema:
        return schema["const"]
    return {"string": "text", "integer": 1, "number": 1, "boolean": False, "null": None, "object": {}}.get(
        schema.get("type", "null")
    )
