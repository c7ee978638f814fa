"""A comparison as one HTML file: it needs no network, no other file, and no script to be read."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from string import Template

from chunkwise.evaluation.compare import Comparison
from chunkwise.evaluation.report_markup import tag, text
from chunkwise.evaluation.report_plots import curve, histograms
from chunkwise.evaluation.report_questions import questions_section
from chunkwise.evaluation.report_tables import retrieval_table, shown_measures, structure_table, verdicts
from chunkwise.evaluation.report_text import text_section
from chunkwise.evaluation.report_words import Words
from chunkwise.text.language import dominant_script

_TEMPLATE = "report_template.html"
_FEW = 30
_NAMES_SHOWN = 4


def report_html(comparison: Comparison, lang: str | None = None) -> str:
    """The report of a comparison.

    Everything that comes from the documents, the questions and the methods is escaped; the page may
    not load or send anything, by its own content security policy.

    Args:
        comparison: what ``compare`` found.
        lang: the language of the report's own words, ``en`` or ``zh``; None: that of the documents.

    Raises:
        InvalidOption: there is no such language.
    """
    words = Words(lang or language_of(comparison))
    source = files("chunkwise.evaluation").joinpath(_TEMPLATE).read_text("utf-8")
    return Template(source).substitute(
        lang=words.lang, title=text(words("title")), body="\n".join(_body(comparison, words))
    )


def language_of(comparison: Comparison) -> str:
    """``zh`` where most of the documents' text is Chinese, else ``en``."""
    sample = "".join(document.text[:4_000] for document in comparison.documents[:50])
    return "zh" if dominant_script(sample, len(sample)) == "han" else "en"


def _body(comparison: Comparison, words: Words) -> Iterator[str]:
    measures = shown_measures(comparison)
    first = comparison.results[0].contender.label
    yield tag("header", tag("h1", text(words("title"))) + tag("p", _subject(comparison, words)))
    yield _section("summary", "", "".join(_cautions(comparison, words)))
    note = words("retrieval_note", first=first) if len(comparison.results) > 1 else ""
    said = "".join(tag("li", text(one)) for one in verdicts(comparison, measures, words))
    yield _section(
        "retrieval",
        words("retrieval"),
        (tag("ul", said, class_="verdicts") if said else "")
        + retrieval_table(comparison, measures, words)
        + tag("p", text(note), class_="note")
        + _more(comparison, words),
    )
    yield _section("curve", words("curve"), curve(comparison, words), words("curve_note"))
    yield _section(
        "structure", words("structure"), structure_table(comparison, words), words("structure_note")
    )
    bars = tag("div", histograms(comparison, words), class_="histograms")
    yield _section("sizes", words("sizes"), bars, words("sizes_note"))
    switch = tag(
        "label",
        f'<input type="checkbox" id="differ"> {text(words("differ"))}',
        class_="switch",
        hidden="hidden",
    )
    yield _section(
        "questions",
        words("questions"),
        switch + questions_section(comparison, words),
        words("questions_note", k=comparison.looking.k),
    )
    yield _section("text", words("text"), text_section(comparison, words), words("text_note"))
    yield _section("words", words("words"), _glossary(comparison, words))
    if remarks := [*comparison.failed, *comparison.left_out, *comparison.notes]:
        yield _section(
            "remarks", words("remarks"), tag("ul", "".join(tag("li", text(one)) for one in remarks))
        )


def _subject(comparison: Comparison, words: Words) -> str:
    """What was compared on: documents, characters, questions."""
    names = [document.id for document in comparison.documents]
    shown = ", ".join(names[:_NAMES_SHOWN]) + (
        f" + {len(names) - _NAMES_SHOWN}" if len(names) > _NAMES_SHOWN else ""
    )
    return text(
        words(
            "of",
            documents=shown,
            characters=f"{sum(len(document.text) for document in comparison.documents):,}",
            questions=f"{len(comparison.questions):,}",
        )
    )


def _cautions(comparison: Comparison, words: Words) -> Iterator[str]:
    """What a reader should know before the numbers."""
    if comparison.generated:
        yield tag("p", text(words("made", number=f"{comparison.generated:,}")), class_="caution")
    if len(comparison.questions) < _FEW:
        yield tag("p", text(words("few", number=len(comparison.questions))), class_="caution")
    for message in comparison.failed:
        yield tag("p", text(message), class_="caution")


def _more(comparison: Comparison, words: Words) -> str:
    """All measures, closed until it is opened."""
    table = retrieval_table(comparison, list(comparison.results[0].means), words)
    return tag("details", tag("summary", text(words("all"))) + table)


def _glossary(comparison: Comparison, words: Words) -> str:
    entries = []
    for name in comparison.results[0].means:
        label, meaning = words.measure(name, comparison.looking.k)
        entries.append(tag("dt", text(label)) + tag("dd", text(meaning)))
    return tag("dl", "".join(entries))


def _section(id: str, title: str, content: str, note: str = "") -> str:
    """A part of the page; empty ones are left out."""
    if not content:
        return ""
    head = tag("h2", text(title)) if title else ""
    said = tag("p", text(note), class_="note") if note else ""
    return tag("section", head + said + content, id=id)
