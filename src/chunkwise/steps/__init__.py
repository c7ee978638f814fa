"""The small steps that methods are made of."""
