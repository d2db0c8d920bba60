"""Words of cells in CSV files."""

NOTHING = "none"
"""The cell of a value that is not there. An empty cell of an import leaves the value unchanged."""
