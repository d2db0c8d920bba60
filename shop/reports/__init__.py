"""Reports of a month: sales, payments and refunds, and GST."""
