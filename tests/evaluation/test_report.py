"""The report stands alone, says what was measured, and survives whatever is in a document."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.errors import InvalidOption
from chunkwise.evaluation.compare import compare
from chunkwise.evaluation.contenders import contenders
from chunkwise.evaluation.report import language_of, report_html
from chunkwise.evaluation.report_markup import passage, percent, text
from chunkwise.evaluation.report_words import LANGUAGES, Words, _texts
from chunkwise.parsers.read import parse_text
from chunkwise.quality.measures import Looking
from chunkwise.quality.questions import Question
from chunkwise.testing.strategies import FRAGMENTS

RULES = """# 车辆管理规定

## 停放

员工车辆停放在地下二层。访客车辆停放在地面停车场，每小时收费五元。

## 充电

电动汽车充电桩位于地下一层东侧。充电费用按照电表读数结算，每度电一元二角。
"""
HOSTILE = (
    "Before. </script><script>alert(1)</script> <img src=x onerror=alert(2)> & \"quoted\" 'single' "
    "\u202eturned\u202c \u2066isolated. $title ${body} {name} \x00\x1b[31m \ud83d\ude00 \u2028 end.\n\nA second paragraph."
)
VOID = {"meta", "input", "br"}


class Tree(HTMLParser):
    """Elements and text of a page; every element has to be closed in its place."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.shown, self.attributes = [], [], [], []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.shown.append(data)

    @property
    def text(self):
        return "".join(self.shown)


def compared(content, asked, methods=("markdown", "one"), key="rules.md"):
    document = parse_text(content, key=key, media_type="text/markdown")
    return compare([document], contenders(methods), asked)


@pytest.fixture(scope="module")
def rules():
    asked = [
        Question("访客停车怎么收费？", quotes=("每小时收费五元",)),
        Question("充电桩在哪里？", quotes=("地下一层东侧", "没有这句话")),
    ]
    return compared(RULES, asked, ("markdown", "token", "parent_child"))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_that_stands_alone(rules, lang):
    page = report_html(rules, lang)
    tree = Tree(page)
    assert page.startswith("<!DOCTYPE html>")
    assert f'<html lang="{lang}">' in page
    assert not {"link", "img", "iframe", "object", "base", "form"} & set(tree.tags)
    assert tree.tags.count("script") == 1
    assert not re.search(r"https?://|url\(|@import|src=", page)
    assert not [name for _, name, _ in tree.attributes if name.startswith("on") or name in ("src", "href")]
    assert "default-src 'none'" in page


def test_what_was_measured_is_there(rules):
    tree = Tree(report_html(rules))
    for result in rules.results:
        assert result.contender.label in tree.text
        assert f"{result.structure.chunks}" in tree.text
        assert percent(result.means["iou"].mean) in tree.text
    assert "访客停车怎么收费？" in tree.text
    assert "没有这句话" in tree.text  # among the remarks: this quote does not occur
    assert "只有 2 个问题" in tree.text


def test_the_text_is_there_in_the_colours_of_its_chunks(rules):
    page = report_html(rules)
    for number, result in enumerate(rules.results):
        pane = page.split(f'data-pane="{number}"')[1].split("</section>")[0]
        shown = Tree("<div " + pane.partition(">")[0] + ">" + pane.partition(">")[2] + "</div>").text
        assert shown == f"{result.contender.label}{rules.documents[0].text}"
        begun = [int(n) for n in re.findall(r'data-n="(\d+)"', pane)]
        assert sorted(begun) == list(range(1, len(result.chunkings[0]) + 1))
        neighbours = re.findall(r'class="c k(\d)[^"]*" title="[^"]*" data-n="\d+"', pane)
        assert all(a != b for a, b in pairwise(neighbours))


def test_every_chunk_says_its_size_its_headings_and_why_it_ends():
    found = compared(RULES, [Question("?", quotes=("每度电一元二角",))], ("markdown",))
    page = report_html(found, "zh")
    titles = re.findall(r'<span class="c [^"]*" title="([^"]*)"', page)
    last = found.results[0].chunkings[0][-1]
    assert (
        f"切片 {len(found.results[0].chunkings[0])} · {last.tokens} 词元\n车辆管理规定 › 充电\n起于：标题；止于：文末"
        in titles
    )


