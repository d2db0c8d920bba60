"""The description of the API: what routes say of themselves, what every one of them may refuse, and examples.

A route reads its body by itself (:func:`api.bodies.read`), since a form may come in place of JSON; :func:`call` tells
the description which model that is.
"""

from typing import Any

from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.json_schema import models_json_schema

from api import samples
from api.policy import Access, Operation, operation_of
from api.shapes import Failure
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

JSON = "application/json"
FORM = "multipart/form-data"
CSV = "text/csv"
PICTURES = "image/jpeg, image/png, image/webp, image/gif"
FILES = {"imageUrl": PICTURES, "imageUrl[]": PICTURES, "file": CSV}
"""What kind of file a form's field takes."""
REFUSALS = {
    401: "Nobody is signed in, or the session has ended.",
    403: "Not for this caller, or without the XSRF token.",
    404: "There is no such thing, or not for this caller.",
    409: "The shop is not in a state for this; the sentence says why.",
    413: "The body is too large.",
    422: "A value is unfit; each is named.",
    429: "Too often; Retry-After says when.",
    503: "The records cannot be reached just now; Retry-After says when to try again.",
}
WAITS = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
TAGS = [
    {"name": "customers", "description": "Shoppers: accounts, addresses, one-time codes."},
    {"name": "staff", "description": "Admins: sign-in and out."},
    {"name": "catalogue", "description": "Categories, products, pictures, vendors."},
    {"name": "gold rates", "description": "What a gram of gold costs, day by day."},
    {"name": "reviews", "description": "What shoppers say of what they were delivered."},
    {"name": "cart", "description": "What a shopper put aside to buy."},
    {"name": "wishlist", "description": "What a shopper would like to have."},
    {"name": "orders", "description": "Placing orders, reading them, moving them on."},
    {"name": "contact", "description": "Where the shop can be reached."},
    {"name": "newsletter", "description": "Asking for it, confirming, leaving."},
    {"name": "operations", "description": "Whether the shop is whole, how its work stands, who changed what."},
]
ABOUT = """Calls that share an address are told apart by `flag` or `id` in its query, and described each by itself.

Who signed in is known by a cookie that the sign-in sets; shopper and admin have one each. With it comes the readable
cookie `XSRF-TOKEN`, which every unsafe request repeats as header `X-XSRF-TOKEN`. Bodies are JSON; one without lists
may come as a form as well. Addresses answer the same without their last slash. Money is rupees, weight grams, times
UTC."""

_models: dict[str, type[BaseModel]] = {}


def call(
    *bodies: type[BaseModel],
    form: bool = False,
    anew: bool = False,
    partly: bool = False,
    csv: bool = False,
    refuses: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Describe a call, for the decorator of its route: the models of which its body is one, and what it may refuse.

    :param form: whether the body comes as a multipart form, with files, rather than as JSON.
    :param anew: whether it makes something, and so names no id.
    :param partly: whether fields that are left out stay as they are.
    :param csv: whether the answer is a file for a spreadsheet.
    :param refuses: the statuses that do not follow from who may call and what is sent.
    """
    description: dict[str, Any] = {"responses": {status: {"model": Failure} for status in refuses}}
    if csv:
        description["response_class"] = Response
        description["responses"][200] = {"content": {CSV: {"schema": {"type": "string"}}}}
    if bodies:
        _models.update({body.__name__: body for body in bodies})
        kind = {"form": form, "anew": anew, "partly": partly}
        description["openapi_extra"] = {"x-body": [body.__name__ for body in bodies], "x-kind": kind}
    return description


def describe(app: FastAPI, config: Settings) -> dict[str, Any]:
    """Return the OpenAPI document of the application, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary="An online jewellery shop, priced live by the gold rate.",
            description=ABOUT,
            routes=app.routes,
            tags=TAGS,
        )
        schemas = document["components"]["schemas"]
        schemas.update(_bodies())
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        for path, methods in document["paths"].items():
            for method, route in methods.items():
                operation = operation_of(method.upper(), path)
                if operation is not None:
                    _complete(route, operation, schemas)
        document["components"]["schemas"] = dict(sorted(schemas.items()))
        document["components"]["securitySchemes"] = _security_schemes(config)
        app.openapi_schema = document
    return app.openapi_schema


def _bodies() -> dict[str, Any]:
    models = [(model, "validation") for model in _models.values()]
    _, schemas = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    found: dict[str, Any] = schemas.get("$defs", {})
    for schema in found.values():
        for field in schema.get("properties", {}).values():
            if field.get("default", ...) is None:
                del field["default"]  # it tells that the field was left out, and is nothing to send
    return found


def _complete(route: dict[str, Any], operation: Operation, schemas: dict[str, Any]) -> None:
    """Add what follows from the policy and from the body's model."""
    route["operationId"] = to_camel(operation.name)
    route["summary"] = operation.name.replace("_", " ").capitalize()
    route["description"] = f"{route.get('description', '')}\n\nFor {_WHO[operation.access]}.".strip()
    route["security"] = _security(operation)
    names, kind = route.pop("x-body", []), route.pop("x-kind", {})
    if names:
        route["requestBody"] = _body([_variant(schemas, name, kind) for name in names], schemas, is_form=kind["form"])
    _answers(route, operation, schemas)


