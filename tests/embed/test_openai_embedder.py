"""The embedder behind an endpoint, against a real server on this machine."""

from __future__ import annotations

import base64
import math
import pickle
import struct

import pytest
from embedding_server import data_for, vector, well
from tiny_onnx import tiny_tokenizer

from chunkwise.embed.openai import OpenAIEmbedder
from chunkwise.errors import ChunkwiseError, EmbedderError, InvalidOption
from chunkwise.runtime.http import JsonClient
from chunkwise.testing.embedders import distance
from chunkwise.text.tokens import get_counter

SECRET = "sk-very-secret-key-123"
QUICK = JsonClient(first_wait=0.01, retries=2, timeout=5)


def embedder(server, **options):
    return OpenAIEmbedder("m", base_url=server.url, client=QUICK, **options)


def answers(data):
    return lambda request: (200, {}, data(request) if callable(data) else data)


def failure(made, texts=("a", "b")):
    with pytest.raises(EmbedderError) as caught:
        made.embed(texts)
    shown = str(caught.value) + repr(caught.value) + repr(caught.value.__cause__)
    assert SECRET not in shown
    return str(caught.value)


@pytest.mark.parametrize("encoding", ["base64", "float"])
def test_vectors_come_back_at_length_one(server, encoding):
    texts = ["the cat", "税务机关", "👩‍👩‍👧"]
    for text, found in zip(texts, embedder(server, encoding=encoding).embed(texts), strict=True):
        assert distance(found, vector(text)) < 1e-6
        assert math.hypot(*found) == pytest.approx(1)
    assert server.paths == ["/v1/embeddings"]
    assert server.requests == [{"model": "m", "input": texts, "encoding_format": encoding}]


def test_a_server_may_answer_in_the_other_encoding(server):
    server.always = lambda request: well({**request, "encoding_format": "float"})
    assert distance(embedder(server).embed(["cat"])[0], vector("cat")) < 1e-6


def test_the_order_is_that_of_the_index(server):
    server.always = answers(lambda request: {"data": data_for(request)[::-1]})
    texts = ["one", "two", "three"]
    for text, found in zip(texts, embedder(server).embed(texts), strict=True):
        assert distance(found, vector(text)) < 1e-6


def test_without_an_index_the_order_is_that_of_the_texts(server):
    server.always = answers(
        lambda request: {"data": [{"embedding": item["embedding"]} for item in data_for(request)]}
    )
    assert distance(embedder(server).embed(["one", "two"])[1], vector("two")) < 1e-6


def test_dimensions_are_asked_for_and_checked(server):
    assert len(embedder(server, dimensions=5).embed_query("cat")) == 5
    assert server.requests[0]["dimensions"] == 5
    server.always = lambda request: well({**request, "dimensions": 8})
    assert "8 numbers and not of 5" in failure(embedder(server, dimensions=5))


def test_requests_are_bounded_by_texts(server):
    texts = [f"text {n}" for n in range(70)]
    vectors = embedder(server).embed(texts)
    assert [len(request["input"]) for request in server.requests] == [32, 32, 6]
    assert distance(vectors[69], vector("text 69")) < 1e-6
    server.requests.clear()
    embedder(server, batch_texts=50).embed(texts)
    assert [len(request["input"]) for request in server.requests] == [50, 20]


def test_requests_are_bounded_by_tokens(server):
    counter = get_counter()
    texts = ["the cat sat on the mat. " * 1000] * 50  # of some 7,000 tokens
    embedder(server, batch_texts=2000, tokenizer="cl100k_base").embed(texts)
    sums = [sum(counter.count_many(request["input"])) for request in server.requests]
    assert sum(len(request["input"]) for request in server.requests) == 50
    assert len(sums) == 2
    assert max(sums) <= 250_000


def test_empty_texts_become_a_space(server):
    assert len(embedder(server).embed(["", "\n", "a"])) == 3
    assert server.requests[0]["input"] == [" ", " ", "a"]


def test_texts_that_are_too_long_are_cut_off(server):
    counter = get_counter()
    for text in ("the cat sat on the mat " * 50, "税务机关应当依法征收" * 50, "\U0001f469" * 300):
        server.requests.clear()
        embedder(server, max_tokens=40).embed([text])
        sent = server.requests[0]["input"][0]
        assert text.startswith(sent)
        assert 30 <= counter.count_many([sent])[0] <= 40


def test_what_json_cannot_hold_is_replaced(server):
    embedder(server).embed(["a\ud800b\x00"])
    assert server.requests[0]["input"] == ["a\ufffdb\x00"]


def test_prefixes_are_sent_and_counted(server):
    made = embedder(server, query_prefix="query: ", passage_prefix="passage: ")
    made.embed(["cat"])
    made.embed_query("cat")
    assert [request["input"] for request in server.requests] == [["passage: cat"], ["query: cat"]]
    assert made.counter.count_many(["cat"]) == get_counter().count_many(["passage: cat"])
    assert made.counter.safe_cuts("a\nb" * 2000, 100) is None
    assert embedder(server).counter.safe_cuts("a\nb" * 2000, 100)


def test_special_tokens_of_a_models_own_tokenizer_are_counted(server, tmp_path):
    tiny_tokenizer().save(str(tmp_path / "tokenizer.json"))
    counter = embedder(server, tokenizer=f"hf:{tmp_path}").counter
    assert counter.count_many(["the cat", ""]) == [4, 2]


