"""What is added to a unit for reading and search."""
