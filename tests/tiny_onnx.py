"""Writes tiny ONNX models by hand, since the package that makes them is larger than all the others.

A model here looks up a row of a table for each token id. What is written are protocol buffers: a
field is its number and wire type, then a number or a length and bytes.
"""

from __future__ import annotations

import random
import struct
from pathlib import Path

from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

FLOAT, INT64 = 1, 7
VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "the", "a", "cat", "dog", "sat", "ran", "on", "in", "mat", "fog",
              *"税务机关应当", "query", ":", "passage"]  # fmt: skip
SIZE = 6


def _varint(number: int) -> bytes:
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])


def _field(number: int, value: int | bytes | str) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    data = value.encode() if isinstance(value, str) else value
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _node(operator: str, inputs: list[str], outputs: list[str]) -> bytes:
    return b"".join(
        [*(_field(1, name) for name in inputs), *(_field(2, name) for name in outputs), _field(4, operator)]
    )


def _mean_of_tokens(source: str, target: str) -> bytes:
    axes = _field(1, "axes") + _field(8, 1) + _field(20, 7)
    flat = _field(1, "keepdims") + _field(3, 0) + _field(20, 2)
    return _node("ReduceMean", [source], [target]) + _field(5, axes) + _field(5, flat)


def _value(name: str, kind: int, shape: list[str | int]) -> bytes:
    dims = b"".join(_field(1, _field(1, d) if isinstance(d, int) else _field(2, d)) for d in shape)
    return _field(1, name) + _field(2, _field(1, _field(1, kind) + _field(2, dims)))


def _tensor(name: str, rows: list[list[float]]) -> bytes:
    flat = [number for row in rows for number in row]
    shape = _field(1, len(rows)) + _field(1, len(rows[0]))
    return shape + _field(2, FLOAT) + _field(8, name) + _field(9, struct.pack(f"<{len(flat)}f", *flat))


def tiny_model(
    dynamic: bool = False,
    token_types: bool = False,
    extra_input: str = "",
    pooled: bool = False,
    scale: float = 1.0,
    seed: int = 1,
    pairs: bool = False,
) -> bytes:
    """A model file.

    Args:
        dynamic: quantise all of a run together, as quantised models do.
        token_types: read token types too; a type other than 0 would spoil the vector.
        extra_input: another input.
        pooled: give the mean of the tokens and not each of them.
        scale: what the numbers in the table are multiplied by.
        seed: of the numbers in the table.
        pairs: give one number, as cross-encoders do: the mean over the tokens and their vectors.
    """
    rng = random.Random(seed)
    table = [[scale * rng.gauss(0, 1 + 3 * rng.random()) for _ in range(SIZE)] for _ in VOCABULARY]
    inputs = ["input_ids", "attention_mask"] + ["token_type_ids"] * token_types
    inputs += [extra_input] if extra_input else []
    nodes = [_node("Gather", ["table", "input_ids"], ["rows"])]
    tensors = [_tensor("table", table)]
    last = "rows"
    if token_types:
        tensors.append(_tensor("types", [[0.0] * SIZE, [9.0] * SIZE]))
        nodes += [
            _node("Gather", ["types", "token_type_ids"], ["typed"]),
            _node("Add", [last, "typed"], ["both"]),
        ]
        last = "both"
    if dynamic:
        nodes += [_node("DynamicQuantizeLinear", [last], ["small", "scale", "zero"]),
                  _node("DequantizeLinear", ["small", "scale", "zero"], ["again"])]  # fmt: skip
        last = "again"
    output = "logits" if pairs else "sentence_embedding" if pooled else "last_hidden_state"
    if pairs:
        flat = _field(1, "keepdims") + _field(3, 0) + _field(20, 2)
        nodes.append(_node("ReduceMean", [last], [output]) + _field(5, flat))
    else:
        nodes.append(_mean_of_tokens(last, output) if pooled else _node("Identity", [last], [output]))
    shape = [] if pairs else ["batch", SIZE] if pooled else ["batch", "length", SIZE]
    graph = b"".join(
        [
            *(_field(1, node) for node in nodes),
            _field(2, "tiny"),
            *(_field(5, tensor) for tensor in tensors),
            *(_field(11, _value(name, INT64, ["batch", "length"])) for name in inputs),
            _field(12, _value(output, FLOAT, shape)),
        ]
    )
    return _field(1, 8) + _field(7, graph) + _field(8, _field(1, "") + _field(2, 13))


def tiny_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer(models.WordPiece({word: n for n, word in enumerate(VOCABULARY)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return tokenizer


def tiny_folder(folder: Path, model: bytes | None = None, place: str = "model.onnx", limit: int = 16) -> Path:
    """A folder with a model, its tokenizer and its limit; 0: no file says one."""
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    (folder / place).write_bytes(tiny_model() if model is None else model)
    tiny_tokenizer().save(str(folder / "tokenizer.json"))
    if limit:
        (folder / "sentence_bert_config.json").write_text(f'{{"max_seq_length": {limit}}}')
    return folder
