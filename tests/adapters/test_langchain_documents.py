"""Documents of LangChain's: their metadata, start indexes and transformers; and what works without."""

import asyncio
import subprocess
import sys

import pytest

from chunkwise.adapters.langchain import (
    CharacterTextSplitter,
    MarkdownHeaderTextSplitter,
    RecursiveCharacterTextSplitter,
    RecursiveJsonSplitter,
    TextSplitter,
)
from chunkwise.errors import MissingExtra

TEXT = "今天天气很好。我们去公园玩。\n\nThe weather is fine. Let us go to the park."


class Halves(TextSplitter):
    """A class of a user's own: it knows nothing of places."""

    def split_text(self, text):
        return [text[: len(text) // 2], text[len(text) // 2 :], "not in the text"]


class Loud(RecursiveCharacterTextSplitter):
    """A user's change to what the class gives."""

    def split_text(self, text):
        return [chunk for chunk in super().split_text(text) if "park" in chunk]


def core():
    return pytest.importorskip("langchain_core.documents", exc_type=ImportError)


def test_create_documents():
    core()
    splitter = RecursiveCharacterTextSplitter(chunk_size=20, chunk_overlap=5, add_start_index=True)
    metadata = {"source": "a", "tags": ["x"]}
    documents = splitter.create_documents([TEXT, TEXT], [metadata, {"source": "b"}])
    assert {document.metadata["source"] for document in documents} == {"a", "b"}
    for document in documents:
        start = document.metadata["start_index"]
        assert TEXT[start : start + len(document.page_content)] == document.page_content
    documents[0].metadata["tags"].append("y")
    assert documents[1].metadata["tags"] == metadata["tags"] == ["x"]


def test_every_way_gives_the_same_documents():
    documents = core()
    splitter = CharacterTextSplitter(separator=" ", chunk_size=10, chunk_overlap=0)
    assert isinstance(splitter, documents.BaseDocumentTransformer)
    given = [documents.Document(page_content=TEXT, metadata={"source": "a"})]
    expected = splitter.create_documents([TEXT], [{"source": "a"}])
    assert splitter.split_documents(iter(given)) == expected
    assert splitter.transform_documents(given) == expected
    assert asyncio.run(splitter.atransform_documents(given)) == expected


def test_a_class_of_one_s_own():
    core()
    found = Halves(add_start_index=True).create_documents(["aaaa"])
    assert [(d.page_content, d.metadata["start_index"]) for d in found] == [
        ("aa", 0), ("aa", 1), ("not in the text", -1),
    ]  # fmt: skip
    (park,) = Loud(chunk_size=25, chunk_overlap=0, add_start_index=True).create_documents([TEXT])
    assert TEXT[park.metadata["start_index"] :].startswith(park.page_content)


def test_pieces_of_one_s_own_are_merged():
    assert CharacterTextSplitter(chunk_size=9, chunk_overlap=2)._merge_splits(["foo", "bar", "baz"], " ") == [
        "foo bar",
        "baz",
    ]


def test_without_langchain_core(monkeypatch):
    monkeypatch.setitem(sys.modules, "langchain_core", None)
    monkeypatch.setitem(sys.modules, "langchain_core.documents", None)
    splitter = RecursiveCharacterTextSplitter(chunk_size=25, chunk_overlap=0)
    assert splitter.split_text(TEXT)[0] == "今天天气很好。我们去公园玩。"
    assert RecursiveJsonSplitter().split_text({"a": 1}) == ['{"a": 1}']
    for call in (
        lambda: splitter.create_documents([TEXT]),
        lambda: splitter.split_documents(CharacterTextSplitter().create_documents([TEXT])),
        lambda: RecursiveJsonSplitter().create_documents([{"a": 1}]),
        lambda: MarkdownHeaderTextSplitter([("#", "H")]).split_text("# A\ntext"),
    ):
        with pytest.raises(MissingExtra, match=r"chunkwise\[langchain\]"):
            call()


def test_the_module_needs_nothing_else():
    """Not LangChain, and no library of models or tokenizers: asked of an interpreter of its own."""
    script = """
import sys
wanted = []
class Refuses:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"langchain_core", "bs4", "lxml", "nltk", "spacy", "konlpy", "sentence_transformers",
                                  "torch", "transformers", "tiktoken", "tokenizers", "numpy"}:
            wanted.append(name)
            raise ImportError(name)
sys.meta_path.insert(0, Refuses())
import chunkwise.adapters.langchain as adapter
for name in adapter.__all__:
    getattr(adapter, name)
splitter = adapter.RecursiveCharacterTextSplitter(chunk_size=6, chunk_overlap=0)
print(splitter.split_text("one two three"), sorted(set(wanted)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "['one', 'two', 'three'] ['langchain_core']"


def test_unknown_names():
    import chunkwise.adapters.langchain as adapter

    with pytest.raises(AttributeError, match="no_such_thing"):
        adapter.no_such_thing
    assert dir(adapter) == sorted(adapter.__all__)
