"""The client of JSON endpoints, against a real server on this machine."""

from __future__ import annotations

import socket
import threading
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from embedding_server import EmbeddingServer

from chunkwise.errors import EndpointError, InvalidOption
from chunkwise.runtime.http import JsonClient, checked_key, shown

SECRET = "sk-very-secret-key-123"
BODY = {"input": ["a text", "税务"], "model": "m"}


@pytest.fixture
def server():
    running = EmbeddingServer()
    yield running
    running.close()


@pytest.fixture
def client():
    made = JsonClient(first_wait=0.01, retries=3, timeout=5)
    yield made
    made.close()


def refuses(status, body="", headers=None):
    return lambda request: (status, headers or {}, body)


def failure(client, url, key=None):
    with pytest.raises(EndpointError) as caught:
        client.post(url, BODY, key)
    assert SECRET not in str(caught.value) + repr(caught.value) + str(caught.value.__dict__)
    return caught.value


def test_what_is_sent_arrives_and_the_key_is_in_the_header(client, server):
    assert len(client.post(f"{server.url}/embeddings", BODY, f" {SECRET}\n")["data"]) == 2
    assert server.requests == [BODY]
    assert server.headers[0]["authorization"] == f"Bearer {SECRET}"
    client.post(f"{server.url}/embeddings", BODY)
    assert "authorization" not in server.headers[1]
    assert SECRET not in repr(client)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503])
def test_what_may_pass_is_tried_again(client, server, status):
    server.script = [refuses(status), refuses(status)]
    assert client.post(server.url, BODY)["data"]
    assert len(server.requests) == 3


@pytest.mark.parametrize("status", [301, 400, 401, 403, 404, 413, 422])
def test_what_will_not_pass_is_not(client, server, status):
    server.always = refuses(
        status, {"error": {"message": f"No, {SECRET}."}}, {"Location": "http://elsewhere"}
    )
    error = failure(client, server.url, SECRET)
    assert (error.status, error.url, len(server.requests)) == (status, server.url, 1)
    assert f"answered {status}: “No, ***”" in str(error)


def test_a_used_up_quota_is_no_reason_to_wait(client, server):
    server.always = refuses(429, {"error": {"code": "insufficient_quota", "message": "Pay"}})
    assert failure(client, server.url).status == 429
    assert len(server.requests) == 1


def test_what_always_fails_is_given_up(client, server):
    server.always = refuses(500, "oh " * 500)
    error = failure(client, server.url)
    assert len(server.requests) == 4
    assert "answered 500, after 4 tries: “oh oh" in str(error)
    assert len(str(error)) < 400


def test_waits_grow(server):
    server.always = refuses(503)
    failure(JsonClient(first_wait=0.04, retries=3), server.url)
    waits = [b - a for a, b in zip(server.times, server.times[1:], strict=False)]
    assert waits[0] >= 0.03
    assert waits[1] >= 0.06
    assert waits[2] >= 0.12


def test_the_wait_that_is_asked_for_is_kept(client, server):
    server.script = [refuses(429, headers={"Retry-After": "0.3"})]
    client.post(server.url, BODY)
    assert server.times[1] - server.times[0] >= 0.3


@pytest.mark.parametrize(
    "asked",
    ["86400", format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)],
    ids=["seconds", "date"],
)
def test_but_not_for_ever(server, asked):
    server.script = [refuses(429, headers={"Retry-After": asked})]
    start = time.monotonic()
    JsonClient(first_wait=0.01, longest_wait=0.2).post(server.url, BODY)
    assert 0.2 <= time.monotonic() - start < 5


@pytest.mark.parametrize(
    "asked", ["", "soon", "-5", "Mon, 99 Foo", "1e9", "٣", "Mon, 01 Jan 2001 00:00:00 GMT"]
)
def test_a_wait_that_makes_no_sense_is_none(client, server, asked):
    server.script = [refuses(429, headers={"Retry-After": asked.encode().decode("latin-1")})]
    start = time.monotonic()
    client.post(server.url, BODY)
    assert time.monotonic() - start < 2


def test_slow_answers_are_given_up(server):
    server.always = lambda request: (time.sleep(0.6), refuses(200, {})(request))[1]
    error = failure(JsonClient(timeout=0.1, retries=1, first_wait=0.01), server.url)
    assert "did not answer within 0.1 seconds, after 2 tries" in str(error)
    assert error.status is None


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    error = failure(
        JsonClient(retries=1, first_wait=0.01), f"http://me:{SECRET}@127.0.0.1:{port}/v1?key={SECRET}"
    )
    assert f"http://127.0.0.1:{port}/v1 could not be reached" in str(error)
    assert "after 2 tries" in str(error)


@pytest.mark.parametrize("url", ["nonsense", "ftp://host/x", "http://", "http://[::1", "http://a b/"])
def test_urls_that_are_none(url):
    assert failure(JsonClient(retries=0), url).status is None


@pytest.mark.parametrize("body", ["<html><body>Welcome</body></html>", "", b"\xff\xfe", "[" * 100_000])
def test_no_json(client, server, body):
    server.always = refuses(200, body, {"Content-Type": "text/html; charset=utf-8"})
    assert "answered 200 with text/html that is no JSON" in str(failure(client, server.url))


def test_a_connection_that_breaks_is_tried_again(client):
    with socket.create_server(("127.0.0.1", 0)) as rude:

        def hang_up():
            for _ in range(4):
                rude.accept()[0].close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        error = failure(client, f"http://127.0.0.1:{rude.getsockname()[1]}/")
        thread.join()
    assert "could not be reached" in str(error)


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_proxies_are_not_for_this_machine(client, server, monkeypatch, name):
    monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert client.post(server.url, BODY)["data"]
    assert client.post(server.url.replace("127.0.0.1", "localhost"), BODY)["data"]


def test_proxies_are_for_all_others(server, monkeypatch):
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.setenv("HTTP_PROXY", server.url.removesuffix("/v1"))
    assert JsonClient(retries=0).post("http://embeddings.example/v1", BODY)["data"]
    assert server.paths == ["http://embeddings.example/v1"]


@pytest.mark.parametrize("key", ["a key", "a\nb", "schlüssel", "\x00"])
def test_a_key_that_cannot_be_one_is_not_shown(key):
    with pytest.raises(InvalidOption) as caught:
        checked_key(key)
    assert key not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("http://h/v1#x", "http://h/v1"),
        ("https://a:b@c@h:1/p?q=1", "https://h:1/p"),
        ("me:secret@host/v1", "host/v1"),
        ("http://h/@model", "http://h/@model"),
    ],
)
def test_what_is_shown_of_a_url(url, seen):
    assert shown(url) == seen
