"""The response cache: whole responses that are the same for every visitor and shopper.

``store`` holds them, ``middleware`` serves the API's, ``response`` sends them, and ``invalidation`` drops them when
PostgreSQL notifies of a change. The pages (``api/pages``) use the same store.
"""
