"""Document to units: what belongs together."""
