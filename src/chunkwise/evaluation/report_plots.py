"""The plots of the report, as SVG written by hand: recall against context, and sizes of chunks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2

from chunkwise.evaluation.compare import Comparison, Result
from chunkwise.evaluation.report_markup import percent, text
from chunkwise.evaluation.report_words import Words

_WIDTH, _HEIGHT = 640, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 32, 14, 46
_BINS = 24
_BARS = 64
"""Height of the bars of one method's histogram."""


def curve(comparison: Comparison, words: Words) -> str:
    """Recall by characters of context, a line a method with the intervals of its points."""
    budgets = sorted(comparison.looking.budgets)
    if not budgets:
        return ""
    scale = _Scale(budgets)
    lines = [_axes(budgets, scale, words)]
    number = len(comparison.results)
    for at, result in enumerate(comparison.results):
        # Points at one budget stand beside each other, so that their bars can be told apart.
        shift = (at - (number - 1) / 2) * 5
        lines.append(_line(result, budgets, scale, shift, at))
    label = text(words("curve"))
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">'
        f"{''.join(lines)}</svg>{_legend(comparison)}"
    )


def histograms(comparison: Comparison, words: Words) -> str:
    """How many chunks there are of each size, a small plot a method, all on one scale."""
    largest = max((result.structure.largest for result in comparison.results), default=0)
    width = max(1, ceil((largest + 1) / _BINS))
    counts = [_counts(result, width) for result in comparison.results]
    most = max((max(found) for found in counts), default=1) or 1
    return "".join(
        _histogram(at, result, counts[at], most, width, words) for at, result in enumerate(comparison.results)
    )


class _Scale:
    """Where a number of characters and a share stand in the plot: the first on a scale of powers of two."""

    def __init__(self, budgets: Sequence[int]) -> None:
        self._low, self._high = log2(budgets[0]), log2(budgets[-1])

    def x(self, budget: int) -> float:
        room = _WIDTH - _LEFT - _RIGHT - 40
        share = (log2(budget) - self._low) / (self._high - self._low) if self._high > self._low else 0.5
        return round(_LEFT + 20 + room * share, 1)

    def y(self, share: float) -> float:
        return round(_TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - share), 1)


def _axes(budgets: Sequence[int], scale: _Scale, words: Words) -> str:
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = scale.y(share)
        parts.append(f'<path class="grid" d="M{_LEFT} {y}H{_WIDTH - _RIGHT}"/>')
        parts.append(f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{share * 100:.0f}</text>')
    low = _HEIGHT - 26
    parts += (f'<text x="{scale.x(n)}" y="{low}" text-anchor="middle">{n:,}</text>' for n in budgets)
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(_named(words("curve_x"), f'x="{middle}" y="{_HEIGHT - 6}"'))
    across = (_TOP + _HEIGHT - _BOTTOM) / 2
    parts.append(_named(words("curve_y"), f'transform="translate(13 {across}) rotate(-90)"', "upright"))
    return "".join(parts)


def _named(said: str, place: str, kind: str = "axis") -> str:
    """The name of an axis."""
    return f'<text class="{kind}" {place} text-anchor="middle">{text(said)}</text>'


def _line(result: Result, budgets: Sequence[int], scale: _Scale, shift: float, at: int) -> str:
    kind = f"s{at % 6}"
    points, marks = [], []
    for budget in budgets:
        mean = result.means[f"recall_{budget}"]
        x, y = round(scale.x(budget) + shift, 1), scale.y(mean.mean)
        points.append(f"{x} {y}")
        interval = f"{percent(mean.mean)} ({percent(mean.low)}–{percent(mean.high)})"
        said = text(f"{result.contender.label}, {budget:,}: {interval}")
        marks.append(
            f'<path class="bar {kind}" d="M{x} {scale.y(mean.low)}V{scale.y(mean.high)}"/>'
            f'<circle class="{kind}" cx="{x}" cy="{y}" r="4"><title>{said}</title></circle>'
        )
    return f'<path class="line {kind}" d="M{" L".join(points)}"/>{"".join(marks)}'


def _legend(comparison: Comparison) -> str:
    names = (
        f'<li><span class="dot s{at % 6}"></span>{text(result.contender.label)}</li>'
        for at, result in enumerate(comparison.results)
    )
    return f'<ul class="legend">{"".join(names)}</ul>'


def _counts(result: Result, width: int) -> list[int]:
    counts = [0] * _BINS
    for size in result.structure.sizes:
        counts[min(size // width, _BINS - 1)] += 1
    return counts


def _histogram(at: int, result: Result, counts: Sequence[int], most: int, width: int, words: Words) -> str:
    room = _WIDTH - _LEFT - _RIGHT
    step = room / _BINS
    unit = words(result.structure.unit)
    bars = []
    for number, count in enumerate(counts):
        if count:
            high = max(count / most * _BARS, 1.5)  # a single chunk is still to be seen
            said = text(f"{number * width:,}–{(number + 1) * width - 1:,} {unit}: {count:,}")
            bars.append(
                f'<rect class="s{at % 6}" x="{_LEFT + number * step + 1:.1f}" y="{_BARS + 8 - high:.1f}" '
                f'width="{step - 2:.1f}" height="{high:.1f}"><title>{said}</title></rect>'
            )
    ticks = "".join(
        f'<text x="{_LEFT + bin * step:.1f}" y="{_BARS + 24}" text-anchor="middle">{bin * width:,}</text>'
        for bin in range(0, _BINS + 1, _BINS // 4)
    )
    label = text(result.contender.label)
    return (
        f'<figure class="histogram"><figcaption><span class="dot s{at % 6}"></span>{label} '
        f"<small>({text(unit)})</small></figcaption>"
        f'<svg class="plot" viewBox="0 0 {_WIDTH} {_BARS + 30}" role="img" aria-label="{label}">'
        f'<path class="grid" d="M{_LEFT} {_BARS + 8}H{_WIDTH - _RIGHT}"/>'
        f'<text x="{_LEFT - 8}" y="18" text-anchor="end">{most:,}</text>{"".join(bars)}{ticks}</svg></figure>'
    )
