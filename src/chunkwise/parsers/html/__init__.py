"""HTML: events of the standard library's parser become blocks."""
