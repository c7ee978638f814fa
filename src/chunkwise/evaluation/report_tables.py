"""The tables of the report: what questions find, and what the methods do to the text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunkwise.evaluation.compare import Comparison, Result
from chunkwise.evaluation.report_markup import percent, tag, text
from chunkwise.evaluation.report_words import Words
from chunkwise.quality.budget import BUDGETS
from chunkwise.quality.intervals import Interval

_SHOWN = ("recall", "iou", *(f"recall_{budget}" for budget in BUDGETS), "mrr")
_WIDTH = 100


def shown_measures(comparison: Comparison) -> list[str]:
    """The measures of the first table, as far as they were taken."""
    taken = comparison.results[0].means
    return [name for name in _SHOWN if name in taken]


def retrieval_table(comparison: Comparison, measures: Sequence[str], words: Words) -> str:
    """A row a method: the mean of each measure with its interval, and the difference to the first."""
    k = comparison.looking.k
    head = [tag("th", text(words("method")), scope="col")]
    head += [
        tag("th", text(words.measure(name, k)[0]), scope="col", title=words.measure(name, k)[1])
        for name in measures
    ]
    rows = [
        tag("tr", tag("th", _name(number, result), scope="row") + "".join(_cells(result, measures)))
        for number, result in enumerate(comparison.results)
    ]
    return _table(head, rows)


def structure_table(comparison: Comparison, words: Words) -> str:
    """A row a method: numbers of chunks, their sizes, and what was cut."""
    names = ("method", "chunks", "size", "sentences_cut", "tables_split", "orphan_headings", "over_cap")
    head = [tag("th", text(words(name)), scope="col") for name in names]
    rows = []
    for number, result in enumerate(comparison.results):
        found = result.structure
        cells = [
            f"{found.chunks:,}",
            f"{found.typical:,} ({found.smallest:,}–{found.largest:,}) {words(found.unit)}",
            _share(found.sentences_cut, found.sentences),
            _share(found.tables_split, found.tables),
            _share(found.orphan_headings, found.headings),
            f"{found.over_cap:,}",
        ]
        row = tag("th", _name(number, result), scope="row") + "".join(tag("td", text(c)) for c in cells)
        rows.append(tag("tr", row))
    return _table(head, rows)


def verdicts(comparison: Comparison, measures: Sequence[str], words: Words) -> Iterator[str]:
    """For each method but the first, one or two sentences on what differs beyond chance."""
    first = comparison.results[0].contender.label
    for result in comparison.results[1:]:
        clear = [name for name in measures if result.against_first[name].is_telling]
        said = False
        for form, better in (("clear_better", True), ("clear_worse", False)):
            names = [name for name in clear if (result.against_first[name].mean > 0) == better]
            if names:
                said = True
                labels = words("sep").join(_difference(result, name, words, comparison) for name in names)
                yield words(form, method=result.contender.label, first=first, measures=labels)
        if not said:
            yield words("clear_none", method=result.contender.label, first=first)


def _difference(result: Result, name: str, words: Words, comparison: Comparison) -> str:
    label = words.measure(name, comparison.looking.k)[0]
    return f"{label} ({percent(result.against_first[name].mean, sign=True)})"


def _name(number: int, result: Result) -> str:
    return tag("span", "", class_=f"dot s{number % 6}") + text(result.contender.label)


def _cells(result: Result, measures: Sequence[str]) -> Iterator[str]:
    for name in measures:
        mean = result.means[name]
        cell = tag("b", percent(mean.mean)) + _whisker(mean)
        cell += tag("small", f"{percent(mean.low)}–{percent(mean.high)}")
        if name in result.against_first:
            difference = result.against_first[name]
            kind = ("up" if difference.mean > 0 else "down") if difference.is_telling else "same"
            interval = f"[{percent(difference.low, True)}, {percent(difference.high, True)}]"
            cell += tag("small", f"{percent(difference.mean, True)} {interval}", class_=f"diff {kind}")
        yield tag("td", cell)


def _whisker(mean: Interval) -> str:
    """The interval as a line with a dot, on a scale from 0 to 100."""
    low, high, at = (round(value * _WIDTH, 1) for value in (mean.low, mean.high, mean.mean))
    return (
        f'<svg class="whisker" viewBox="-4 0 {_WIDTH + 8} 10" aria-hidden="true">'
        f'<path class="scale" d="M0 5H{_WIDTH}"/><path class="range" d="M{low} 5H{high}"/>'
        f'<circle cx="{at}" cy="5" r="4"/></svg>'
    )


def _share(part: int, whole: int) -> str:
    return f"{part:,} / {whole:,}" if whole else "–"


def _table(head: Sequence[str], rows: Sequence[str]) -> str:
    table = tag("thead", tag("tr", "".join(head))) + tag("tbody", "\n".join(rows))
    return tag("div", tag("table", table), class_="wide", tabindex=0)
