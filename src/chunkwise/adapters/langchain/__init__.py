"""The names, arguments and results of ``langchain_text_splitters``, on offsets.

``from chunkwise.adapters.langchain import RecursiveCharacterTextSplitter`` in the place of
``from langchain_text_splitters import …``; the modules have LangChain's names too. Documents need
the extra ``langchain``; splitting into strings does not. Results are LangChain's, but for these:

- ``start_index`` is carried and never looked for: ``text[start : start + len(chunk)] == chunk``.
  A separator that is left out between two pieces of a chunk stands there as it was matched.
- Text that looks like a special token is ordinary text, unless it is asked for otherwise.
- No character is cut: not into tokens, and not a cluster of code points that a reader sees as one.
- JSON chunks keep to their size; lists that are too long are split, too.
- Markdown: code keeps its white space, and ends at a fence like the one that began it; a paragraph
  keeps blanks that are no ASCII.
- HTML: text stays in the order of the page, below all of its headers; there is no ``#TITLE#``.
- Work is linear in the length of the text.

One name is our own: ``to_documents`` makes LangChain's documents of the chunks of any method.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chunkwise.adapters.langchain.base import (
        Language,
        TextSplitter,
        Tokenizer,
        TokenTextSplitter,
        split_text_on_tokens,
    )
    from chunkwise.adapters.langchain.character import CharacterTextSplitter, RecursiveCharacterTextSplitter
    from chunkwise.adapters.langchain.chunks import to_documents as to_documents
    from chunkwise.adapters.langchain.html import (
        ElementType,
        HTMLHeaderTextSplitter,
        HTMLSectionSplitter,
        HTMLSemanticPreservingSplitter,
    )
    from chunkwise.adapters.langchain.json import RecursiveJsonSplitter
    from chunkwise.adapters.langchain.jsx import JSFrameworkTextSplitter
    from chunkwise.adapters.langchain.konlpy import KonlpyTextSplitter
    from chunkwise.adapters.langchain.latex import LatexTextSplitter
    from chunkwise.adapters.langchain.markdown import (
        ExperimentalMarkdownSyntaxTextSplitter,
        HeaderType,
        LineType,
        MarkdownHeaderTextSplitter,
        MarkdownTextSplitter,
    )
    from chunkwise.adapters.langchain.nltk import NLTKTextSplitter
    from chunkwise.adapters.langchain.python import PythonCodeTextSplitter
    from chunkwise.adapters.langchain.sentence_transformers import SentenceTransformersTokenTextSplitter
    from chunkwise.adapters.langchain.spacy import SpacyTextSplitter

_HOMES = {
    "base": ("Language", "TextSplitter", "TokenTextSplitter", "Tokenizer", "split_text_on_tokens"),
    "character": ("CharacterTextSplitter", "RecursiveCharacterTextSplitter"),
    "chunks": ("to_documents",),  # not in __all__, which is LangChain's
    "html": (
        "ElementType", "HTMLHeaderTextSplitter", "HTMLSectionSplitter", "HTMLSemanticPreservingSplitter",
    ),
    "json": ("RecursiveJsonSplitter",),
    "jsx": ("JSFrameworkTextSplitter",),
    "konlpy": ("KonlpyTextSplitter",),
    "latex": ("LatexTextSplitter",),
    "markdown": (
        "ExperimentalMarkdownSyntaxTextSplitter", "HeaderType", "LineType", "MarkdownHeaderTextSplitter",
        "MarkdownTextSplitter",
    ),
    "nltk": ("NLTKTextSplitter",),
    "python": ("PythonCodeTextSplitter",),
    "sentence_transformers": ("SentenceTransformersTokenTextSplitter",),
    "spacy": ("SpacyTextSplitter",),
}  # fmt: skip
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CharacterTextSplitter", "ElementType", "ExperimentalMarkdownSyntaxTextSplitter",
    "HTMLHeaderTextSplitter", "HTMLSectionSplitter", "HTMLSemanticPreservingSplitter", "HeaderType",
    "JSFrameworkTextSplitter", "KonlpyTextSplitter", "Language", "LatexTextSplitter", "LineType",
    "MarkdownHeaderTextSplitter", "MarkdownTextSplitter", "NLTKTextSplitter",
    "PythonCodeTextSplitter", "RecursiveCharacterTextSplitter", "RecursiveJsonSplitter",
    "SentenceTransformersTokenTextSplitter", "SpacyTextSplitter", "TextSplitter",
    "TokenTextSplitter", "Tokenizer", "split_text_on_tokens",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
