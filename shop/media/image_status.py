"""The state of an image that a worker renders."""

from enum import StrEnum


class ImageStatus(StrEnum):
    """The state of an image's renditions."""

    PROCESSING = "processing"
    READY = "ready"
    FAILED = "failed"
