"""The names of LangChain's module of the same name."""

from __future__ import annotations

from chunkwise.adapters.langchain.languages import Language as Language
from chunkwise.adapters.langchain.splitter import TextSplitter as TextSplitter
from chunkwise.adapters.langchain.tokens import Tokenizer as Tokenizer
from chunkwise.adapters.langchain.tokens import TokenTextSplitter as TokenTextSplitter
from chunkwise.adapters.langchain.tokens import split_text_on_tokens as split_text_on_tokens

__all__ = ["Language", "TextSplitter", "TokenTextSplitter", "Tokenizer", "split_text_on_tokens"]
