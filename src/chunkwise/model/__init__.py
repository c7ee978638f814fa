"""The data model: frozen values that import nothing else of chunkwise."""
