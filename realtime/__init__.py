"""The open pages: who may listen, to which rooms, and what a page missed while it was away."""
