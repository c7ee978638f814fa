"""Names of everything that can be chosen by name: strings only, loaded when used.

Adding a thing is one file and one line here, or an entry point of another package in the groups
``chunkwise.parsers``, ``chunkwise.steps``, ``chunkwise.methods``, ``chunkwise.stores``,
``chunkwise.embedders`` and ``chunkwise.rerankers``.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from chunkwise.errors import ConfigError, UnknownName

PARSERS: dict[str, str] = {
    "text": "chunkwise.parsers.plain:PlainParser",
    "markdown": "chunkwise.parsers.markdown:MarkdownParser",
    "json": "chunkwise.parsers.json:JsonParser",
    "csv": "chunkwise.parsers.csv:CsvParser",
    "docx": "chunkwise.parsers.docx.parser:DocxParser",
    "xlsx": "chunkwise.parsers.xlsx.parser:XlsxParser",
    "pptx": "chunkwise.parsers.pptx.parser:PptxParser",
    "pdf": "chunkwise.parsers.pdf.parser:PdfParser",
    "html": "chunkwise.parsers.html.parser:HtmlParser",
    "epub": "chunkwise.parsers.epub:EpubParser",
    "email": "chunkwise.parsers.email:EmailParser",
    "picture": "chunkwise.parsers.picture:PictureParser",
}

STEPS: dict[str, dict[str, str]] = {
    "relabel": {
        "headings": "chunkwise.steps.relabel.headings:NumberedHeadings",
        "heading_depth": "chunkwise.steps.relabel.depth:HeadingDepth",
    },
    "split": {
        "sections": "chunkwise.steps.split.sections:Sections",
        "blocks": "chunkwise.steps.split.blocks:Blocks",
        "whole": "chunkwise.steps.split.whole:Whole",
        "delimiters": "chunkwise.steps.split.delimiters:AtDelimiters",
        "articles": "chunkwise.steps.split.articles:Articles",
        "rows": "chunkwise.steps.split.rows:Rows",
        "whole_atoms": "chunkwise.steps.split.rejoin:WholeAtoms",
        "pages": "chunkwise.steps.split.pages:Pages",
        "pairs": "chunkwise.steps.split.pairs:Pairs",
        "topics": "chunkwise.steps.split.topics:Topics",
        "meanings": "chunkwise.steps.split.meanings:Meanings",
        "values": "chunkwise.steps.split.values:Values",
        "definitions": "chunkwise.steps.split.definitions:Definitions",
    },
    "context": {
        "titles": "chunkwise.steps.context.titles:Titles",
        "media_text": "chunkwise.steps.context.media_text:MediaText",
    },
    "pack": {
        "fill": "chunkwise.steps.pack.fill:Fill",
        "accumulate": "chunkwise.steps.pack.accumulate:Accumulate",
    },
    "parents": {
        "recut": "chunkwise.steps.parents.recut:Recut",
        "delimiters": "chunkwise.steps.parents.by_delimiters:ByDelimiters",
        "questions": "chunkwise.steps.parents.question:Questions",
    },
}

STORES: dict[str, str] = {
    "lancedb": "chunkwise.store.lancedb:LanceStore",
}

EMBEDDERS: dict[str, str] = {
    "words": "chunkwise.embed.words:WordsEmbedder",
    "onnx": "chunkwise.embed.onnx:OnnxEmbedder",
    "openai": "chunkwise.embed.openai:OpenAIEmbedder",
}

RERANKERS: dict[str, str] = {
    "endpoint": "chunkwise.rank.rerank_endpoint:EndpointReranker",
    "onnx": "chunkwise.rank.rerank_onnx:OnnxReranker",
}

_BUILTIN: dict[str, dict[str, str]] = {
    "parser": PARSERS,
    "store": STORES,
    "embedder": EMBEDDERS,
    "reranker": RERANKERS,
    **{f"{kind} step": STEPS[kind] for kind in STEPS},
}


def load(kind: str, name: str) -> Any:
    """The class or function registered under a name.

    Args:
        kind: ``parser`` or ``relabel step``, ``split step`` …
        name: the registered name, or ``module:Class`` for a step of one's own.

    Raises:
        UnknownName: nothing is registered under the name.
    """
    known = _BUILTIN[kind]
    if name in known:
        return _import(kind, known[name])
    others = plugins(kind)
    if name in others:
        return others[name].load()
    if ":" in name:
        return _import(kind, name)
    raise UnknownName(kind, name, known.keys() | others.keys())


def _import(kind: str, path: str) -> Any:
    module, _, attribute = path.partition(":")
    try:
        return getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        if path in _BUILTIN[kind].values():
            raise
        raise ConfigError(f"The {kind} {path} cannot be imported: {error}.") from error


def names(kind: str) -> list[str]:
    """All names of a kind, those of other packages included, sorted."""
    return sorted(_BUILTIN[kind].keys() | plugins(kind).keys())


@cache
def plugins(kind: str) -> dict[str, EntryPoint]:
    """What other packages register: name → entry point. A step's is ``split.mine``."""
    if kind in ("parser", "store", "embedder", "reranker"):
        return {point.name: point for point in entry_points(group=f"chunkwise.{kind}s")}
    prefix = kind.removesuffix(" step") + "."
    points = entry_points(group="chunkwise.steps")
    return {p.name.removeprefix(prefix): p for p in points if p.name.startswith(prefix)}
