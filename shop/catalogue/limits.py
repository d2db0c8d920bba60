"""How long and how large what describes a product may be."""

LONGEST_CODE = 50
LONGEST_NAME = 200
LONGEST_PROSE = 5000
MOST_RUPEES = 10**9
MOST_GRAMS = 100_000
