"""One file a format: bytes become documents."""
