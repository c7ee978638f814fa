"""Question files: what is read, what is refused and how, and where answers are found."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunkwise as cw
from chunkwise.errors import InputError, ParseError
from chunkwise.model.span import Span
from chunkwise.parsers.read import parse_text
from chunkwise.quality.generated import generate
from chunkwise.quality.locating import find_quote, locate
from chunkwise.quality.question_imports import from_chroma_csv, from_squad
from chunkwise.quality.questions import (
    Question,
    parse_questions,
    question_to_dict,
    read_questions,
    write_questions,
)
from chunkwise.testing.strategies import documents

words = st.text(min_size=1, max_size=20).filter(str.strip)


def test_a_line_is_a_question():
    line = '{"question": "税款何时缴纳？", "document": "a.md", "quote": "按月缴纳", "topic": "税"}\n\n'
    (found,) = parse_questions(line)
    assert found == Question("税款何时缴纳？", "a.md", ("按月缴纳",), (), "1", False, {"topic": "税"})


@given(
    st.lists(
        st.builds(
            Question,
            words,
            st.none() | words,
            st.lists(words, min_size=1, max_size=3).map(tuple),
            st.lists(st.builds(Span, st.integers(0, 5), st.integers(6, 9)), max_size=2).map(tuple),
            generated=st.booleans(),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_is_written_is_read_again(questions):
    text = "".join(write_questions(questions))
    assert [question_to_dict(found) for found in parse_questions(text)] == [
        question_to_dict(question) | {"id": str(number)} for number, question in enumerate(questions, 1)
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 2: it is no JSON"),
        ("[1]", "line 2: a question is a JSON object, not list"),
        ("{}", 'line 2: there is no "question"'),
        ('{"question": "  "}', 'line 2: there is no "question"'),
        ('{"question": "Who?"}', "line 2: say what answers it, by quotes or spans."),
        ('{"question": "Who?", "qoutes": ["I"]}', "Is 'qoutes' meant to be 'quotes'?"),
        ('{"question": "Who?", "quotes": [""]}', "quotes are a list of texts"),
        ('{"question": "Who?", "quotes": 3}', "quotes are a list of texts"),
        ('{"question": "Who?", "spans": [[5, 3]]}', "0 <= start < end"),
        ('{"question": "Who?", "spans": [[0, 1, 2]]}', "spans are [[start, end]"),
        ('{"question": "Who?", "spans": [[0.5, 3]]}', "spans are [[start, end]"),
        ('{"question": "Who?", "spans": 7}', "spans are [[start, end]"),
        ('{"question": "Who?", "quotes": ["I"], "document": 3}', "document is 3, not str"),
        ('{"question": "Who?", "quotes": ["I"], "generated": "yes"}', "generated is 'yes', not bool"),
        ('{"question": "Who?", "quotes": ["I"], "id": "one"}', "the id 'one' is that of line 1 already"),
    ],
)
def test_a_wrong_line_is_named(tmp_path, line, said):
    file = tmp_path / "q.jsonl"
    file.write_text('{"question": "Who?", "quotes": ["I"], "id": "one"}\n' + line + "\n", "utf-8")
    with pytest.raises(ParseError) as caught:
        read_questions(file)
    assert str(caught.value).startswith(f"{file}: line 2: ")
    assert said in str(caught.value)


def test_files_that_are_not_there_empty_or_not_in_utf_8(tmp_path):
    with pytest.raises(InputError, match=r"none\.jsonl"):
        read_questions(tmp_path / "none.jsonl")
    (tmp_path / "empty.jsonl").write_text("\n \n")
    with pytest.raises(ParseError, match="no questions"):
        read_questions(tmp_path / "empty.jsonl")
    (tmp_path / "gbk.jsonl").write_bytes("{问题".encode("gbk"))
    with pytest.raises(ParseError, match="UTF-8"):
        read_questions(tmp_path / "gbk.jsonl")
    (tmp_path / "marked.jsonl").write_bytes(b'\xef\xbb\xbf{"question": "Who?", "quotes": ["I"]}\r\n')
    assert read_questions(tmp_path / "marked.jsonl")[0].quotes == ("I",)


TEXTS = {
    "docs/refunds.md": "Refunds take five\ndays. Refunds are paid in cash.",
    "docs/退款.md": "退款在五日内办理。逾期支付利息。逾期支付利息。",
}


@pytest.mark.parametrize(
    ("question", "document", "spans"),
    [
        (Question("q", "docs/refunds.md", ("five days",)), "docs/refunds.md", [(13, 22)]),
        (Question("q", "refunds.md", ("Refunds",)), "docs/refunds.md", [(0, 7)]),
        (Question("q", "/home/me/docs/refunds.md", ("cash.",)), "docs/refunds.md", [(44, 49)]),
        (Question("q", "退款", ("五日内", "支付利息")), "docs/退款.md", [(3, 6), (11, 15)]),
        (Question("q", None, ("五日内",)), "docs/退款.md", [(3, 6)]),
        (Question("q", "退款.md", spans=(Span(0, 2),)), "docs/退款.md", [(0, 2)]),
        (Question("q", "退款.md", ("退款",), (Span(0, 2),)), "docs/退款.md", [(0, 2)]),
        (Question("q", "退款.md", ("办理",), (Span(0, 2),)), "docs/退款.md", [(6, 8)]),  # the quote is right
    ],
)
def test_answers_are_found(question, document, spans):
    (found,) = locate([question], TEXTS).found
    assert (found.document, [(span.start, span.end) for span in found.spans]) == (document, spans)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (Question("Who?", "other.md", ("I",)), "there is no document 'other.md'"),
        (Question("Who?", "退款.md", ("十日",)), "the quote '十日' does not occur in docs/退款.md"),
        (Question("Who?", None, ("十日",)), "occurs in none of the documents"),
        (Question("Who?", None, spans=(Span(0, 2),)), "it names no document"),
        (Question("Who?", "退款.md", spans=(Span(0, 200),)), "reach beyond the 23 characters"),
    ],
)
def test_what_is_not_found_is_said(question, said):
    located = locate([question], TEXTS)
    assert not located.found
    assert len(located.left_out) == 1
    assert said in located.left_out[0]
    assert "'Who?'" in located.left_out[0]


def test_a_quote_that_occurs_twice_is_the_first_and_a_note_says_so():
    located = locate([Question("q", "退款", ("逾期支付利息",), id="7")], TEXTS)
    assert located.found[0].spans == (Span(9, 15),)
    assert located.notes == (
        "Question 7 ('q'): the quote '逾期支付利息' occurs more than once in docs/退款.md; the first is taken.",
    )
    twice = locate([Question("q", None, ("same",))], {"a": "same", "b": "same"})
    assert twice.found[0].document == "a"
    assert "in 2 documents" in twice.notes[0]
    unclear = locate([Question("q", "a.md", ("same",))], {"x/a.md": "same", "y/a.md": "same"})
    assert "2 documents are called 'a.md'" in unclear.left_out[0]


@given(st.text(max_size=60), st.integers(0, 60), st.integers(1, 20))
def test_every_passage_of_a_text_is_found_at_its_first_place(text, start, length):
    quote = text[start : start + length].strip()
    found = find_quote(text, quote) if quote else None
    assert found is None or (found.of(text) == quote and found.start == text.find(quote))
    assert bool(found) == bool(quote)


CHROMA = 'question,references,corpus_id\n"Who, then?","[{""content"": ""the cat"", ""start_index"": 3, ""end_index"": 10}]",pets\n'


def test_the_csv_of_chroma(tmp_path):
    file = tmp_path / "questions.csv"
    file.write_text(CHROMA, "utf-8")
    (found,) = read_questions(file)
    assert found == Question("Who, then?", "pets", ("the cat",), (Span(3, 10),), "1")
    assert locate([found], {"pets.md": "It the cat."}).found[0].spans == (Span(3, 10),)
    with pytest.raises(ParseError, match="no column 'references'"):
        from_chroma_csv("question,corpus_id\n")
    with pytest.raises(ParseError, match="line 2: its references"):
        from_chroma_csv("question,references,corpus_id\nWho?,{,pets\n")


def squad(answer_start, **more):
    asked = {
        "question": "谁？",
        "id": "Q1",
        "answers": [{"text": "猫", "answer_start": answer_start}],
        **more,
    }
    return json.dumps({"data": [{"title": "t", "paragraphs": [{"context": "那是猫。", "qas": [asked]}]}]})


def test_json_of_squad(tmp_path):
    file = tmp_path / "dev.json"
    file.write_text(squad(2), "utf-8")
    assert read_questions(file) == [Question("谁？", "t#1", ("猫",), (Span(2, 3),), "Q1")]
    wrong = from_squad(squad(0))
    assert wrong.texts == {"t#1": "那是猫。"}
    assert locate(wrong.questions, wrong.texts).found[0].spans == (Span(2, 3),)
    for broken in ("{", "{}", '{"data": [{"paragraphs": 3}]}', squad(2, is_impossible=True)):
        with pytest.raises(ParseError, match=r"dev\.json"):
            from_squad(broken, "dev.json")


def test_public_sets_are_found_whole(shared):
    data = shared / "data"
    questions = read_questions(data / "chroma" / "questions.csv")
    texts = {
        f"{name}.md": (data / "chroma" / f"{name}.md").read_bytes().decode()
        for name in {question.document for question in questions}
    }
    located = locate(questions, texts)
    assert (len(located.found), located.left_out, located.notes) == (472, (), ())
    chinese = from_squad((data / "cmrc" / "cmrc2018_dev.json").read_text("utf-8"))
    located = locate(chinese.questions, chinese.texts)
    assert (len(chinese.texts), len(located.found), located.left_out) == (848, 3219, ())


GUIDE = """# Gateway

