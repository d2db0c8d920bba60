"""Describe the device of a sign-in in words, from the ``User-Agent`` of its browser."""

LONGEST = 300
"""Characters of a ``User-Agent`` that are stored."""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""The first match counts, because Chrome and Edge name Safari too."""
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str | None) -> str:
    """Return a name such as ``Chrome on Windows``."""
    text = user_agent or ""
    browser = next((name for sign, name in _BROWSERS if sign in text), "")
    system = next((name for sign, name in _SYSTEMS if sign in text), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown device"
