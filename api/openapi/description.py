"""The OpenAPI document: what routes declare, the failures that follow from the policy, and examples.

A route reads its body itself (:func:`api.http.request_bodies.read_body`), as it may be a form or JSON. So
:func:`call` declares the model of the body.
"""

import json
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.alias_generators import to_camel
from pydantic.json_schema import models_json_schema

from api.auth.operation import Access, Operation
from api.auth.policy_table import operation_of
from api.http.base_schemas import Failure
from api.openapi import event_examples
from api.openapi.examples import example_of
from api.openapi.messages import message_of, summary_of
from api.openapi.parameters import describe_parameters
from api.openapi.security import security, security_schemes, who
from shop.settings import Settings

JSON = "application/json"
FORM = "multipart/form-data"
CSV = "text/csv"
EVENT_STREAM = "text/event-stream"
PICTURES = "image/jpeg, image/png, image/webp, image/gif"
FILES = {"imageUrl": PICTURES, "imageUrl[]": PICTURES, "file": CSV}
"""The content types of files, by the field of the form."""
FAILURES = {
    400: "This does not come from the payment provider.",
    401: "Nobody is signed in, or the session has ended.",
    403: "The caller may not do this, or the XSRF token is missing.",
    404: "It does not exist, or the caller may not see it.",
    409: "The state of the shop does not allow this; the message says why.",
    410: "It is no longer kept.",
    413: "The body is too large.",
    422: "A value is invalid; each is named.",
    429: "Too many requests; Retry-After says when to try again.",
    503: "The database, the pictures or the payment provider do not answer, or a file is still being made; Retry-After"
    " says when to try again.",
}
RETRY_AFTER = {
    "Retry-After": {"description": "Seconds to wait.", "required": True, "schema": {"type": "integer", "minimum": 1}}
}
REDIRECT = {
    "description": "See the page that Location names.",
    "headers": {"Location": {"description": "The page.", "required": True, "schema": {"type": "string"}}},
}
TAGS = [
    {"name": "customers", "description": "Shoppers: accounts, addresses, one-time codes."},
    {"name": "staff", "description": "Admins: sign-in and sign-out."},
    {"name": "catalogue", "description": "Categories, products, pictures, vendors."},
    {"name": "gold rates", "description": "The price of a gram of gold, by day."},
    {"name": "reviews", "description": "What shoppers write about delivered products."},
    {"name": "cart", "description": "The products that a shopper is about to buy."},
    {"name": "stock", "description": "Counts of pieces, and requests for a mail when a product is back."},
    {"name": "wishlist", "description": "The products that a shopper marked."},
    {"name": "orders", "description": "Placing orders, reading them, changing their status."},
    {"name": "price holds", "description": "Prices that hold for a while, in checkout."},
    {"name": "invoices", "description": "Tax invoices and credit notes of orders."},
    {"name": "reports", "description": "The sales, the money and the GST of a month."},
    {"name": "returns", "description": "Returns of delivered pieces."},
    {"name": "payments", "description": "Ways to pay, claims of shoppers, what staff confirm, reject and refund."},
    {"name": "policies", "description": "The pages on shipping, returns, privacy and terms."},
    {"name": "contact", "description": "How to reach the shop."},
    {"name": "newsletter", "description": "Subscribing, confirming, unsubscribing."},
    {"name": "integrations", "description": "Other systems: API keys, webhooks, the event feed."},
    {"name": "operations", "description": "Health, the state of background work, and the audit."},
]
ABOUT = """Several operations share an address. `flag` or `id` in the query selects one; each has an entry here.

A session is a cookie that the sign-in sets; shoppers and admins have one each. The sign-in also sets the readable
cookie `XSRF-TOKEN`, which every unsafe request repeats as the header `X-XSRF-TOKEN`. Other systems send an API key as
`Authorization: Bearer …` instead; each entry says which scopes reach it. Bodies are JSON; a body without
lists may also be a form. The last slash of an address may be omitted. Money is in rupees, weight in grams, times in
UTC."""

_models: dict[str, type[BaseModel]] = {}