The gateway collects readings from wireless sensors and forwards them in batches.

## Time

Without a network the clock of the gateway drifts by ninety seconds a week.
"""
RULES = "# 停车办法\n\n经营企业投放共享单车，应当向交通运输主管部门备案。逾期不改正的，处一万元以上三万元以下罚款。\n"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (GUIDE, ["“Gateway”?", "“Time”?", "wireless"]),
        (RULES, ["“停车办法”讲了什么？", "主管部门备案", "一万元", "三万元"]),
    ],
)
def test_questions_are_made_of_headings_and_rare_words(text, asked):
    document = parse_text(text, key="d.md", media_type="text/markdown")
    questions = generate([document])
    assert all(question.generated and question.document == "d.md" for question in questions)
    said = " ".join(question.text for question in questions)
    assert all(words in said for words in asked)
    assert len(locate(questions, {"d.md": document.text}).found) == len(questions) >= 3


@given(documents(), st.integers(1, 12))
def test_made_questions_are_the_same_again_and_their_answers_are_there(document, most):
    questions = generate([document], most)
    assert questions == generate([document], most)
    assert len(questions) <= most
    for question in questions:
        assert question.quotes == tuple(span.of(document.text) for span in question.spans)
    assert len({question.id for question in questions}) == len(questions)


def test_nothing_is_asked_about_nothing():
    assert generate([cw.Document.from_text("")]) == []
    assert generate([cw.Document.from_text("👩‍🚀 " * 30)]) == []
