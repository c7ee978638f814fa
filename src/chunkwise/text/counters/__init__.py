"""Token counters: one adapter a file."""
