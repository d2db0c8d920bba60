"""Names the device of a sign-in, as people know it, from the text by which its browser introduces itself."""

LONGEST = 300
"""Characters of that text that are stored."""

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
"""The first that fits: Chrome and Edge say that they are Safari too."""
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
    """Return such as ``Chrome on Windows``."""
    text = user_agent or ""
    browser = next((name for sign, name in _BROWSERS if sign in text), "")
    system = next((name for sign, name in _SYSTEMS if sign in text), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or "Unknown device"
