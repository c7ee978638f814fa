"""Contract tests and hypothesis strategies, also for authors of plugins."""
