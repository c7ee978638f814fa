"""A base's own dictionary: rules, their file, and what they change in searches."""

from __future__ import annotations

import pytest
from bases import contents
from hypothesis import given
from hypothesis import strategies as st

from chunkwise.errors import ConfigError, InvalidOption
from chunkwise.kb.synonyms import Rule, meanings, parse_rules

WORDS = st.lists(
    st.sampled_from(["car", "motor car", "偷税", "逃税", "c++", "café"]), min_size=1, max_size=3, unique=True
)


@given(WORDS, WORDS, st.floats(0.01, 0.99))
def test_a_rule_is_its_line(words, means, weight):
    rule = Rule(tuple(words), tuple(means), round(weight, 2))
    assert Rule.parse(str(rule)) == rule


def test_lines():
    assert Rule.parse("car, auto") == Rule(("car", "auto"), (), 0.5)
    assert Rule.parse("偷税 => 逃税，漏税：0.7") == Rule(("偷税",), ("逃税", "漏税"), 0.7)
    assert Rule.parse(" a:b, c ").words == ("a:b", "c")
    for wrong in (
        "car",
        "car =>",
        "=> car",
        "car, auto : 1",
        "car, auto : 0",
        "car, auto : 1.2.3",
        "",
        "car, ??",
    ):
        with pytest.raises(InvalidOption):
            Rule.parse(wrong)
    assert len(parse_rules("\ufeff# none\n\ncar, auto\n偷税 => 逃税\n", "f")) == 2
    with pytest.raises(ConfigError, match="f, line 2"):
        parse_rules("car, auto\ncar\n", "f")


def test_terms_weigh_less_than_the_questions_own():
    rules = [Rule.parse("car => automobile, motor vehicle : 0.8"), Rule.parse("偷税 => 逃税 : 0.6")]
    terms = meanings([rules], "the cars").terms
    assert terms == {"car": 1.0, "automobil": 0.8, "motor": 0.4, "vehicl": 0.4}
    assert meanings([rules], "the automobiles").words == ()
    found = meanings([rules], "偷税会受到什么处罚")
    assert (found.words, found.terms["逃税"], found.terms["税"]) == (("逃税",), 0.6, 1.0)
    group = [Rule.parse("car, auto : 0.8")]
    assert meanings([group], "auto").words == ("car",)
    assert meanings([group, rules], "car").words == ("auto", "automobile", "motor vehicle")
    assert meanings([group], "scar tissue").words == ()
    assert meanings([[Rule.parse("motor car => auto")]], "a car with a motor").words == ()


@pytest.mark.parametrize(
    ("rule", "query", "answer", "back"),
    [
        ("automobile => car : 0.7", "automobile insurance", "The car is insured in May.", "automobile"),
        ("机动车 => 汽车 : 0.7", "机动车保养", "汽车每年检修一次。", "机动车"),
    ],
)
def test_what_only_means_the_same_is_found(kb, files, rule, query, answer, back):
    kb.add([files(a=answer, b="Roads are long.", c="马路很长。")])
    assert answer not in contents(kb, back)
    kb.synonyms.add(rule)
    assert contents(kb, back) == [answer]
    hit = kb.search(query, 1)[0]
    assert (hit.chunk.content, hit.score > 0) == (answer, True)
    assert hit.parts["synonyms_rank"] == 1
    kb.synonyms.remove(back)
    assert answer not in contents(kb, back)


def test_the_word_itself_comes_before_its_synonym(kb, files):
    kb.add([files(a="The auto is red and fast.", b="The vehicle is red and fast.", c="The house is red.")])
    kb.synonyms.add("auto, vehicle : 0.6")
    assert contents(kb, "auto", k=2) == ["The auto is red and fast.", "The vehicle is red and fast."]
    assert contents(kb, "vehicle", k=2) == ["The vehicle is red and fast.", "The auto is red and fast."]


def test_the_file_is_read_when_it_changes_and_written_whole(kb, files):
    kb.add([files(a="The auto is red.")])
    assert kb.synonyms.rules() == ()
    kb.synonyms.path.write_text("# mine\ncar => auto\n", encoding="utf-8")
    assert contents(kb, "car") == ["The auto is red."]
    kb.synonyms.add("wagon", ["auto"], weight=0.4)
    kb.synonyms.add("wagon", ["auto"], weight=0.4)
    assert [str(rule) for rule in kb.synonyms.rules()] == ["car => auto : 0.5", "wagon => auto : 0.4"]
    kb.synonyms.path.write_text("car\n", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"synonyms.txt, line 1"):
        kb.search("car")
