"""What the user names: files, folders, globs and standard input become a list of inputs."""

from __future__ import annotations

import difflib
import glob
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from chunkwise.errors import InputError, InvalidOption

STDIN = "-"
CATALOGUE = "catalogue.sqlite"
"""A folder with a file of this name is a knowledge base, whose own files are no documents."""


@dataclass(frozen=True, slots=True)
class Input:
    """One file, or what came in over standard input."""

    name: str
    """As it is shown."""
    root: str | None = None
    """Folder that the document's id is relative to."""
    data: bytes | None = None
    """The bytes, where there is no file."""
    media_type: str | None = None
    """What the user says it is."""
    found: bool = False
    """Whether it was found in a folder, and not named by the user."""
    problem: str = ""
    """Why it cannot be read, where that is known already."""
    folder: str | None = None
    """The folder that was named, where it was found in one."""
    rooted: bool = False
    """Whether the user said which folder ids are relative to."""
    unlisted: bool = False
    """Whether it stands for a folder or a pattern that could not be looked into, or had nothing in it."""


@dataclass(frozen=True, slots=True)
class InputOptions:
    """How to take what the user names."""

    stdin_name: str | None = None
    """The name to give to standard input."""
    media_type: str | None = None
    """What everything is: a media type or a suffix."""
    root: str | None = None
    """Folder that ids are relative to."""
    exclude: str | None = None
    """A file that is left out of folders: the output."""


def collect(names: Sequence[str], options: InputOptions) -> list[Input]:
    """All inputs, in the order in which they are named; a folder's files sorted; each file once.

    Raises:
        InvalidOption: the media type is unknown.
    """
    media_type = as_media_type(options.media_type) if options.media_type else None
    inputs: dict[str, Input] = {}
    for name in names:
        for found in _expand(name, options):
            place = STDIN if found.data is not None else os.path.abspath(found.name)
            rooted = options.root is not None
            inputs.setdefault(place, replace(found, media_type=media_type, rooted=rooted))
    return list(inputs.values())


def as_media_type(name: str) -> str:
    """A media type from what people write: ``pdf``, ``.md`` or ``text/markdown``.

    Raises:
        InvalidOption: nothing has this name.

    >>> as_media_type("md"), as_media_type("application/pdf")
    ('text/markdown', 'application/pdf')
    """
    from chunkwise.parsers.formats import SUFFIXES

    name = name.strip().lower()
    if "/" in name:
        return name
    suffix = "." + name.removeprefix(".")
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    if f"text/x-{name}" in SUFFIXES.values():
        return f"text/x-{name}"
    known = [known.removeprefix(".") for known in SUFFIXES]
    near = difflib.get_close_matches(suffix[1:], known) or ["md", "txt", "json", "csv"]
    raise InvalidOption(
        f"There is no type {name!r}. Give a media type such as text/markdown, or a suffix such as "
        f"{' or '.join(near)}."
    )


def read_input(given: Input) -> object:
    """What ``parse_all`` takes as its source for this input.

    Raises:
        InputError: it cannot be read.
    """
    if given.problem:
        raise InputError(given.problem)
    if given.data is None:
        return Path(given.name)  # a path and nothing else, whatever characters are in it
    from chunkwise.model.source import Source
    from chunkwise.parsers.base import document_id

    named = given.name if given.name != STDIN else None
    identity = document_id(path=named, root=given.root, data=given.data)
    return Source(identity, named or "standard input", data=given.data, media_type=given.media_type)


def _expand(name: str, options: InputOptions) -> Iterator[Input]:
    if name == STDIN:
        yield Input(options.stdin_name or STDIN, options.root, sys.stdin.buffer.read())
    elif os.path.isdir(name):
        yield from _walk(name, options)
    elif not os.path.exists(name) and glob.has_magic(name):
        yield from _match(name, options)
    else:
        yield Input(name, options.root)


def _match(pattern: str, options: InputOptions) -> Iterator[Input]:
    """What a pattern matches, where the shell did not see to it."""
    names = [name for name in sorted(glob.glob(pattern, recursive=True)) if not _is_in_base(name)]
    if not names:
        yield Input(pattern, problem=f"No file matches {pattern!r}.", unlisted=True)
    folder = _folder_of(pattern)
    for name in names:
        if os.path.isdir(name):
            if not pattern.endswith("**"):  # which matches the folder itself and all in it
                yield from _walk(name, options)
        elif not _is_excluded(name, options):
            yield Input(name, options.root, found=True, folder=folder)


def _folder_of(pattern: str) -> str:
    """The folder that everything lies below that a pattern can match."""
    parts = pattern.replace(os.altsep or os.sep, os.sep).split(os.sep)
    fixed = next((at for at, part in enumerate(parts) if glob.has_magic(part)), len(parts) - 1)
    return os.sep.join(parts[:fixed]) or (os.sep if pattern.startswith(os.sep) else os.curdir)


def _walk(folder: str, options: InputOptions) -> Iterator[Input]:
    """The files below a folder that are not hidden, sorted; what cannot be listed is a problem."""
    problems: list[OSError] = []
    count = 0
    for place, folders, files in os.walk(folder, onerror=problems.append):
        folders[:] = sorted(name for name in folders if _is_walked(os.path.join(place, name)))
        for name in sorted(files):
            path = os.path.join(place, name)
            if name.startswith(".") or _is_excluded(path, options):
                continue
            count += 1
            problem = f"{path} is no regular file." if _is_special(path) else ""
            yield Input(path, options.root or folder, found=True, problem=problem, folder=folder)
    for error in problems:
        message = f"{error.filename} cannot be listed: {error.strerror}."
        yield Input(error.filename, problem=message, unlisted=True)
    if not count and not problems:
        message = f"There are no files in {folder} (hidden ones are skipped)."
        yield Input(folder, problem=message, unlisted=True)


def _is_walked(folder: str) -> bool:
    return not (os.path.basename(folder).startswith(".") or os.path.isfile(os.path.join(folder, CATALOGUE)))


def _is_in_base(path: str) -> bool:
    """Whether a file belongs to a knowledge base."""
    folder = os.path.abspath(path)
    while not os.path.isfile(os.path.join(folder, CATALOGUE)):
        above = os.path.dirname(folder)
        if above == folder:
            return False
        folder = above
    return True


def _is_special(path: str) -> bool:
    """Whether reading it might wait for ever: a pipe, a socket, a device."""
    return os.path.exists(path) and not os.path.isfile(path)


def _is_excluded(path: str, options: InputOptions) -> bool:
    return options.exclude is not None and os.path.realpath(path) == os.path.realpath(options.exclude)
