"""What is usual in a document: the style of its running text and the distance of its lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from chunkwise.parsers.pdf.lines import PageLine

_USUAL_PITCH = 1.2
_NEAREST, _FURTHEST = 0.8, 3.0
WIDEST_LABEL = 12.0
"""In sizes: what is wider is a line of running text rather than a label in a drawing or a cell."""
LEAST_RUNNING = 0.2
"""Share of all characters: less running text does not tell what is usual."""


@dataclass(frozen=True, slots=True)
class Body:
    """What most of a document's text looks like."""

    size: float
    """Font size of most characters, in half points."""
    bold: bool
    """Whether most characters are bold."""
    mono: bool
    """Whether most characters are of a fixed width."""
    pitches: Mapping[float, float]
    """Size → distance of two baselines inside of paragraphs, in points."""
    shares: Mapping[tuple[float, bool], float]
    """(Size, bold) → share of all characters."""

    def pitch(self, size: float) -> float:
        """The usual distance of two lines of this size."""
        return self.pitches.get(halves(size), _USUAL_PITCH * size)

    def share(self, line: PageLine) -> float:
        """The share of the characters that look like those of this line."""
        return self.shares.get((halves(line.size), line.bold), 0.0)


def halves(size: float) -> float:
    """A size in half points: what differs less is the same to a reader."""
    return round(2 * size) / 2


def body_of(pages: Iterable[Iterable[PageLine]]) -> Body:
    """What is usual in the lines of a document, given page by page in reading order."""
    looks: Counter[tuple[float, bool]] = Counter()
    running: Counter[tuple[float, bool]] = Counter()
    mono = 0
    distances: dict[float, Counter[float]] = defaultdict(Counter)
    for lines in pages:
        last: PageLine | None = None
        for line in lines:
            looks[halves(line.size), line.bold] += len(line.text)
            if line.x1 - line.x0 >= WIDEST_LABEL * line.size and not line.wide_gaps:
                running[halves(line.size), line.bold] += len(line.text)
            mono += len(line.text) if line.mono else 0
            if last is not None and halves(line.size) == halves(last.size):
                distance = line.base - last.base
                if _NEAREST * line.size < distance < _FURTHEST * line.size:
                    distances[halves(line.size)][halves(distance)] += 1
            last = line
    total = looks.total() or 1
    usual = running if running.total() >= LEAST_RUNNING * total else looks
    (size, bold), _ = usual.most_common(1)[0] if usual else ((0.0, False), 0)
    return Body(
        size,
        bold,
        2 * mono > total,
        {size: _usual(counts) for size, counts in distances.items()},
        {look: count / total for look, count in looks.items()},
    )


def _usual(distances: Counter[float]) -> float:
    """The most frequent distance, the smallest of several; neighbouring ones count half."""
    score = {d: n + (distances[d - 0.5] + distances[d + 0.5]) / 2 for d, n in distances.items()}
    return min(score, key=lambda d: (-score[d], d))
