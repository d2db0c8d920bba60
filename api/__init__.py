"""The HTTP API of the shop: routes, schemas, and services that control the transactions."""
