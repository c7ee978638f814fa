"""The error tree. A message says what happened, where, and what to do next.

ChunkwiseError
├── UsageError                  the call is wrong
│   ├── UnknownName             no such method, parser, step, tokenizer
│   ├── UnknownOption           no such option of this method
│   ├── InvalidOption           the option's value cannot be used
│   └── ConfigError             a settings file or preset cannot be read
├── InputError                  the input is wrong
│   ├── UnsupportedFormat       nothing here reads this kind of file
│   ├── ParseError              the file is broken, or not what it says it is
│   └── SeveralDocuments        one file holds several documents: use ``parse_all``
├── MissingExtra                an optional package is not installed
├── TokenizerError              the tokenizer failed on a text
├── EmbedderError               the embedder or its endpoint failed
├── EndpointError               an HTTP endpoint did not answer as it should
├── ModelError                  a model file cannot be loaded or run
├── StoreError                  a store cannot do what was asked of it
└── KnowledgeBaseError          a knowledge base cannot be opened, or was not made by this program
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class ChunkwiseError(Exception):
    """Base of every error that chunkwise raises on purpose; each can be pickled, for workers."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.args, self.__dict__)


class UsageError(ChunkwiseError):
    """The call is wrong: a name, an option or a value."""


class UnknownName(UsageError, LookupError):
    """Nothing is registered under this name.

    Attributes:
        kind: what was looked up, e.g. ``"method"``.
        name: the name that was not found.
        known: the names that exist, sorted.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name, self.known = kind, name, sorted(known)
        super().__init__(f"There is no {kind} {name!r}.{_nearest(name, self.known)}")


class UnknownOption(UsageError, TypeError):
    """A method or step has no option of this name."""

    def __init__(self, owner: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.owner, self.name, self.known = owner, name, sorted(known)
        advice = f" {hint}" if hint else _nearest(name, self.known)
        super().__init__(f"{owner} has no option {name!r}.{advice}")


class InvalidOption(UsageError, ValueError):
    """An option's value cannot be used, or contradicts another option."""


class ConfigError(UsageError):
    """A settings file or a preset cannot be read or does not make sense."""


class InputError(ChunkwiseError):
    """The input cannot be used."""


class UnsupportedFormat(InputError):
    """No parser reads this kind of file."""


class ParseError(InputError):
    """A file is broken or is not what it claims to be.

    Attributes:
        source: the file as the caller named it.
        page: the page, from 1, or None.
    """

    def __init__(self, message: str, source: str = "", page: int | None = None) -> None:
        self.source, self.page = source, page
        where = source + (f", page {page}" if page is not None else "")
        super().__init__(f"{where}: {message}" if where else message)


class SeveralDocuments(InputError):
    """One file holds several documents.

    Attributes:
        ids: the ids of the documents, in order.
    """

    def __init__(self, source: str, ids: Iterable[str]) -> None:
        self.source, self.ids = source, tuple(ids)
        super().__init__(
            f"{source} holds {len(self.ids)} documents ({', '.join(self.ids[:4])}"
            f"{', …' if len(self.ids) > 4 else ''}). Iterate over chunkwise.parse_all(source) instead."
        )


class MissingExtra(ChunkwiseError, ImportError):
    """An optional package is needed and not installed.

    Attributes:
        extra: the name to put in ``pip install "chunkwise[extra]"``.
    """

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(
            f'{what} needs an optional package. Install it with: pip install "chunkwise[{extra}]"'
        )


class TokenizerError(ChunkwiseError):
    """A tokenizer failed or counted nonsense."""


class EmbedderError(ChunkwiseError):
    """An embedder failed: its model cannot be loaded, or its endpoint does not answer as it should."""


class EndpointError(ChunkwiseError):
    """An HTTP endpoint refused, failed, or could not be reached.

    Attributes:
        url: the endpoint, without anything secret.
        status: the HTTP status of the last answer; None: there was none.
    """

    def __init__(self, message: str, url: str = "", status: int | None = None) -> None:
        self.url, self.status = url, status
        super().__init__(message)


class ModelError(ChunkwiseError):
    """A model file cannot be loaded, or failed when it was run."""


class StoreError(ChunkwiseError):
    """A store cannot do what was asked of it, or its files are not what they should be."""


class KnowledgeBaseError(ChunkwiseError):
    """A knowledge base is not there, is of a newer version, or its files are not what they should be."""


def _rebuilt(kind: type[ChunkwiseError], args: tuple[Any, ...], state: dict[str, Any]) -> ChunkwiseError:
    """An error with the message and the attributes that it had in another process."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(state)
    return error


def _nearest(name: str, known: list[str]) -> str:
    """A sentence that helps after a misspelt name: the nearest names, else all of them."""
    near = difflib.get_close_matches(name, known, n=3, cutoff=0.6)
    if near:
        return f" Did you mean {' or '.join(repr(n) for n in near)}?"
    return f" There are: {', '.join(known)}." if known else ""
