"""From inputs to chunks: the functions behind the public names."""
