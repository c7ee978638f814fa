"""Finds a model's files in a folder and reads what they say of themselves.

The folder is laid out as sentence-transformers does it: ``tokenizer.json`` and settings in JSON at
the top, the weights there or in ``onnx/``. All settings are optional.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chunkwise.errors import EmbedderError, InvalidOption

_ABSURD = 10_000_000
"""Limits above it mean that there is none: some configurations say 1e30."""
_OFFSET_KINDS = frozenset(
    {"camembert", "data2vec-text", "longformer", "mpnet", "roberta", "xlm-roberta", "xlm-roberta-xl", "xmod"}
)
"""Models whose positions begin after the padding token's id, so that fewer tokens fit than positions."""
_POOLING = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_mean_sqrt_len_tokens": "mean",  # the same direction
    "pooling_mode_cls_token": "cls",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_lasttoken": "last",
}


@dataclass(frozen=True, slots=True)
class ModelFolder:
    """Where a model lies, and what its settings say."""

    model: Path
    """The ``.onnx`` file."""
    tokenizer: Path
    """The ``tokenizer.json``."""
    pooling: str
    """``mean``, ``cls``, ``max`` or ``last``: how vectors of tokens become the text's."""
    max_tokens: int | None
    """The longest text in tokens, special ones included; None: the files do not say."""
    positions: int | None
    """What the model's position table allows; None: it has none, or the files do not say."""
    lower: bool
    """Whether texts are put in lower case before the tokenizer sees them."""
    query_prompt: str
    """What the model wants before a question."""
    passage_prompt: str
    """What it wants before a passage."""


def find_model(
    folder: str | Path | None = None, model: str | Path | None = None, tokenizer: str | Path | None = None
) -> ModelFolder:
    """Find the files.

    Args:
        folder: where everything lies.
        model: the ``.onnx`` file, if it is elsewhere or one of several; relative to the folder.
        tokenizer: the ``tokenizer.json`` or its folder, if it is elsewhere; relative to the folder.

    Raises:
        EmbedderError: a file is missing or cannot be read, or the model needs what is not done here.
        InvalidOption: neither a folder nor both files are given, or several models lie in the folder.
    """
    if folder is None and (model is None or tokenizer is None):
        raise InvalidOption("Give the folder of the model, or both its file and its tokenizer.")
    top = Path(folder) if folder is not None else Path()
    if folder is not None and not top.is_dir():
        raise EmbedderError(
            f"There is no folder {top}. It should hold an embedding model: model.onnx and tokenizer.json."
        )
    weights = _present(top / model, "model") if model is not None else _weights(top)
    words = top / tokenizer if tokenizer is not None else _beside(top, weights, "tokenizer.json")
    words = _present(words / "tokenizer.json" if words.is_dir() else words, "tokenizer")
    homes = (top, words.parent, weights.parent) if folder is not None else (words.parent, weights.parent)
    return _described(weights, words, homes)


def _present(file: Path, what: str) -> Path:
    if not file.is_file():
        raise EmbedderError(f"There is no {what} {file}.")
    return file


def _beside(top: Path, weights: Path, name: str) -> Path:
    return (
        weights.parent / name
        if not (top / name).is_file() and (weights.parent / name).is_file()
        else top / name
    )


def _weights(top: Path) -> Path:
    for usual in (top / "model.onnx", top / "onnx" / "model.onnx"):
        if usual.is_file():
            return usual
    found = sorted([*top.glob("*.onnx"), *top.glob("onnx/*.onnx")])
    if not found:
        raise EmbedderError(f"There is no .onnx file in {top} or {top / 'onnx'}.")
    if len(found) > 1:
        names = ", ".join(str(file.relative_to(top)) for file in found)
        raise InvalidOption(f"{top} holds several models: {names}. Say which with the option model.")
    return found[0]


def _described(weights: Path, words: Path, homes: tuple[Path, ...]) -> ModelFolder:
    config = _settings(homes, "config.json")
    sentence = _settings(homes, "sentence_bert_config.json")
    prompts = _settings(homes, "config_sentence_transformers.json").get("prompts")
    prompts = prompts if isinstance(prompts, dict) else {}
    _only_known_modules(homes)
    positions = _positions(config)
    said = _first_limit(
        sentence.get("max_seq_length"),
        _settings(homes, "tokenizer_config.json").get("model_max_length"),
        positions,
        (_settings((words.parent,), words.name).get("truncation") or {}).get("max_length"),
    )
    return ModelFolder(
        model=weights,
        tokenizer=words,
        pooling=_pooling(homes),
        max_tokens=min(said, positions) if said and positions else said,
        positions=positions,
        lower=sentence.get("do_lower_case") is True,
        query_prompt=_prompt(prompts, "query"),
        passage_prompt=_prompt(prompts, "document", "passage", "corpus"),
    )


def _settings(homes: tuple[Path, ...], name: str) -> dict[str, Any]:
    """The settings in the first file of this name; none where there is no such file."""
    found = _json(homes, name)
    return found if isinstance(found, dict) else {}


def _json(homes: tuple[Path, ...], name: str) -> Any:
    for home in homes:
        if (home / name).is_file():
            try:
                return json.loads((home / name).read_text("utf-8-sig"))
            except (OSError, ValueError, RecursionError) as error:
                raise EmbedderError(f"{home / name} cannot be read: {error}.") from error
    return None


def _limit(value: Any) -> int | None:
    whole = isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < _ABSURD
    return int(value) if whole else None


def _first_limit(*values: Any) -> int | None:
    return next((limit for value in values if (limit := _limit(value)) is not None), None)


def _positions(config: dict[str, Any]) -> int | None:
    if "n_positions" in config and "max_position_embeddings" not in config:
        return None if config.get("model_type") in ("t5", "mt5") else _limit(config["n_positions"])
    positions = _limit(config.get("max_position_embeddings"))
    if positions is None or config.get("model_type") not in _OFFSET_KINDS:
        return positions
    padding = config.get("pad_token_id", 1)
    return positions - (padding if isinstance(padding, int) else 1) - 1


def _pooling(homes: tuple[Path, ...]) -> str:
    pooling = _settings(homes, "1_Pooling/config.json")
    chosen = [name for name, value in pooling.items() if name.startswith("pooling_mode_") and value is True]
    if not chosen and isinstance(mode := pooling.get("pooling_mode"), str):
        chosen = [f"pooling_mode_{mode}", f"pooling_mode_{mode}_tokens", f"pooling_mode_{mode}_token"]
        chosen = [name for name in chosen if name in _POOLING] or chosen[:1]
    if not chosen:
        return "mean"
    if len(chosen) > 1 or chosen[0] not in _POOLING:
        raise EmbedderError(
            f"The model pools by {' and '.join(chosen)}, which is not done here. "
            "Only one of mean, cls, max and last is."
        )
    return _POOLING[chosen[0]]


def _only_known_modules(homes: tuple[Path, ...]) -> None:
    """A layer after pooling that is left out would give vectors that look right and are not."""
    modules = _json(homes, "modules.json")
    kinds = [str(m.get("type", "")).rpartition(".")[2] for m in modules or () if isinstance(m, dict)]
    if others := [kind for kind in kinds if kind not in ("Transformer", "Pooling", "Normalize", "")]:
        raise EmbedderError(
            f"The model has a part of kind {others[0]} after its pooling, which is not run here. "
            "Use a model without it, or serve this one behind an OpenAI-compatible endpoint."
        )


def _prompt(prompts: dict[str, Any], *names: str) -> str:
    found = (prompts[name] for name in names if isinstance(prompts.get(name), str))
    return next(found, "")