def call(
    *bodies: type[BaseModel],
    query: type[BaseModel] | None = None,
    form: bool = False,
    creates: bool = False,
    partial: bool = False,
    csv: bool = False,
    event_stream: bool = False,
    redirects: bool = False,
    refuses: tuple[int, ...] = (),
) -> dict[str, Any]:
    """Return the arguments of a route's decorator that describe the operation.

    :param bodies: the models of the body, which is one of them.
    :param query: the model of the query parameters, if the route parses them itself.
    :param form: whether the body is a multipart form with files, not JSON.
    :param creates: whether it creates a row, so that the body has no id.
    :param partial: whether omitted fields stay as they are.
    :param csv: whether the response is a CSV file.
    :param event_stream: whether the response may also be a stream of server-sent events.
    :param redirects: whether a browser may be redirected to a page.
    :param refuses: the statuses of failures that do not follow from the policy and the body.
    """
    arguments: dict[str, Any] = {"responses": {status: {"model": Failure} for status in refuses}}
    if csv:
        arguments["response_class"] = Response
        arguments["responses"][200] = {"content": {CSV: {"schema": {"type": "string"}}}}
    if event_stream:
        arguments["responses"][200] = {"content": {EVENT_STREAM: {"schema": {"type": "string"}}}}
    if redirects:
        arguments["responses"][303] = REDIRECT
    if bodies:
        for body in bodies:
            _add_model(body)
        options = {"form": form, "creates": creates, "partial": partial}
        arguments["openapi_extra"] = {"x-body": [body.__name__ for body in bodies], "x-options": options}
    if query:
        _add_model(query)
        arguments["openapi_extra"] = {"x-query": query.__name__}
    return arguments


def _add_model(model: type[BaseModel]) -> None:
    """Add a model to the components of the document, where it is referenced by its name."""
    if _models.setdefault(model.__name__, model) is not model:
        raise RuntimeError(f"Two models of bodies have the name {model.__name__}. Please rename one.")


def describe(app: FastAPI, config: Settings) -> dict[str, Any]:
    """Return the OpenAPI document of the application. It is generated once."""
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
        routes = [route for route in app.routes if isinstance(route, APIRoute)]
        endpoints = {(method, route.path): route.endpoint for route in routes for method in route.methods or ()}
        for path, methods in document["paths"].items():
            for method, route in methods.items():
                operation = operation_of(method.upper(), path)
                if operation is not None:
                    _complete(route, operation, endpoints[method.upper(), path], schemas)
        document["components"]["schemas"] = dict(sorted(schemas.items()))
        document["components"]["responses"] = {_component(status): _failure(status) for status in FAILURES}
        document["webhooks"] = event_examples.webhooks()
        document["components"]["securitySchemes"] = security_schemes(config)
        app.openapi_schema = document
    return app.openapi_schema


def _bodies() -> dict[str, Any]:
    models = [(model, "validation") for model in _models.values()]
    _, schemas = models_json_schema(models, ref_template="#/components/schemas/{model}")  # type: ignore[arg-type]
    found: dict[str, Any] = schemas.get("$defs", {})
    for schema in found.values():
        for field in schema.get("properties", {}).values():
            if field.get("default", ...) is None:
                del field["default"]  # the default null means an omitted field; an explicit null may be refused
    return found


def _complete(
    route: dict[str, Any], operation: Operation, endpoint: Callable[..., Any], schemas: dict[str, Any]
) -> None:
    """Add what follows from the policy, the models of the body and the source of the route."""
    route["operationId"] = to_camel(operation.name)
    route["summary"] = summary_of(operation.name)
    route["description"] = f"{route.get('description', '')}\n\nFor {who(operation)}.".strip()
    route["security"] = security(operation)
    if "x-query" in route:
        route["parameters"] = _parameters(schemas.pop(route.pop("x-query")))
    describe_parameters(route.get("parameters", []))
    names, options = route.pop("x-body", []), route.pop("x-options", {})
    if names:
        route["requestBody"] = _body(
            [_variant(schemas, name, options) for name in names], schemas, is_form=options["form"]
        )
    _add_responses(route, operation, endpoint, schemas)


