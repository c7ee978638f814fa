"""From what users call an embedder to an ``Embed``.

A spec is ``KIND:TARGET?OPTION=VALUE&OPTION=VALUE``. The options begin at the first ``?``. Target and
values are read as in a URL, but a ``+`` stays a plus: ``%3F``, ``%26`` and ``%25`` stand for ``?``,
``&`` and ``%``; blanks may stand as they are. Values are kept to the last blank, so a prefix can end
in one.

    onnx:models/minilm
    onnx:models/e5?query_prefix=query: &passage_prefix=passage: &max_tokens=256
    openai:text-embedding-3-small?dimensions=256
    openai:nomic-embed-text@http://localhost:11434/v1?max_tokens=2048
    mypackage.embedders:Mine?size=8

Nothing secret belongs in a spec: it is written into settings and shown in messages.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any
from urllib.parse import quote, unquote

from chunkwise import registry
from chunkwise.errors import InvalidOption, UnknownName
from chunkwise.model.protocols import Embed
from chunkwise.runtime.options import spec_options

_CLASS = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*)(?::(.*))?", re.DOTALL)


def load_embedder(spec: str | Embed) -> Embed:
    """The embedder that a spec names; an embedder is returned as it is.

    A class that is registered, or named as ``module:Class`` (and ``:TARGET`` after it, if it wants
    one), has a class method ``from_spec(target, options)``; without one it is called with the
    options as arguments, all of them text.

    Args:
        spec: see above.

    Raises:
        UnknownName: there is no such kind of embedder.
        UnknownOption: the embedder has no such option.
        InvalidOption: a value cannot be used, or an option is there twice or without a value.
        ConfigError: a class of one's own cannot be imported.
        EmbedderError: the model cannot be found or read.
        MissingExtra: an optional package is not installed.
    """
    if not isinstance(spec, str):
        if isinstance(spec, Embed):
            return spec
        raise InvalidOption(f"{spec!r:.60} is no embedder. Give a spec such as onnx:FOLDER, or an object.")
    head, _, tail = spec.partition("?")
    options = spec_options("an embedder", tail)
    kind, _, target = head.partition(":")
    if kind in registry.names("embedder"):
        return _made(registry.load("embedder", kind), unquote(target), options)
    if (named := _CLASS.fullmatch(head)) and _exists(kind):
        return _made(registry.load("embedder", named[1]), unquote(named[2] or ""), options)
    raise UnknownName("embedder", kind, registry.names("embedder"))


def anchored(spec: str) -> str:
    """The same spec, with the path of a model's folder made absolute, so that it holds anywhere.

    >>> anchored("openai:small"), anchored("onnx:/models/mini?threads=1")
    ('openai:small', 'onnx:/models/mini?threads=1')
    """
    kind, _, rest = spec.partition(":")
    if kind != "onnx":
        return spec
    target, mark, options = rest.partition("?")
    path = os.path.abspath(os.path.expanduser(unquote(target)))
    for char in "%?&":
        path = path.replace(char, quote(char))
    return f"onnx:{path}{mark}{options}"


def _exists(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def _made(maker: Any, target: str, options: Mapping[str, str]) -> Embed:
    if hasattr(maker, "from_spec"):
        made = maker.from_spec(target, options)
    elif target:
        raise InvalidOption(f"{maker.__name__} takes options only, and nothing like {target!r}.")
    else:
        try:
            made = maker(**options)
        except TypeError as error:
            raise InvalidOption(f"{maker.__name__} does not take these options: {error}.") from error
    if not isinstance(made, Embed):
        raise InvalidOption(f"{maker!r:.60} makes no embedder: it lacks a name, max_tokens, counter, embed "
                            "or embed_query.")  # fmt: skip
    return made