def _variant(schemas: dict[str, Any], name: str, kind: dict[str, bool]) -> str:
    """Return the name of the schema of a body; a part of the model has a schema of its own."""
    schema = schemas[name]
    title = name.removesuffix("In").removesuffix("Form")
    if kind["anew"]:
        name = f"New{title}"
        properties = {field: of for field, of in schema["properties"].items() if field != "id"}
        schemas[name] = schema | {"title": name, "properties": properties}
    elif kind["partly"]:
        name = f"{title}Edit"
        properties = {field: _without_default(of) for field, of in schema["properties"].items()}
        schemas[name] = {key: value for key, value in schema.items() if key != "required"}
        schemas[name] |= {"title": name, "properties": properties, "minProperties": 1}
    if kind["form"]:
        schemas[name]["properties"] = {field: _in_a_form(of) for field, of in schemas[name]["properties"].items()}
    return name


def _in_a_form(schema: dict[str, Any]) -> dict[str, Any]:
    """Leave out what no form can say: nothing, and a list of nothing."""
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    least = {"minItems": 1} if schema.get("type") == "array" else {}
    return schema | least | ({"anyOf": choices} if choices else {})


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "default"}


def _body(names: list[str], schemas: dict[str, Any], *, is_form: bool) -> dict[str, Any]:
    references = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    content: dict[str, Any] = {"schema": references[0] if len(references) == 1 else {"oneOf": references}}
    examples = {name: {"value": samples.of(schemas[name], schemas)} for name in names}
    if is_form:
        fields = {field for name in names for field in schemas[name]["properties"]}
        content["encoding"] = {field: {"contentType": FILES[field]} for field in sorted(fields & FILES.keys())}
    else:
        content["examples"] = examples
    return {"required": True, "content": {FORM if is_form else JSON: content}}


def _answers(route: dict[str, Any], operation: Operation, schemas: dict[str, Any]) -> None:
    responses = route["responses"]
    answer = responses["200"]
    answer["description"] = samples.MESSAGES.get(operation.name, "Done.")
    if JSON in answer["content"]:
        content = answer["content"][JSON]
        content["example"] = samples.of(content["schema"], schemas, message=answer["description"])
    for status in sorted({*map(int, responses), *_refusals(route, operation)} - {200}):
        responses[str(status)] = _refusal(status)


def _refusals(route: dict[str, Any], operation: Operation) -> set[int]:
    """Return the statuses that follow from who may call and what is sent."""
    refusals = {503}
    if operation.access is not Access.ANYONE:
        refusals.add(401)
    if operation.method != "GET" or operation.access in {Access.SHOPPER, Access.ADMIN}:
        refusals.add(403)
    if operation.method == "POST":
        refusals.add(413)
    if "requestBody" in route or route.get("parameters"):
        refusals.add(422)
    return refusals


def _refusal(status: int) -> dict[str, Any]:
    example = Failure(code=status, message=REFUSALS[status]).model_dump(exclude={"data"})
    schema = {"$ref": "#/components/schemas/Failure"}
    headers = {"headers": WAITS} if status in {429, 503} else {}
    return {"description": REFUSALS[status], "content": {JSON: {"schema": schema, "example": example}}, **headers}


_WHO = {
    Access.ANYONE: "anyone",
    Access.SHOPPER: "the signed-in shopper",
    Access.OWNER: "the signed-in shopper for their own rows, an admin for anyone's",
    Access.ADMIN: "an admin",
}
_SESSIONS = {
    Access.ANYONE: ["shopper", "admin"],
    Access.SHOPPER: ["shopper"],
    Access.OWNER: ["shopper", "admin"],
    Access.ADMIN: ["admin"],
}


def _security(operation: Operation) -> list[dict[str, list[str]]]:
    """Return the sessions of which the call needs one, each with the XSRF token where that is asked for."""
    if operation.access is Access.ANYONE and not operation.is_guarded:
        return []
    token: dict[str, list[str]] = {"xsrf": []} if operation.is_guarded else {}
    sessions: list[dict[str, list[str]]] = [{session: [], **token} for session in _SESSIONS[operation.access]]
    return [{}, *sessions] if operation.access is Access.ANYONE else sessions


def _security_schemes(config: Settings) -> dict[str, Any]:
    def cookie(role: Role, who: str) -> dict[str, str]:
        description = f"The session of {who}; the sign-in sets it."
        return {"type": "apiKey", "in": "cookie", "name": cookies.cookie_name(role, config), "description": description}

    return {
        "shopper": cookie(Role.CUSTOMER, "a shopper"),
        "admin": cookie(Role.ADMIN, "an admin"),
        "xsrf": {
            "type": "apiKey",
            "in": "header",
            "name": cookies.XSRF_HEADER,
            "description": f"Repeats the cookie {cookies.XSRF_COOKIE}, which comes with the session.",
        },
    }
