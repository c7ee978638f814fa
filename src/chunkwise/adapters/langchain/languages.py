"""The separators that LangChain knows for the text of a language.

A separator is a regular expression; the first that occurs in a text cuts it.
"""

from __future__ import annotations

from enum import Enum

_TEXT = ("\n\n", "\n", " ", "")
"""Where plain text is cut: the last resort of almost every language."""

_KEYWORDS = {
    "c": "class void int float double if for while switch case",
    "cpp": "class void int float double if for while switch case",
    "csharp": (
        "interface enum delegate event class abstract public protected private static return "
        "if continue for foreach while switch break case else try throw finally catch"
    ),
    "elixir": "def defp defmodule defprotocol defmacro defmacrop if unless case cond with for do",
    "go": "func var const type if for switch case",
    "java": "class public protected private static if for while switch case",
    "js": "function const let var class if for while switch case default",
    "kotlin": "class public protected private internal companion fun val var if for while when else",
    "lua": "local function if for while repeat",
    "php": "function class if foreach while do switch case",
    "powershell": "function param if foreach for while switch class try catch finally",
    "proto": "message service enum option import syntax",
    "ruby": "def class if unless while for do begin rescue",
    "rust": "fn const let if while for loop match",
    "scala": "class object def val var if for while match case",
    "swift": "func class struct enum if for while do switch case",
    "ts": (
        "enum interface namespace type class function const let var "
        "if for while switch case default"
    ),
}  # fmt: skip
"""Languages that are cut before a line that begins with one of these words."""


def _each(form: str, names: str) -> tuple[str, ...]:
    """The separators that a form with ``@`` makes of each of these names."""
    return tuple(form.replace("@", name) for name in names.split())


def _words(words: str) -> tuple[str, ...]:
    """Cut before a line that begins with one of these words and a blank."""
    return _each("\n@ ", words)


_VISIBLE = r"\n(?!End\s)(?:Public|Private|Friend|Global|Static)\s+?"
_DECLARED = _VISIBLE + r"@\s+"

_OTHERS: dict[str, tuple[str, ...]] = {
    "cobol": (
        *_each("\n@ DIVISION.", "IDENTIFICATION ENVIRONMENT DATA PROCEDURE"),
        *_each("\n@ SECTION.", "WORKING-STORAGE LINKAGE FILE INPUT-OUTPUT"),
        *_words("OPEN CLOSE READ WRITE IF ELSE MOVE PERFORM UNTIL VARYING ACCEPT DISPLAY"),
        "\nSTOP RUN.",
        *_TEXT[1:],
    ),
    "haskell": (
        "\nmain :: ", "\nmain = ",
        *_words("let in do where :: = data newtype type module import qualified"),
        "\nimport qualified ",
        *_words("class instance case |"),
        "\n= {", "\n, ",
        *_TEXT,
    ),
    "html": (
        *_each("<@", "body div p br li h1 h2 h3 h4 h5 h6 span table tr td th ul ol header footer nav"),
        *_each("<@", "head style script meta title"),
        "",
    ),
    "latex": (
        *_each("\n\\\\@{", "chapter section subsection subsubsection"),
        *_each("\n\\\\begin{@}", "enumerate itemize description list quote quotation verse verbatim align"),
        "$$", "$",
        *_TEXT[2:],
    ),
    "markdown": ("\n#{1,6} ", "```\n", *_each("\n@+\n", r"\*\*\* --- ___"), *_TEXT),
    "python": ("\nclass ", "\ndef ", "\n\tdef ", *_TEXT),
    "r": (
        *_words("function"),
        *_each("\n@\\(", "setClass setMethod setGeneric"),
        *_words("if else for while repeat"),
        *_each("\n@\\(", "library require"),
        *_TEXT,
    ),
    "rst": (*_each("\n@+\n", r"= - \*"), "\n\n.. *\n\n", *_TEXT),
    "sol": (
        *_words("pragma using contract interface library constructor type function event modifier error"),
        *_words("struct enum if for while"),
        "\ndo while ", "\nassembly ",
        *_TEXT,
    ),
    "visualbasic6": (
        *_each(_DECLARED, r"Sub Function Property\s+(?:Get|Let|Set) Type Enum"),
        r"\n(?!End\s)If\s+",
        *_each(r"\n@\s+", r"ElseIf Else Select\s+Case Case For Do While With"),
        r"\n\n", r"\n",
        *_TEXT[2:],
    ),
}  # fmt: skip


class Language(str, Enum):  # noqa: UP042 (a StrEnum is written otherwise)
    """The languages by LangChain's names."""

    CPP = "cpp"
    GO = "go"
    JAVA = "java"
    KOTLIN = "kotlin"
    JS = "js"
    TS = "ts"
    PHP = "php"
    PROTO = "proto"
    PYTHON = "python"
    R = "r"
    RST = "rst"
    RUBY = "ruby"
    RUST = "rust"
    SCALA = "scala"
    SWIFT = "swift"
    MARKDOWN = "markdown"
    LATEX = "latex"
    HTML = "html"
    SOL = "sol"
    CSHARP = "csharp"
    COBOL = "cobol"
    C = "c"
    LUA = "lua"
    PERL = "perl"
    HASKELL = "haskell"
    ELIXIR = "elixir"
    POWERSHELL = "powershell"
    VISUALBASIC6 = "visualbasic6"


def separators_of(language: Language | str) -> list[str]:
    r"""The separators of a language, as regular expressions, the coarsest first.

    Raises:
        ValueError: there are no separators for this language.

    >>> separators_of("python")[:3]
    ['\nclass ', '\ndef ', '\n\tdef ']
    """
    if language not in set(Language):
        raise ValueError(f"Language {language} is not supported! Please choose from {list(Language)}")
    name = Language(language).value
    if name in _OTHERS:
        return list(_OTHERS[name])
    if name in _KEYWORDS:
        return [*_words(_KEYWORDS[name]), *_TEXT]
    raise ValueError(f"Language {language} is not implemented yet!")