def test_the_key_comes_from_the_environment_and_is_shown_nowhere(server, monkeypatch):
    made = embedder(server)
    made.embed(["a"])
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    made.embed(["a"])
    given = embedder(server, api_key="sk-other")
    given.embed(["a"])
    sent = [headers.get("authorization") for headers in server.headers]
    assert sent == [None, f"Bearer {SECRET}", "Bearer sk-other"]
    for shown in (repr(made), made.name, repr(given), given.name):
        assert "sk-" not in shown
    assert SECRET.encode() not in pickle.dumps(made)


@pytest.mark.parametrize("status", [400, 401, 429, 500])
def test_errors_say_status_endpoint_and_what_to_do_but_no_key(server, monkeypatch, status):
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    server.always = lambda request: (status, {}, {"error": {"message": f"Wrong key {SECRET}"}})
    message = failure(embedder(server))
    assert f"{server.url}/embeddings answered {status}" in message
    assert ("OPENAI_API_KEY" in message) == (status == 401)
    assert len(server.requests) == (3 if status in (429, 500) else 1)


def test_a_busy_server_is_asked_again(server):
    server.script = [lambda request: (429, {"Retry-After": "0"}, "")]
    assert len(embedder(server).embed(["a"])) == 1


def test_nobody_there(server):
    server.close()
    assert "could not be reached" in failure(embedder(server))


def packed(*numbers):
    return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()


BAD = {
    "a page": ("<html>Welcome</html>", "no JSON"),
    "no list": ({"error": "model not loaded"}, "model not loaded"),
    "a number": ("3", "no list of embeddings"),
    "too few": ({"data": [{"index": 0, "embedding": [1]}]}, "1 vectors for 2 texts"),
    "too many": ({"data": [{"index": n, "embedding": [1]} for n in range(3)]}, "3 vectors for 2"),
    "one index twice": ({"data": [{"index": 0, "embedding": [1]}] * 2}, "which vector is for which"),
    "an odd index": ({"data": [{"index": n, "embedding": [1]} for n in (True, "x")]}, "which vector"),
    "two lengths": ({"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}, "several lengths"),
    "nothing": ({"data": [{"index": 0}, {"index": 1}]}, "no vector: None"),
    "letters": ({"data": [{"embedding": ["x"]}] * 2}, "no vector"),
    "bad base64": ({"data": [{"embedding": "!!"}] * 2}, "no vector"),
    "half a number": ({"data": [{"embedding": "AAA="}] * 2}, "no vector"),
    "empty": ({"data": [{"embedding": []}] * 2}, "without a direction"),
    "zeros": ({"data": [{"embedding": [0, 0]}] * 2}, "without a direction"),
    "no finite number": ('{"data": [{"embedding": [1, NaN]}, {"embedding": [1, 2]}]}', "infinity or no numbers"),
    "infinity": ('{"data": [{"embedding": [1e999]}, {"embedding": [1]}]}', "infinity"),
    "infinity, packed": ({"data": [{"embedding": packed(1, math.inf)}] * 2}, "infinity"),
    "NaN, packed": ({"data": [{"embedding": packed(math.nan, 1)}] * 2}, "infinity or no numbers"),
    "a huge number": ({"data": [{"embedding": [10**400]}] * 2}, "no vector"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_answers_that_cannot_be_believed(server, case):
    body, why = BAD[case]
    server.always = answers(body)
    message = failure(embedder(server))
    assert why in message
    assert server.url in message


def test_vectors_of_another_length_in_a_later_request(server):
    server.script = [well, lambda request: well({**request, "dimensions": 7})]
    assert "several lengths" in failure(embedder(server, batch_texts=1))


def test_base_urls(server, monkeypatch):
    assert OpenAIEmbedder("m").name == "openai:m"
    monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/")
    assert OpenAIEmbedder("m").name == f"openai:m@{server.url}"
    assert OpenAIEmbedder("m", base_url=f"{server.url}/embeddings").name == f"openai:m@{server.url}"
    for bad in ("localhost:8080", "ftp://h", "http://", "http://[::1", "http://h:99999", "nonsense"):
        with pytest.raises(InvalidOption, match="no base URL"):
            OpenAIEmbedder("m", base_url=bad)
    for secret in (f"http://me:{SECRET}@h/v1", f"http://h/v1?key={SECRET}", f"http://h/v1#{SECRET}"):
        with pytest.raises(InvalidOption, match="OPENAI_API_KEY") as caught:
            OpenAIEmbedder("m", base_url=secret)
        assert SECRET not in str(caught.value)


def test_names_tell_vectors_apart(server):
    options = [
        {},
        {"dimensions": 5},
        {"max_tokens": 9},
        {"query_prefix": "a&b"},
        {"passage_prefix": "\ud800"},
    ]
    names = [embedder(server, **option).name for option in options]
    assert len(set(names)) == len(names)
    assert names[3].endswith("?query_prefix=a%26b")
    assert embedder(server, batch_texts=3, encoding="float").name == names[0]


@pytest.mark.parametrize(
    "options",
    [{"dimensions": 0}, {"max_tokens": -1}, {"batch_texts": 0}, {"timeout": 0}, {"encoding": "int8"},
     {"tokenizer": "unknown"}, {"api_key": "two words"}],
)  # fmt: skip
def test_options_that_cannot_be(options):
    with pytest.raises(ChunkwiseError):
        OpenAIEmbedder("m", **options)
    with pytest.raises(InvalidOption, match="which model"):
        OpenAIEmbedder(" ")
