"""Methods side by side on one's own documents: measured, with intervals, and shown."""
