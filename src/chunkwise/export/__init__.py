"""Documents and chunks in the forms that other programs read."""
