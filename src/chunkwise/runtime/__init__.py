"""Worker processes and other machinery that is shared."""
