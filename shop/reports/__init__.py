"""Figures of a month: sales, money that moved, and GST."""
