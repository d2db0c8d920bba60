"""The shop over HTTP: routes, schemas and the use cases that own a transaction."""
