"""India's states with their GST codes."""

import re

CODES = {
    "Jammu and Kashmir": "01",
    "Himachal Pradesh": "02",
    "Punjab": "03",
    "Chandigarh": "04",
    "Uttarakhand": "05",
    "Haryana": "06",
    "Delhi": "07",
    "Rajasthan": "08",
    "Uttar Pradesh": "09",
    "Bihar": "10",
    "Sikkim": "11",
    "Arunachal Pradesh": "12",
    "Nagaland": "13",
    "Manipur": "14",
    "Mizoram": "15",
    "Tripura": "16",
    "Meghalaya": "17",
    "Assam": "18",
    "West Bengal": "19",
    "Jharkhand": "20",
    "Odisha": "21",
    "Chhattisgarh": "22",
    "Madhya Pradesh": "23",
    "Gujarat": "24",
    "Dadra and Nagar Haveli and Daman and Diu": "26",
    "Maharashtra": "27",
    "Karnataka": "29",
    "Goa": "30",
    "Lakshadweep": "31",
    "Kerala": "32",
    "Tamil Nadu": "33",
    "Puducherry": "34",
    "Andaman and Nicobar Islands": "35",
    "Telangana": "36",
    "Andhra Pradesh": "37",
    "Ladakh": "38",
}

OTHER_SPELLINGS = {"orissa": "21", "pondicherry": "34", "newdelhi": "07", "nctofdelhi": "07", "uttaranchal": "05"}


def _key(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower().replace("&", "and"))


_NAMES = {code: name for name, code in CODES.items()}
_BY_KEY = {_key(name): code for name, code in CODES.items()} | OTHER_SPELLINGS


def code_of(name: str) -> str:
    """Return the two-digit code of a state as a shopper wrote it, or an empty text if it is no state of India."""
    return _BY_KEY.get(_key(name), "")


def name_of(code: str) -> str:
    """Return the name of the state with this code, or an empty text if there is none."""
    return _NAMES.get(code, "")
