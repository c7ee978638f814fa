"""Options: the public names of a method's knobs, their types, defaults and help."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, TypeAlias

from chunkwise.errors import ConfigError, InvalidOption

OptionType: TypeAlias = Literal["int", "float", "str", "bool", "choice", "list", "delimiters", "texts"]

HINTS = {
    "chunk_size": "LangChain's chunk_size is max_tokens here, or max_chars for characters.",
    "chunk_overlap": "LangChain's chunk_overlap is overlap_tokens here, or overlap_chars for characters.",
    "length_function": "LangChain's length_function is tokenizer here: a name or a function.",
    "max_chunk_size": "LangChain's max_chunk_size is max_chars here, or max_tokens for tokens.",
    "min_chunk_size": "LangChain's min_chunk_size is min_chars here, or min_tokens with max_tokens.",
    "convert_lists": "LangChain's convert_lists is not needed: arrays are cut into runs of elements.",
    "chunk_token_num": "RAGFlow's chunk_token_num is max_tokens here.",
    "overlapped_percent": "RAGFlow's overlapped_percent is overlap_percent here.",
    "children_delimiter": "It is children_delimiters here.",
    "split_length": "Haystack's split_length is max_tokens here, or max_chars for characters.",
    "split_overlap": "Haystack's split_overlap is overlap_tokens here, overlap_chars or overlap_sentences.",
    "strip_whitespace": "White space around a chunk is never part of it: there is nothing to set.",
    "add_start_index": "Every chunk has its offsets in chunk.spans: there is nothing to set.",
    "headers_to_split_on": "LangChain's headers_to_split_on is heading_levels here: a number of levels.",
}
"""What other tools call our options."""

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|([ntrf\\]))")
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "\\": "\\"}

_TYPES: dict[str, tuple[type, ...]] = {
    "int": (int,),
    "float": (int, float),
    "str": (str,),
    "bool": (bool,),
    "choice": (str,),
    "list": (list, tuple),
    "delimiters": (str,),
    "texts": (list,),
}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a method."""

    name: str
    """Python keyword; ``--name`` on the command line, with dashes."""
    sets: tuple[str, ...] = ()
    """Keys of steps that it sets, as ``pack.max_tokens``."""
    type: OptionType = "str"
    """Kind of value."""
    default: Any = None
    """Value where the user gives none."""
    unit: str = ""
    """Unit of the number."""
    help: str = ""
    """One sentence."""
    choices: tuple[str, ...] = ()
    """Values of a ``choice``."""
    none: bool = False
    """Whether None (``none`` in TOML and on the command line) is a value."""

    @classmethod
    def read(cls, name: str, table: Mapping[str, Any], where: str) -> Option:
        """Read an option's table out of a preset.

        Raises:
            ConfigError: the table has unknown keys or an unknown type.
        """
        known = {"sets", "type", "default", "unit", "help", "choices", "none"}
        if unknown := sorted(set(table) - known):
            raise ConfigError(
                f"{where}: option {name} has unknown keys {unknown}; there are {sorted(known)}."
            )
        values = dict(table)
        if values.get("type", "str") not in _TYPES:
            raise ConfigError(
                f"{where}: option {name} has type {values['type']!r}; there are {sorted(_TYPES)}."
            )
        sets = values.pop("sets", ())
        values["sets"] = (sets,) if isinstance(sets, str) else tuple(sets)
        values["choices"] = tuple(values.get("choices", ()))
        option = cls(name, **values)
        return option if option.default is None else option.with_default(option.default)

    def with_default(self, default: Any) -> Option:
        """The same option with another default."""
        values = {field: getattr(self, field) for field in self.__slots__}
        return Option(**{**values, "default": self.check(default)})

    def check(self, value: Any) -> Any:
        """The value in its type; ``"none"`` is None where None is a value.

        Raises:
            InvalidOption: it is of another type or not among the choices.
        """
        if value is None or (self.none and isinstance(value, str) and value.lower() == "none"):
            if self.none:
                return None
            raise InvalidOption(f"{self.name} cannot be none: {self.expected()}.")
        if self.type == "delimiters" and isinstance(value, list | tuple):
            value = _field(self, value)
        if self.type == "texts":
            value = _texts(self, value)
        if self.type == "int" and hasattr(value, "__index__") and not isinstance(value, bool):
            value = index(value)  # numpy's integers too
        wanted = _TYPES[self.type]
        if not isinstance(value, wanted) or (isinstance(value, bool) and bool not in wanted):
            raise InvalidOption(f"{self.name} is {value!r}: {self.expected()}.")
        if self.choices and value not in self.choices:
            raise InvalidOption(f"{self.name} is {value!r}: {self.expected()}.")
        return value

    def parse(self, text: str) -> Any:
        """A value written on the command line or in the environment.

        Raises:
            InvalidOption: it cannot be read as the option's type.
        """
        if self.none and text.lower() == "none":
            return None
        try:
            match self.type:
                case "int":
                    return self.check(int(text))
                case "float":
                    return self.check(float(text))
                case "bool":
                    return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
                        text.lower()
                    ]
                case "list":
                    return [part.strip() for part in text.split(",") if part.strip()]
        except (ValueError, KeyError):
            raise InvalidOption(f"{self.name} is {text!r}: {self.expected()}.") from None
        if self.type == "texts" and (found := _json_list(text)) is not None:
            return self.check(found)
        return self.check(_ESCAPE.sub(_unescaped, text))

    def expected(self) -> str:
        """What kind of value the option takes, in words."""
        kinds = {
            "int": "a whole number",
            "float": "a number",
            "str": "a text",
            "bool": "true or false",
            "list": "a list",
            "delimiters": "a text or a list of texts",
            "texts": "a text or a list of texts",
        }
        what = " or ".join(map(repr, self.choices)) if self.choices else kinds[self.type]
        unit = f" of {self.unit}" if self.unit and self.type in ("int", "float") else ""
        return f"it has to be {what}{unit}{', or none' if self.none else ''}"


def _field(option: Option, delimiters: Sequence[Any]) -> str:
    """A list of delimiters as a delimiter field: longer ones between backticks."""
    if not all(isinstance(one, str) and one for one in delimiters):
        raise InvalidOption(f"{option.name} is {delimiters!r}: {option.expected()}.")
    return "".join(one if len(one) == 1 else f"`{one}`" for one in delimiters)


def _texts(option: Option, value: Any) -> list[str]:
    """One text or several as a list."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
        raise InvalidOption(f"{option.name} is {value!r:.80}: {option.expected()}.")
    return list(value)


def _json_list(text: str) -> Any:
    """What a list in JSON holds; None where the text is none, as most expressions in brackets are not."""
    if not text.startswith("["):
        return None
    try:
        return json.loads(text)
    except ValueError:
        return None


def _unescaped(match: re.Match[str]) -> str:
    r"""``\n``, ``\t``, ``\u3002`` … written on a command line; any other backslash stays as it is."""
    code, letter = match.groups()
    return chr(int(code, 16)) if code else _ESCAPED[letter]
