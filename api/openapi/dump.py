"""``python -m api.openapi.dump``: print the OpenAPI document. It needs neither a database nor a server."""

import json

from api.app import create_app
from shop.settings import Settings


def openapi_json() -> str:
    """Return the OpenAPI document as JSON. The same code always gives the same text."""
    config = Settings(
        database_url="postgresql://nobody@nowhere/none", secret_key="described only " * 3, environment="local"
    )
    return json.dumps(create_app(config).openapi(), indent=1)


if __name__ == "__main__":
    print(openapi_json())  # noqa: T201 - the output of a command
