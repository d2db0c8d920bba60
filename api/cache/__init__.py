"""The response cache: whole responses that are the same for every visitor and shopper.

``store`` keeps them, ``middleware`` serves the API's, and ``invalidation`` drops them when PostgreSQL announces a
change. The pages (``api/pages``) use the same store.
"""
