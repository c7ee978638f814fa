"""The formats by name: suffixes, media types, and what people call them."""

from __future__ import annotations

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
XLSB = "application/vnd.ms-excel.sheet.binary.macroenabled.12"
ODT = "application/vnd.oasis.opendocument.text"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
ODP = "application/vnd.oasis.opendocument.presentation"
DOC, XLS, PPT = "application/msword", "application/vnd.ms-excel", "application/vnd.ms-powerpoint"
MSG, EML, RTF = "application/vnd.ms-outlook", "message/rfc822", "application/rtf"
PDF, EPUB, ZIP, OLE = (
    "application/pdf",
    "application/epub+zip",
    "application/zip",
    "application/x-ole-storage",
)
HTML, XML, JSON, JSONL = "text/html", "application/xml", "application/json", "application/x-ndjson"
CSV, TSV, MARKDOWN, TEXT = "text/csv", "text/tab-separated-values", "text/markdown", "text/plain"
ENCRYPTED_OFFICE = "application/x-encrypted-office"
BINARY = "application/octet-stream"

FORMAT_NAMES: dict[str, str] = {
    DOCX: "Word document (DOCX)", XLSX: "Excel workbook (XLSX)", PPTX: "PowerPoint presentation (PPTX)",
    XLSB: "binary Excel workbook (XLSB)", ODT: "OpenDocument text", ODS: "OpenDocument spreadsheet",
    ODP: "OpenDocument presentation", DOC: "Word 97-2003 document (DOC)",
    XLS: "Excel 97-2003 workbook (XLS)", PPT: "PowerPoint 97-2003 presentation (PPT)",
    MSG: "Outlook message (MSG)", EML: "e-mail message", RTF: "rich text (RTF)", PDF: "PDF",
    EPUB: "EPUB book", ZIP: "ZIP archive", OLE: "OLE file", HTML: "HTML page", XML: "XML file", JSON: "JSON",
    JSONL: "JSON lines", CSV: "CSV table", TSV: "TSV table", MARKDOWN: "Markdown", TEXT: "plain text",
    ENCRYPTED_OFFICE: "Office file with a password", BINARY: "binary file",
    "application/gzip": "gzip file", "application/x-tar": "tar archive", "application/x-bzip2": "bzip2 file",
    "application/x-xz": "xz file", "application/zstd": "zstd file",
    "application/x-7z-compressed": "7z archive", "application/vnd.rar": "RAR archive",
    "application/vnd.sqlite3": "SQLite database", "application/vnd.apache.parquet": "Parquet file",
    "image/svg+xml": "SVG image", "application/x-executable": "executable program",
}  # fmt: skip

SUFFIXES: dict[str, str] = {
    ".txt": TEXT, ".text": TEXT, ".log": TEXT, ".md": MARKDOWN, ".markdown": MARKDOWN, ".mdown": MARKDOWN,
    ".mkd": MARKDOWN, ".mdx": MARKDOWN, ".qmd": MARKDOWN, ".rmd": MARKDOWN,
    ".csv": CSV, ".tsv": TSV, ".tab": TSV, ".json": JSON, ".geojson": JSON, ".ipynb": JSON,
    ".jsonl": JSONL, ".ndjson": JSONL, ".html": HTML, ".htm": HTML, ".xhtml": HTML, ".xml": XML,
    ".docx": DOCX, ".docm": DOCX, ".dotx": DOCX, ".dotm": DOCX, ".xlsx": XLSX, ".xlsm": XLSX, ".xltx": XLSX,
    ".xlsb": XLSB, ".pptx": PPTX, ".pptm": PPTX, ".ppsx": PPTX, ".potx": PPTX,
    ".odt": ODT, ".ods": ODS, ".odp": ODP, ".doc": DOC, ".dot": DOC, ".xls": XLS, ".ppt": PPT, ".pps": PPT,
    ".msg": MSG, ".eml": EML, ".rtf": RTF, ".pdf": PDF, ".epub": EPUB, ".zip": ZIP,
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif",
    ".webp": "image/webp", ".bmp": "image/bmp", ".tif": "image/tiff", ".tiff": "image/tiff",
    ".svg": "image/svg+xml", ".mp3": "audio/mpeg", ".wav": "audio/wav", ".m4a": "audio/mp4",
    ".ogg": "audio/ogg", ".flac": "audio/flac", ".mp4": "video/mp4", ".mkv": "video/x-matroska",
    ".gz": "application/gzip", ".tar": "application/x-tar", ".parquet": "application/vnd.apache.parquet",
}  # fmt: skip

# Source code and the like: read as text, the name after "x-" tells the language.
_LANGUAGES: dict[str, str] = {
    "python": ".py .pyi .pyw", "c": ".c .h", "c++": ".cc .cpp .cxx .hpp .hh .hxx", "csharp": ".cs",
    "java": ".java", "javascript": ".js .mjs .cjs .jsx", "typescript": ".ts .tsx", "go": ".go",
    "rust": ".rs", "ruby": ".rb", "php": ".php", "swift": ".swift", "kotlin": ".kt .kts",
    "scala": ".scala", "shell": ".sh .bash .zsh", "powershell": ".ps1", "sql": ".sql", "r": ".r",
    "lua": ".lua", "perl": ".pl .pm", "julia": ".jl", "haskell": ".hs", "dart": ".dart", "css": ".css .scss",
    "vue": ".vue", "yaml": ".yaml .yml", "toml": ".toml", "ini": ".ini .cfg .conf .properties",
    "cmake": ".cmake", "groovy": ".groovy .gradle", "protobuf": ".proto", "graphql": ".graphql",
    "diff": ".diff .patch", "rst": ".rst", "tex": ".tex", "asciidoc": ".adoc .asciidoc", "org": ".org",
}  # fmt: skip
SUFFIXES |= {s: f"text/x-{name}" for name, suffixes in _LANGUAGES.items() for s in suffixes.split()}

FILE_NAMES: dict[str, str] = {
    "makefile": "text/x-makefile",
    "dockerfile": "text/x-dockerfile",
    "cmakelists.txt": "text/x-cmake",
    "readme": TEXT,
    "license": TEXT,
}

PROSE = frozenset({"text/x-rst", "text/x-tex", "text/x-asciidoc", "text/x-org"})
"""Languages that are written prose and not code."""


def format_name(media_type: str) -> str:
    """What people call a media type.

    >>> format_name("application/pdf"), format_name("image/png"), format_name("text/x-go")
    ('PDF', 'PNG image', 'go source')
    """
    if media_type in FORMAT_NAMES:
        return FORMAT_NAMES[media_type]
    family, _, kind = media_type.partition("/")
    if family in ("image", "audio", "video"):
        return f"{kind.removeprefix('x-').upper()} {family}"
    if media_type.startswith("text/x-"):
        return f"{kind.removeprefix('x-')} source"
    return media_type


def is_textual(media_type: str) -> bool:
    """Whether files of this type are text that people can read as it is."""
    return media_type.startswith("text/") or media_type in (JSON, JSONL, XML, EML, "image/svg+xml")
