"""How good chunks are: pure functions over character ranges, rankings and chunkings; no model, no server."""
