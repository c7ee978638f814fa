"""The command line: ``chunkwise COMMAND``."""
