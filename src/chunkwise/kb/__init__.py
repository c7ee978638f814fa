"""Knowledge bases: documents in, answers out, by version. ``open_kb`` is the way in."""
