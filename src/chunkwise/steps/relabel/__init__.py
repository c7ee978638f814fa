"""Document to document: kinds, levels and parents of blocks."""
