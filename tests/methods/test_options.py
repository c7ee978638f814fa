"""Options, presets and steps of one's own."""

from __future__ import annotations

import textwrap

import pytest

import chunkwise as cw
from chunkwise import registry
from chunkwise.methods import presets
from chunkwise.methods.build import with_base
from chunkwise.methods.options import Option


@pytest.mark.parametrize("name", presets.names())
def test_every_preset_is_described(name):
    preset = with_base(presets.load(name), {})
    assert preset.summary
    for option in preset.options.values():
        assert option.help, option
        if option.type in ("int", "float"):
            assert option.unit, option
    assert cw.chunker(name).settings["method"] == name


def test_unknown_names_offer_the_nearest_one():
    with pytest.raises(cw.UnknownName, match="'general'"):
        cw.chunker("generel")
    with pytest.raises(cw.UnknownOption, match="'max_tokens'"):
        cw.chunker("general", max_token=3)


@pytest.mark.parametrize(
    ("word", "ours"),
    [("chunk_size", "max_tokens"), ("chunk_overlap", "overlap_tokens"), ("length_function", "tokenizer")],
)
def test_langchains_words_get_a_hint(word, ours):
    with pytest.raises(cw.UnknownOption, match=ours):
        cw.chunker("recursive", **{word: 5})


@pytest.mark.parametrize(
    "options",
    [
        {"max_tokens": 0},
        {"max_tokens": -1},
        {"max_tokens": "many"},
        {"max_tokens": True},
        {"max_tokens": 10, "max_chars": 10},
        {"max_tokens": 10, "overlap_tokens": 10},
        {"max_tokens": 10, "overlap_tokens": -1},
        {"max_tokens": 10, "min_tokens": 10},
        {"overlap_tokens": 3, "overlap_percent": 10},
        {"overlap_percent": 95},
        {"max_chars": 10, "overlap_tokens": 2},
        {"overlap_chars": 2},
        {"delimiter_mode": "sometimes"},
        {"overflow": "accumulate", "overlap_tokens": 5},
        {"table_context_tokens": -1},
    ],
)
def test_values_that_cannot_be_used_are_refused(options):
    with pytest.raises(cw.InvalidOption):
        cw.chunk_text("some text", "general", **options)


def test_a_key_of_a_step_can_be_set():
    chunking = cw.chunk_text("w " * 22, tokenizer="words", max_tokens=20, **{"pack.min_tokens": 5})
    assert [c.tokens for c in chunking] == [12, 10]
    assert chunking.settings["pack.min_tokens"] == 5
    with pytest.raises(cw.UnknownOption, match=r"pack\.min_tokens"):
        cw.chunk_text("w", **{"pack.mintokens": 5})


def test_a_message_names_the_keys_as_people_write_a_list():
    with pytest.raises(cw.UnknownOption) as caught:
        cw.chunk_text("文字", **{"pack.use": "fill"})
    assert "Keys are: context.labels, context.mode, " in str(caught.value)
    assert not set("[]'") & set(str(caught.value).partition("Keys are: ")[2])


def test_settings_are_the_resolved_options():
    settings = cw.chunk_text("text", "general", max_tokens=99).settings
    assert (
        settings["method"],
        settings["max_tokens"],
        settings["overlap_tokens"],
        settings["tokenizer"],
    ) == ("general", 99, 0, "cl100k_base")


def test_a_preset_of_ones_own(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        textwrap.dedent(
            """
            summary = "Short pieces"
            split = ["sections"]
            pack = { use = "fill", levels = ["word"] }
            [options]
            words = { sets = "pack.max_tokens", type = "int", default = 2, unit = "tokens", help = "Cap" }
            """
        )
    )
    assert [c.text for c in cw.chunk_text("a b c", str(file), tokenizer="words")] == ["a b", "c"]
    assert [c.text for c in cw.chunk_text("a b c", str(file), tokenizer="words", words=1)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("split = [", "no valid TOML"),
        ("sumary = 'x'", "unknown keys"),
        ("split = ['sections']", "exactly one pack step"),
        ("split = ['sectoins']\npack = {use='fill'}", "Did you mean 'sections'"),
        ("split = ['sections']\npack = {use='fill', cap = 3}", "no option 'cap'"),
        ("split = ['sections']\npack = {use='fill', levels = ['para']}", "no level 'para'"),
        ("options_from = ['sizes']", "no group of options"),
        ("split = ['nowhere:Nothing']\npack = {use='fill'}", "cannot be imported"),
        ("[options]\nx = {typ = 'int'}", "unknown keys"),
    ],
)
def test_a_preset_that_makes_no_sense_says_why(tmp_path, text, message):
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(cw.UsageError, match=message):
        cw.chunk_text("a text", str(file))


def test_a_step_of_ones_own(tmp_path, monkeypatch):
    (tmp_path / "stamp.py").write_text(
        textwrap.dedent(
            """
            from dataclasses import dataclass, replace

            @dataclass(frozen=True, slots=True)
            class Stamp:
                word: str = "internal"

                def __call__(self, document, units, notes):
                    return [replace(unit, context=replace(unit.context, above=self.word)) for unit in units]
            """
        )
    )
    file = tmp_path / "mine.toml"
    file.write_text(
        "split = ['sections']\ncontext = [{use = 'stamp:Stamp', word = 'draft'}]\npack = {use = 'fill', max_tokens = 50}"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert cw.chunk_text("A text.", str(file))[0].index_text == "draft\nA text."


def test_every_registered_step_can_be_loaded():
    for kind in registry.STEPS:
        for name in registry.names(f"{kind} step"):
            assert registry.load(f"{kind} step", name)()


@pytest.mark.parametrize(
    ("option", "text", "value"),
    [
        (Option("n", type="int", none=True), "none", None),
        (Option("n", type="int"), "12", 12),
        (Option("n", type="float"), "1.5", 1.5),
        (Option("n", type="bool"), "yes", True),
        (Option("n", type="str"), r"\n。\u4e2d\d", "\n。中\\d"),
        (Option("n", type="list"), "a, b", ["a", "b"]),
    ],
)
def test_values_are_read_from_the_command_line(option, text, value):
    assert option.parse(text) == value


@pytest.mark.parametrize(("kind", "text"), [("int", "x"), ("int", "none"), ("float", ""), ("bool", "maybe")])
def test_values_that_cannot_be_read_are_refused(kind, text):
    with pytest.raises(cw.InvalidOption, match="it has to be"):
        Option("n", type=kind).parse(text)
