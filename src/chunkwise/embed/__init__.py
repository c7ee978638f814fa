"""Turns texts into vectors: one file an embedder, and ``load_embedder`` in spec.py to name one."""
