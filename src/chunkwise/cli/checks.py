"""What ``chunkwise doctor`` looks at: each check gives rows, and none of them raises."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import metadata
from importlib.util import find_spec
from typing import Literal, TypeAlias

from chunkwise import __version__, registry
from chunkwise.cli.session import describe
from chunkwise.errors import MissingExtra
from chunkwise.methods import presets

Status: TypeAlias = Literal["ok", "missing", "broken"]

_REQUIREMENT = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?[^;]*(?:;.*extra\s*==\s*['\"]([\w.-]+)['\"])?")
_PROBE = "Count this: 条文 第五条, naïve café, 👩‍👩‍👧."


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that was looked at."""

    section: str
    name: str
    status: Status
    detail: str = ""
    builtin: bool = True
    """Whether it comes with chunkwise: then it has to work."""


def examine() -> Iterator[Row]:
    """Look at everything."""
    for check in (_system, _packages, _parsers, _steps, _methods, _tokenizers, _bases, _settings):
        yield from check()


_NEEDS = {
    "docx": ("office", "lxml"),
    "xlsx": ("office", "lxml"),
    "pptx": ("office", "lxml"),
    "pdf": ("pdf", "pypdfium2"),
    "picture": ("ocr", "rapidocr"),
    "lancedb": ("kb", "lancedb"),
    "onnx": ("onnx", "onnxruntime"),
    "openai": ("openai", "httpx"),
}
"""Parser, store or embedder → the extra that it needs, and a package by which to see whether it is there."""


def _system() -> Iterator[Row]:
    yield Row("system", "chunkwise", "ok", __version__)
    yield Row("system", "python", "ok", f"{platform.python_version()} ({sys.executable})")
    yield Row("system", "platform", "ok", platform.platform())
    terminal = os.environ.get("TERM", "unknown") if sys.stdout.isatty() else "no terminal"
    encoding = str(sys.stdout.encoding)
    detail = f"{encoding} ({terminal})"
    if not encoding.lower().startswith("utf"):
        detail += ": characters beyond it are shown as escapes; set LANG=C.UTF-8 or PYTHONUTF8=1"
    yield Row("system", "output", "ok", detail)


def _packages() -> Iterator[Row]:
    """The packages that chunkwise needs, then those of its extras, each once."""
    extras: dict[str, str] = {}
    try:
        requirements = metadata.requires("chunkwise") or []
    except metadata.PackageNotFoundError:
        yield Row("packages", "chunkwise", "missing", "runs from its source, not installed: pip install .")
        return
    for requirement in requirements:
        found = _REQUIREMENT.match(requirement)
        if found is None or found[1] == "chunkwise":
            continue
        if found[2]:
            # Extras that gather others say less than the one that is meant for a package.
            extras[found[1]] = found[2] if found[2] != "all" else extras.get(found[1], "all")
        else:
            yield _package(found[1], "packages", "")
    for package, extra in extras.items():
        yield _package(package, "extras", f'not installed: pip install "chunkwise[{extra}]"')


def _package(name: str, section: str, remedy: str) -> Row:
    try:
        return Row(section, name, "ok", metadata.version(name))
    except metadata.PackageNotFoundError:
        if remedy:
            return Row(section, name, "missing", remedy)
        return Row(section, name, "broken", f"not installed: pip install {name}")


def _parsers() -> Iterator[Row]:
    for name in registry.names("parser"):
        yield _needing(_load("parsers", name, "parser", name, registry.PARSERS), name)


def _bases() -> Iterator[Row]:
    """What a knowledge base needs."""
    for name in registry.names("store"):
        yield _needing(_load("knowledge bases", f"store {name}", "store", name, registry.STORES), name)
    for name in registry.names("embedder"):
        row = _load("knowledge bases", f"embedder {name}", "embedder", name, registry.EMBEDDERS)
        yield _needing(row, name)
    from chunkwise.text.analysis import analyse

    try:
        words = analyse(_PROBE).coarse
    except MissingExtra as error:
        yield Row("knowledge bases", "words", "missing", str(error))
    else:
        yield Row("knowledge bases", "words", "ok", f"{len(words)} in a short text")


def _needing(row: Row, name: str) -> Row:
    """The row, or that the package is missing without which the thing does nothing."""
    extra, package = _NEEDS.get(name, ("", ""))
    if package and row.status == "ok" and not find_spec(package):
        return replace(row, status="missing", detail=f'needs: pip install "chunkwise[{extra}]"')
    return row


def _steps() -> Iterator[Row]:
    for kind, builtin in registry.STEPS.items():
        for name in registry.names(f"{kind} step"):
            yield _load("steps", f"{kind} {name}", f"{kind} step", name, builtin)


def _load(section: str, shown: str, kind: str, name: str, builtin: dict[str, str]) -> Row:
    detail = "" if name in builtin else _distribution(registry.plugins(kind)[name])
    return _try(section, shown, lambda: registry.load(kind, name), detail, name in builtin)


def _methods() -> Iterator[Row]:
    from chunkwise.methods.build import build

    others = {point.name: point for point in metadata.entry_points(group="chunkwise.methods")}
    for name in presets.names():
        detail = _distribution(others[name]) if name in others else ""
        yield _try("methods", name, lambda name=name: build(name), detail, name not in others)  # type: ignore[misc]


def _tokenizers() -> Iterator[Row]:
    """Those that need no file: count a text with each."""
    from chunkwise.text.counters.toktok import ENCODINGS
    from chunkwise.text.tokens import get_counter

    for name in (*ENCODINGS, "words", "chars"):
        yield _try("tokenizers", name, lambda name=name: get_counter(name).count_many([_PROBE]))  # type: ignore[misc]


def _settings() -> Iterator[Row]:
    from chunkwise.config import load_settings, project_files, user_file

    def read() -> None:
        load_settings()
        found.extend(str(path) for path in (user_file(), *project_files()) if path.is_file())

    found: list[str] = []
    row = _try("settings", "files", read, builtin=False)
    yield replace(row, detail=row.detail or ", ".join(found) or "none")


def _try(
    section: str, name: str, action: Callable[[], object], detail: str = "", builtin: bool = True
) -> Row:
    """A row that says whether the action works."""
    try:
        action()
    except Exception as error:
        said = describe(error).replace("\n", " ")
        return Row(section, name, "broken", f"{detail}: {said}" if detail else said, builtin)
    return Row(section, name, "ok", detail, builtin)


def _distribution(point: metadata.EntryPoint) -> str:
    """The package that registered it."""
    return f"{point.dist.name} {point.dist.version}" if point.dist else point.value
