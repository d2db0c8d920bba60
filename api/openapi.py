"""The description of the API: what routes read by themselves, and what every one of them may refuse.

Several calls share a path, so a route reads its body with :func:`api.bodies.read` once it knows what is meant.
:func:`takes` tells the description which models those are.
"""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api.policy import OPERATIONS, Access, Operation
from api.shapes import Failure
from shop.sessions.cookies import XSRF_HEADER

JSON = "application/json"
FORM = "multipart/form-data"
REFUSALS = {
    "401": "Nobody is signed in, or the session has ended.",
    "403": "Not for this caller, or without the XSRF token.",
    "404": "There is no such thing, or not for this caller.",
    "409": "The shop is not in a state for this; the sentence says why.",
    "413": "The body is too large.",
    "422": "A value is unfit; each is named.",
    "429": "Too often; Retry-After says when.",
    "503": "The records cannot be reached just now.",
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
    {"name": "newsletter", "description": "Asking for it, confirming, leaving."},
    {"name": "operations", "description": "Whether the shop is whole, how its work stands, who changed what."},
]

_models: dict[str, type[BaseModel]] = {}


def takes(*models: type[BaseModel], example: dict[str, Any] | None = None, form: bool = False) -> dict[str, Any]:
    """Describe a body that the route reads by itself: one of ``models``.

    :param form: whether it comes as a multipart form, with files, rather than as JSON.
    """
    _models.update({model.__name__: model for model in models})
    references = [{"$ref": f"#/components/schemas/{model.__name__}"} for model in models]
    content: dict[str, Any] = {"schema": references[0] if len(references) == 1 else {"anyOf": references}}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": True, "content": {FORM if form else JSON: content}}}


def describe(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document of the application, made once."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary="An online jewellery shop, priced live by the gold rate.",
            routes=app.routes,
            tags=TAGS,
        )
        _, bodies = models_json_schema(
            [(model, "validation") for model in _models.values()], ref_template="#/components/schemas/{model}"
        )
        schemas = document["components"]["schemas"]
        schemas.update(bodies.get("$defs", {}))
        schemas["Failure"] = Failure.model_json_schema()
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                _complete(operation, method.upper(), path)
        app.openapi_schema = document
    return app.openapi_schema


def _complete(operation: dict[str, Any], method: str, path: str) -> None:
    """Add what holds for every operation of this method and path: refusals, who may call, the XSRF header."""
    for status, sentence in REFUSALS.items():
        reference = {"$ref": "#/components/schemas/Failure"}
        operation["responses"][status] = {"description": sentence, "content": {JSON: {"schema": reference}}}
    here = [entry for entry in OPERATIONS if f"/api{entry.path}" == path and entry.method == method]
    operation["description"] = f"{operation.get('description', '')}\n\n{_who(here)}".strip()
    if any(entry.xsrf for entry in here) and method != "GET":
        operation.setdefault("parameters", []).append(
            {
                "name": XSRF_HEADER,
                "in": "header",
                "required": False,
                "schema": {"type": "string"},
                "description": "Repeats the cookie XSRF-TOKEN; needed once signed in.",
            }
        )


_WHO = {
    Access.ANYONE: "anyone",
    Access.SHOPPER: "the signed-in shopper",
    Access.OWNER: "the signed-in shopper for their own rows, an admin for anyone's",
    Access.ADMIN: "an admin",
}


def _who(operations: list[Operation]) -> str:
    """Say who may call; the session travels in an HttpOnly cookie that the sign-in sets."""
    if len(operations) == 1:
        return f"For {_WHO[operations[0].access]}."
    return "\n".join(f"- {_when(operation)}: for {_WHO[operation.access]}." for operation in operations)


def _when(operation: Operation) -> str:
    """Say which of the calls that share a path is meant."""
    flag = [f"`flag={operation.flag}`"] if operation.flag else []
    needs = flag + [f"`{name}`" for name in operation.needs]
    return f"{operation.name} (with {' and '.join(needs)})" if needs else operation.name
