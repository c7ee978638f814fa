"""Units to drafts of chunks, under a cap."""