def _parameters(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the parameters of a query, all optional, from the schema of its model."""
    fields = schema["properties"].items()
    return [{"name": name, "in": "query", "required": False, "schema": field} for name, field in fields]


def _variant(schemas: dict[str, Any], name: str, options: dict[str, bool]) -> str:
    """Return the name of a body's schema, after adding it if it is only a part of the model."""
    schema = schemas[name]
    title = name.removesuffix("In").removesuffix("Form")
    if options["creates"]:
        name = f"New{title}"
        properties = {field: of for field, of in schema["properties"].items() if field != "id"}
        schemas[name] = schema | {"title": name, "properties": properties}
    elif options["partial"]:
        name = f"{title}Edit"
        properties = {field: _without_default(of) for field, of in schema["properties"].items()}
        schemas[name] = {key: value for key, value in schema.items() if key != "required"}
        schemas[name] |= {"title": name, "properties": properties, "minProperties": 1}
    if options["form"]:
        fields, examples = schemas[name]["properties"], example_of(schemas[name], schemas)
        schemas[name]["properties"] = {field: _form_schema(of) for field, of in fields.items()}
        for field in examples.keys() - FILES.keys():
            if (value := examples[field]) is not None:
                # Swagger UI fills in a form from the examples of its fields, and ignores those of the whole body. It
                # would send a list as several fields.
                example = json.dumps(value) if isinstance(value, list | dict) else value
                schemas[name]["properties"][field]["examples"] = [example]
    return name


def _form_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """Remove from a schema the values that a form cannot send: null and an empty list."""
    choices = [choice for choice in schema.get("anyOf", []) if choice.get("type") != "null"]
    least = {"minItems": 1} if schema.get("type") == "array" else {}
    return schema | least | ({"anyOf": choices} if choices else {})


def _without_default(schema: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in schema.items() if key != "default"}


def _body(names: list[str], schemas: dict[str, Any], *, is_form: bool) -> dict[str, Any]:
    references = [{"$ref": f"#/components/schemas/{name}"} for name in names]
    content: dict[str, Any] = {"schema": references[0] if len(references) == 1 else {"oneOf": references}}
    if is_form:
        fields = {field for name in names for field in schemas[name]["properties"]}
        content["encoding"] = {field: {"contentType": FILES[field]} for field in sorted(fields & FILES.keys())}
    else:
        content["examples"] = {name: {"value": example_of(schemas[name], schemas)} for name in names}
    return {"required": True, "content": {FORM if is_form else JSON: content}}


def _add_responses(
    route: dict[str, Any], operation: Operation, endpoint: Callable[..., Any], schemas: dict[str, Any]
) -> None:
    responses = route["responses"]
    success = responses.get("200", {"content": {}})  # a call may always redirect
    success["description"] = route["summary"]
    if JSON in success["content"]:
        content = success["content"][JSON]
        is_file = content["schema"].get("type") == "string"
        message = "" if is_file else message_of(operation.name, endpoint)
        content["example"] = example_of(content["schema"], schemas, message=message)
    for status in sorted({*map(int, responses), *_failures(route, operation)} - {200, 303}):
        responses[str(status)] = {"$ref": f"#/components/responses/{_component(status)}"}


def _failures(route: dict[str, Any], operation: Operation) -> set[int]:
    """Return the statuses of failures that follow from the policy and from the body."""
    failures = {503}
    if operation.access is not Access.ANYONE or operation.scopes:
        failures.add(401)
    if operation.scopes:
        failures |= {403, 429}
    if operation.method != "GET" or operation.access is not Access.ANYONE:
        failures.add(403)
    if operation.method == "POST":
        failures.add(413)
    if "requestBody" in route or route.get("parameters"):
        failures.add(422)
    return failures


def _component(status: int) -> str:
    """Return the name of a failure's response among the components, where all calls share it."""
    return f"Failure{status}"


def _failure(status: int) -> dict[str, Any]:
    example = Failure(code=status, message=FAILURES[status]).model_dump(exclude={"data"})
    schema = {"$ref": "#/components/schemas/Failure"}
    headers = {"headers": RETRY_AFTER} if status in {429, 503} else {}
    return {"description": FAILURES[status], "content": {JSON: {"schema": schema, "example": example}}, **headers}
