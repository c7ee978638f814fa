"""Becomes ``langchain_text_splitters``: chunkwise's adapter under the name of its peer."""

import sys
from importlib import import_module

ADAPTER = "chunkwise.adapters.langchain"
MODULES = (
    "base", "character", "html", "json", "jsx", "konlpy", "latex", "markdown", "nltk", "python",
    "sentence_transformers", "spacy",
)  # fmt: skip

for name in MODULES:
    sys.modules[f"langchain_text_splitters.{name}"] = import_module(f"{ADAPTER}.{name}")
sys.modules["langchain_text_splitters"] = import_module(ADAPTER)
