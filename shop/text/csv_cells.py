"""Words of cells in CSV files."""

NOTHING = "none"
"""The cell of a missing value. An empty cell of an import leaves the value unchanged."""