def test_what_was_missed_is_said():
    filler = "Nothing of interest stands here at all. " * 40
    content = f"The vault opens at noon.\n\n{filler}\n\nThe vault key is kept by the director.\n"
    asked = [
        Question("the vault", quotes=("The vault opens at noon.", "Nothing of interest stands here at all."))
    ]
    document = cw.Document.from_text(content, "v")
    found = compare([document], contenders(["sentence"], [12]), asked, Looking(1, (100,)))
    tree = Tree(report_html(found))
    assert 0 < found.results[0].means["recall"].mean < 1
    assert "Not found:" in tree.text
    assert "●" not in tree.text
    assert "◐" in tree.text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_text_stays_text(lang):
    asked = [
        Question("<b>why</b> \u202e </script>", quotes=("A second paragraph.",)),
        Question("plain", quotes=("</script><script>alert(1)</script>",)),
        Question("lost", "<i>other</i>", ("x",)),
    ]
    document = cw.Document.from_text(HOSTILE, '"><script>alert(3)</script>')
    page = report_html(compare([document], contenders(["recursive", "sentence"], [12]), asked), lang)
    tree = Tree(page)
    assert tree.tags.count("script") == 1
    assert not {"img", "b1"} & set(tree.tags)
    assert "<img src=x onerror=alert(2)>" in tree.text
    assert "$title ${body} {name}" in tree.text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00\x1b]", page)
    assert 'title="RIGHT-TO-LEFT OVERRIDE">U+202E<' in page
    assert "<i>other</i>" in tree.text


@settings(max_examples=25)
@given(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=12).map("".join))
def test_any_text_gives_a_page(content):
    document = cw.Document.from_text(content + " An end with some words.", "d")
    asked = [Question(content or "?", quotes=("An end with some words.",))]
    found = compare([document], contenders(["recursive", "token"], [8]), asked)
    tree = Tree(report_html(found))
    assert tree.tags.count("script") == 1


@given(st.text(max_size=40))
def test_escaping_leaves_nothing_that_html_reads(value):
    for escaped in (text(value), re.sub(r'<i class="mark" title="[A-Z -]+">|</i>', "", passage(value))):
        assert not set(escaped) & set("<>\"'")
        assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x1b]", escaped)
    escaped.encode("utf-8")


def test_overlapping_chunks_are_hatched_and_loose_text_is_grey():
    document = cw.Document.from_text("One two three four. Five six seven eight. Nine ten.", "d")
    whole = compare(
        [document],
        contenders(["sentence"], [8], {"overlap_tokens": 4}),
        [Question("nine", quotes=("Nine ten.",))],
    )
    overlapping = report_html(whole)
    chunking = whole.results[0].chunkings[0]
    overlaps = any(a.spans[-1].end > b.spans[0].start for a, b in pairwise(chunking))
    assert ('shared"' in overlapping) == overlaps
    headed = report_html(compared(RULES, [Question("?", quotes=("每度电一元二角",))], ("markdown",)))
    assert '<span class="loose">' in headed


def test_long_documents_are_shown_in_part(monkeypatch):
    monkeypatch.setattr("chunkwise.evaluation.report_text.MOST_OF_ONE", 40)
    found = compared(RULES, [Question("?", quotes=("每度电一元二角",))])
    total = len(found.documents[0].text)
    page = report_html(found)
    assert f"只显示 {total} 个字符中的前 40 个" in page
    assert "每度电一元二角" not in page.split('id="text"')[1]
    monkeypatch.setattr("chunkwise.evaluation.report_text.MOST", 10)
    assert "另有 1 个文档未显示" in report_html(found)


def test_made_questions_are_called_so():
    page = report_html(
        compare([parse_text(RULES, key="r.md", media_type="text/markdown")], contenders(["one"]))
    )
    assert "自动生成" in page
    assert "由规则从文档自动生成" in page


def test_the_language_is_that_of_the_documents(rules):
    assert language_of(rules) == "zh"
    english = compared("Some words.\n\nMore of them.", [Question("more", quotes=("More of them.",))])
    assert language_of(english) == "en"
    assert '<html lang="en">' in report_html(english)
    with pytest.raises(InvalidOption, match="en or zh, not 'fr'"):
        Words("fr")


def test_both_languages_say_the_same_things():
    english, chinese = (_texts()[lang] for lang in LANGUAGES)
    fields = re.compile(r"\{\w+\}")
    assert english.keys() == chinese.keys()
    assert english["measures"].keys() == chinese["measures"].keys()
    for name in english.keys() - {"measures", "boundaries"}:
        assert sorted(fields.findall(english[name])) == sorted(fields.findall(chinese[name])), name
    from typing import get_args

    from chunkwise.model.chunk import Boundary

    assert set(chinese["boundaries"]) == set(get_args(Boundary))


def test_the_same_comparison_gives_the_same_page(rules):
    assert report_html(rules) == report_html(rules)


def test_a_browser_shows_it(rules, tmp_path):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium")
    (tmp_path / "report.html").write_text(report_html(rules), "utf-8")
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/profile",
         "--window-size=1200,900", "--dump-dom", f"file://{tmp_path}/report.html"],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert 'class="pickers"' in done.stdout
    assert 'class="pickers" hidden' not in done.stdout  # the script ran
    assert len(re.findall(r'data-pane="\d" hidden', done.stdout)) == 1  # of three methods, two are shown
