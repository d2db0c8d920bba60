"""``python -m api.document``: print the description of the API, without a database or a server."""

import json

from api.main import create_app
from shop.settings import Settings


def document() -> str:
    """Return the OpenAPI document as JSON, the same for the same code."""
    config = Settings(
        database_url="postgresql://nobody@nowhere/none", secret_key="described only " * 3, environment="local"
    )
    return json.dumps(create_app(config).openapi(), indent=1)


if __name__ == "__main__":
    print(document())  # noqa: T201 - a command's answer
