"""The response cache: whole responses that are the same for every visitor and shopper.

``store`` keeps the responses, ``middleware`` serves those of the API, ``response`` sends them, and ``invalidation``
drops them when PostgreSQL notifies of a change. The pages (``api/pages``) use the same store.
"""
