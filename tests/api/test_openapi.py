"""The OpenAPI document describes every operation, and its examples are valid."""

import json
import re
from collections import defaultdict
from decimal import Decimal
from itertools import product
from typing import Annotated, Any

import jsonschema_rs
import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from api.auth.operation import Access
from api.auth.policy_table import OPERATIONS
from api.http.schema_types import BoundedDecimal
from api.http.uploads import MAX_FORM_FILES
from api.openapi import example_values
from api.openapi.dump import openapi_json
from api.openapi.messages import message_of
from api.openapi.parameters import describe_parameters
from shop.api_keys.model import Scope
from shop.staff.roles import StaffRole
from tests.api.test_access_matrix import CALLERS, refusal_of
from tests.support import factories
from tests.support.http_client import succeeded


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return json.loads(openapi_json())


def calls(described: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {call["operationId"]: call for methods in described["paths"].values() for call in methods.values()}


def test_each_call_of_the_policy_is_described_by_itself(described):
    found = calls(described)
    assert found.keys() == {to_camel(operation.name) for operation in OPERATIONS}
    headings = {tag["name"] for tag in described["tags"]}
    for name, call in found.items():
        assert set(call["tags"]) < headings, name
        assert len(call["description"].splitlines()[0]) > 10, name
    for operation in OPERATIONS:
        assert operation.method.lower() in described["paths"][f"/api{operation.path}"]


@pytest.mark.parametrize("form", ["ProductForm", "ProductChangeForm"])
def test_a_product_takes_as_many_images_at_once_as_is_described(described, form):
    schema = described["components"]["schemas"][form]
    assert schema["properties"]["imageUrl[]"]["maxItems"] == MAX_FORM_FILES
    assert f"up to {MAX_FORM_FILES} images" in schema["description"]


def test_each_parameter_and_each_schema_is_described(described):
    for name, call in calls(described).items():
        assert [each["name"] for each in call.get("parameters", []) if not each.get("description")] == [], name
    for name, schema in described["components"]["schemas"].items():
        if not name.startswith(("Success_", "PageOf_")):  # the frame of each response
            assert schema.get("description"), name
            assert "__" not in name, "two schemas have the same name"


@pytest.mark.parametrize("word", [":data:", ":func:", ":class:", "None", "take back", "takes back"])
def test_no_text_speaks_of_code_or_in_words_that_the_api_does_not_use(described, word):
    texts = [call["summary"] + call["description"] for call in calls(described).values()]
    texts += [schema.get("description", "") for schema in described["components"]["schemas"].values()]
    assert [text for text in texts if word in text] == []


def test_who_may_call_is_said(described):
    found = calls(described)
    for operation in OPERATIONS:
        call = found[to_camel(operation.name)]
        assert ("401" in call["responses"]) >= (operation.access is not Access.ANYONE), operation.name
        sessions = {name for choice in call["security"] for name in choice} - {"xsrf", "key"}
        assert ({"key": []} in call["security"]) == bool(operation.scopes), operation.name
        if operation.access is Access.ADMIN:
            assert sessions == {"admin"}, operation.name
            assert all(role in call["description"] for role in operation.staff) or len(operation.staff) == len(
                StaffRole
            )
        if operation.access is Access.ANYONE:
            assert call["security"] == [] or {} in call["security"], operation.name


def test_each_refusal_by_the_policy_is_described(described):
    found = calls(described)
    for operation, caller in product(OPERATIONS, CALLERS):
        if not isinstance(caller, Scope) or operation.scopes:
            refused = refusal_of(caller, operation)
            assert refused is None or str(refused) in found[to_camel(operation.name)]["responses"], operation.name


def test_each_redirection_and_stream_is_described(described):
    found = calls(described)
    redirecting = {name for name, call in found.items() if "303" in call["responses"]}
    assert redirecting == {
        *("returnFromProvider", "openConfirmation", "confirmSubscription", "openUnsubscription", "unsubscribe"),
        *("openSwitchOff", "switchOff"),
    }
    assert [name for name, call in found.items() if "200" not in call["responses"]] == ["returnFromProvider"]
    assert found["returnFromProvider"]["responses"].keys() >= {"303", "400"}
    kinds = {
        name: call["responses"]["200"]["content"].keys() for name, call in found.items() if "200" in call["responses"]
    }
    assert kinds["readEvents"] == {"application/json", "text/event-stream"}
    assert "404" in found["listReturns"]["responses"]
    assert "429" in found["acceptInvitation"]["responses"]


def test_the_calls_share_the_responses_of_their_failures(described):
    shared = described["components"]["responses"]
    failures = {
        response["$ref"].removeprefix("#/components/responses/")
        for call in calls(described).values()
        for status, response in call["responses"].items()
        if int(status) >= 400
    }
    assert failures == shared.keys()
    assert shared["Failure503"]["headers"]["Retry-After"]["required"]


def bodies(described: dict[str, Any]):
    """Yield each schema of a body or a response with its examples."""
    failures = {"responses": described["components"]["responses"]}
    for name, call in [*calls(described).items(), ("failures", failures)]:
        contents = [call.get("requestBody", {}).get("content", {})]
        contents += [response.get("content", {}) for response in call["responses"].values()]
        for content in (kind for kinds in contents for kind in kinds.values()):
            named = [one["value"] for one in content.get("examples", {}).values()]
            yield name, content["schema"], named + ([content["example"]] if "example" in content else [])


def test_every_example_is_as_its_schema_says(described):
    examples = defaultdict(list)
    for name, schema, given in bodies(described):
        examples[json.dumps(schema)] += [(name, example) for example in given]
    count = 0
    properties = {schema: json.loads(schema) for schema in examples}  # in one validator, which resolves all references
    validator = jsonschema_rs.validator_for({"properties": properties, "components": described["components"]})
    for schema, given in examples.items():
        for name, example in given:
            wrong = [f"{error.instance_path}: {error.message}" for error in validator.iter_errors({schema: example})]
            assert not wrong, f"correct the example of {name} in api/openapi, {example}"
            count += 1
    assert count > 280


def test_every_model_with_example_values_is_described(described):
    named = example_values.VALUES_BY_MODEL.keys() | example_values.MODELS_OF_PEOPLE
    assert named - described["components"]["schemas"].keys() == set()


def test_each_field_of_a_form_has_an_example_as_its_schema_says(described):
    """Swagger UI fills in a form from the examples of its fields, or else generates a text from the pattern."""
    schemas, count = described["components"]["schemas"], 0
    for name, call in calls(described).items():
        form = call.get("requestBody", {}).get("content", {}).get("multipart/form-data")
        if form is None:
            continue
        schema = schemas[form["schema"]["$ref"].rpartition("/")[2]]
        files = form["encoding"].keys()
        given = {field: of["examples"][0] for field, of in schema["properties"].items() if "examples" in of}
        assert set(schema.get("required", [])) <= given.keys() | files, name
        assert not given.keys() & files, name
        assert "text" not in given.values(), name  # the default example of a text
        fields = {"properties": schema["properties"], "components": described["components"]}
        assert not [error.message for error in jsonschema_rs.validator_for(fields).iter_errors(given)], name
        count += len(given)
    assert count > 50


WHOLE = ["0", "7", "00000", "999", "1000", "-1", "-99", "-100", "1" + "0" * 12]
NOUGHTS = [0, 24, 27, 28, 36, 37, 38, 39, 40, 41]
BEHIND = ["", ".0", ".01", ".5" + "0" * 38, ".5" + "0" * 39, "." + "0" * 40, "." + "0" * 41]


@pytest.mark.parametrize(
    "figure",
    [
        BoundedDecimal(10**12),
        BoundedDecimal("999.99", 2),
        BoundedDecimal("999.99", 2, min_value="0.01"),
        BoundedDecimal(1000, 2, min_value="-100"),
    ],
)
def test_a_figure_written_out_is_taken_as_its_description_says(figure):
    kind = TypeAdapter(Annotated[Decimal, figure])
    _, as_text = kind.json_schema()["anyOf"]
    for whole, noughts, behind in product(WHOLE, NOUGHTS, BEHIND):
        text = "-" * whole.startswith("-") + "0" * noughts + whole.removeprefix("-") + behind
        assert is_taken(kind, text) == bool(re.search(as_text["pattern"], text)), text


def is_taken(kind: TypeAdapter[Decimal], text: str) -> bool:
    try:
        kind.validate_python(text)
    except ValidationError:
        return False
    return True


def test_each_call_with_json_has_an_example_of_what_it_takes_and_answers(described):
    for name, call in calls(described).items():
        for kind, content in call.get("requestBody", {}).get("content", {}).items():
            assert kind != "application/json" or content["examples"], name
        for kind, content in call["responses"].get("200", {}).get("content", {}).items():
            assert kind != "application/json" or "example" in content, name


def test_the_error_for_a_route_without_one_message_says_where_to_add_it():
    with pytest.raises(LookupError, match=r"add the message of show_nothing to api/openapi/messages\.py"):
        message_of("show_nothing", lambda: None)


def test_the_error_for_a_parameter_without_a_description_says_where_to_describe_it():
    with pytest.raises(LookupError, match=r"describe the parameter karat in api/openapi/parameters\.py"):
        describe_parameters([{"name": "karat"}])


async def test_what_a_call_says_is_what_the_examples_say(described, karthik, asha, people, run_sync):
    found = calls(described)
    said = {
        "find_scan": karthik.get("/order/packing/scan/?text=none"),
        "list_customers": karthik.get("/customer/"),
        "list_categories": asha.get("/category/"),
        "show_product": asha.get(f"/product/customer/?id={people.ring.id}"),
        "add_to_wishlist": asha.post("/wishlist/", json={"customerId": people.asha.id, "productId": people.ring.id}),
        "add_to_cart": asha.post("/cart/", json={"customerId": people.asha.id, "productId": people.ring.id}),
        "list_vendors": karthik.get("/vendor/"),
        "list_all_orders": karthik.get("/order/?flag=allOrders"),
    }
    for name, answer in said.items():
        response = await answer
        succeeded(response)
        example = found[to_camel(name)]["responses"]["200"]["content"]["application/json"]["example"]
        assert response.json()["message"] == example["message"], name
    assert {event["type"] for event in await run_sync(factories.events)} == set()
