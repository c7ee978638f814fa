"""From what users call a reranker to a ``Rerank``.

    endpoint:http://localhost:8080/rerank?api=tei
    endpoint:rerank-v3.5@https://api.cohere.com/v2/rerank
    onnx:models/bge-reranker-base?max_tokens=256
    mypackage.rerankers:score

Options begin at the first ``?``. Nothing secret belongs in a spec: keys are read from RERANK_API_KEY.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from chunkwise import registry
from chunkwise.errors import InvalidOption, UnknownName
from chunkwise.model.protocols import Rerank
from chunkwise.runtime.options import spec_options


def load_reranker(spec: str | Rerank) -> Rerank:
    """The reranker that a spec names; a function is returned as it is.

    Args:
        spec: see above; ``module:function`` names one of one's own.

    Raises:
        UnknownName: there is no such kind of reranker.
        UnknownOption: the reranker has no such option.
        InvalidOption: a value cannot be used, or it is neither a spec nor a function.
        ConfigError: a function of one's own cannot be imported.
        ModelError: the model cannot be found or read.
        MissingExtra: an optional package is not installed.
    """
    if not isinstance(spec, str):
        if callable(spec):
            return spec
        raise InvalidOption(f"{spec!r:.60} is no reranker. Give a function, or a spec such as onnx:FOLDER.")
    head, _, tail = spec.partition("?")
    kind, colon, target = head.partition(":")
    if kind in registry.names("reranker"):
        made: Rerank = registry.load("reranker", kind).from_spec(
            unquote(target), spec_options("a reranker", tail)
        )
        return made
    if not colon or "/" in head or not target.isidentifier():
        raise UnknownName("reranker", kind, registry.names("reranker"))
    found: Any = registry.load("reranker", head)
    if not callable(found):
        raise InvalidOption(f"{head} is no function of a question and texts.")
    own: Rerank = found
    return own
