"""These modules make test files; they hold no tests."""

collect_ignore_glob = ["pdf_*.py"]
