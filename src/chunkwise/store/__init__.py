"""Where the rows of knowledge bases lie: one protocol, one filter grammar, one file an implementation."""
