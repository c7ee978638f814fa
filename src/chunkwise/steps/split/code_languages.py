"""What grammars call definitions, for each language; which language a document is written in."""

from __future__ import annotations

from dataclasses import dataclass

from chunkwise.model.document import Document


@dataclass(frozen=True, slots=True)
class CodeLanguage:
    """The kinds of nodes of a grammar that matter here."""

    definitions: frozenset[str]
    """Functions, methods, classes, types: what has a name and should stay whole."""
    wrappers: frozenset[str] = frozenset()
    """What stands around a definition and belongs to it: decorators, ``export``, ``template``."""
    leading: frozenset[str] = frozenset()
    """What belongs to the definition that follows, beside comments: attributes, signatures."""
    clauses: bool = False
    """Whether one function is written as several definitions of one name in a row."""


def _language(definitions: str, wrappers: str = "", leading: str = "", clauses: bool = False) -> CodeLanguage:
    return CodeLanguage(
        frozenset(definitions.split()), frozenset(wrappers.split()), frozenset(leading.split()), clauses
    )


_SCRIPT = (
    "function_declaration generator_function_declaration class_declaration abstract_class_declaration "
    "method_definition interface_declaration enum_declaration type_alias_declaration internal_module module"
)
_C = "function_definition struct_specifier enum_specifier union_specifier type_definition"

LANGUAGES: dict[str, CodeLanguage] = {
    "bash": _language("function_definition"),
    "c": _language(_C),
    "cpp": _language(
        _C + " class_specifier namespace_definition concept_definition alias_declaration",
        "template_declaration",
    ),
    "csharp": _language(
        "namespace_declaration class_declaration struct_declaration interface_declaration enum_declaration "
        "record_declaration method_declaration constructor_declaration destructor_declaration "
        "property_declaration delegate_declaration operator_declaration indexer_declaration "
        "local_function_statement",
    ),
    "elixir": _language("call", leading="unary_operator", clauses=True),
    "go": _language("function_declaration method_declaration type_declaration"),
    "haskell": _language(
        "function bind data_type newtype class instance type_synomym type_family deriving_instance",
        leading="signature pragma haddock",
        clauses=True,
    ),
    "java": _language(
        "class_declaration interface_declaration enum_declaration record_declaration "
        "annotation_type_declaration method_declaration constructor_declaration "
        "compact_constructor_declaration",
    ),
    "javascript": _language(_SCRIPT, "export_statement", "decorator"),
    "kotlin": _language(
        "class_declaration object_declaration function_declaration companion_object secondary_constructor "
        "type_alias",
        leading="annotation",
    ),
    "lua": _language("function_declaration"),
    "php": _language(
        "namespace_definition class_declaration interface_declaration trait_declaration enum_declaration "
        "function_definition method_declaration",
    ),
    "powershell": _language(
        "function_statement class_statement enum_statement class_method_definition", leading="attribute"
    ),
    "python": _language("function_definition class_definition", "decorated_definition"),
    "ruby": _language("class module method singleton_method singleton_class"),
    "rust": _language(
        "function_item struct_item enum_item union_item trait_item impl_item mod_item macro_definition "
        "type_item",
        leading="attribute_item inner_attribute_item",
    ),
    "scala": _language(
        "class_definition object_definition trait_definition enum_definition function_definition "
        "given_definition extension_definition type_definition package_object",
    ),
    "swift": _language(
        "class_declaration protocol_declaration function_declaration init_declaration deinit_declaration "
        "subscript_declaration protocol_function_declaration typealias_declaration",
    ),
    "tsx": _language(_SCRIPT, "export_statement ambient_declaration", "decorator"),
    "typescript": _language(_SCRIPT, "export_statement ambient_declaration", "decorator"),
}
"""Languages with a grammar."""

ALIASES = {
    "c++": "cpp", "cs": "csharp", "c#": "csharp", "golang": "go", "js": "javascript", "jsx": "javascript",
    "kt": "kotlin", "ps1": "powershell", "py": "python", "rb": "ruby", "rs": "rust", "sh": "bash",
    "shell": "bash", "shellscript": "bash", "sol": "solidity", "ts": "typescript", "ex": "elixir",
    "hs": "haskell", "pl": "perl", "proto": "protobuf", "vb6": "visualbasic6",
}  # fmt: skip
"""Other names, those in media types included."""


def language_of(document: Document, wanted: str) -> str:
    """The language of a document: what is wanted, else what its media type says; empty for neither."""
    name = wanted.lower()
    if name == "auto":
        kind = document.media_type
        name = kind.removeprefix("text/x-") if kind.startswith("text/x-") else ""
        if name == "typescript" and document.id.lower().endswith(".tsx"):
            name = "tsx"
    return ALIASES.get(name, name)
