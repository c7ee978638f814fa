"""Lexical analysis, coarse and fine tokens together, against the bare segmenter over the same text.

    python benchmarks/analysis.py [FILE ...]

Without files: the Chinese regulation and the English guide of the examples, repeated to two
megabytes each. Prints megabytes of UTF-8 a second of CPU time, the best of five alternating rounds,
and the ratio to one pass of the dictionary segmenter (rjieba), which is the floor for Chinese.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

import rjieba

from chunkwise.text.analysis import analyse

EXAMPLES = Path(__file__).resolve().parents[1] / "examples" / "documents"
ROUNDS = 5
BYTES = 2_000_000


def timed(function, pieces):
    begun = process_time()
    for piece in pieces:
        function(piece)
    return process_time() - begun


def pieces_of(path):
    """Pieces about as long as chunks."""
    text = path.read_text(encoding="utf-8")
    text *= max(1, BYTES // len(text.encode()))
    return [text[at : at + 800] for at in range(0, len(text), 800)]


def main() -> None:
    files = [Path(name) for name in sys.argv[1:]] or [EXAMPLES / "regulation-zh.txt", EXAMPLES / "guide.md"]
    for path in files:
        pieces = pieces_of(path)
        size = sum(len(piece.encode()) for piece in pieces) / 1e6
        ours, floor = [], []
        for _ in range(ROUNDS):
            ours.append(timed(analyse, pieces))
            floor.append(timed(lambda piece: rjieba.cut(piece, False), pieces))
        print(
            f"{path.name}: {size:.1f} MB, coarse and fine {size / min(ours):.1f} MB/s, "
            f"segmenter alone {size / min(floor):.1f} MB/s, ratio {min(ours) / min(floor):.2f}"
        )


if __name__ == "__main__":
    main()
