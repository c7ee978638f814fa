"""A plugin for pytest: every chunk of the character family is the slice that its start index says."""

import functools

from chunkwise.adapters.langchain import CharacterTextSplitter, RecursiveCharacterTextSplitter, TextSplitter

FAMILY = (CharacterTextSplitter, RecursiveCharacterTextSplitter)
checked = 0
create_documents = TextSplitter.create_documents


def check(splitter, texts, metadatas=None):
    """The documents with their start indexes, each compared with the text."""
    global checked
    wanted, splitter._add_start_index = splitter._add_start_index, True
    try:
        documents = []
        for at, text in enumerate(texts):
            made = create_documents(splitter, [text], metadatas and [metadatas[at]])
            for document in made:
                start = document.metadata["start_index"]
                assert text[start : start + len(document.page_content)] == document.page_content
                checked += 1
            documents.extend(made)
    finally:
        splitter._add_start_index = wanted
    if not wanted:
        for document in documents:
            del document.metadata["start_index"]
    return documents


def checking_documents(splitter, texts, metadatas=None):
    if isinstance(splitter, FAMILY):
        return check(splitter, texts, metadatas)
    return create_documents(splitter, texts, metadatas)


def checking_split(split_text):
    @functools.wraps(split_text)
    def split(splitter, text):
        chunks = split_text(splitter, text)
        assert [document.page_content for document in check(splitter, [text])] == chunks
        return chunks

    return split


def pytest_configure(config):
    TextSplitter.create_documents = checking_documents
    for family in FAMILY:
        family.split_text = checking_split(family.split_text)


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"{checked} chunks are the slices that their start indexes say")
