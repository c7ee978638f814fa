"""A real HTTP server that speaks the protocol of OpenAI's embeddings, well or badly."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, dict[str, str], bytes | str | dict]


def vector(text: str, size: int = 8) -> list[float]:
    """A sum of one fixed vector for each character, so similar texts are near each other."""
    total = [0.0] * size
    for letter in text:
        digest = hashlib.sha256(letter.encode()).digest()
        total = [number + digest[n] - 127.5 for n, number in enumerate(total)]
    return total


def encoded(numbers: list[float], request: dict[str, Any]) -> Any:
    if request.get("encoding_format") == "base64":
        return base64.b64encode(struct.pack(f"<{len(numbers)}f", *numbers)).decode()
    return numbers


def data_for(request: dict[str, Any]) -> list[dict[str, Any]]:
    size = request.get("dimensions", 8)
    return [
        {"object": "embedding", "index": at, "embedding": encoded(vector(text, size), request)}
        for at, text in enumerate(request["input"])
    ]


def well(request: dict[str, Any]) -> Answer:
    """As OpenAI answers, refusals of empty texts included."""
    if any(text == "" for text in request["input"]) or len(request["input"]) > 2048:
        return 400, {}, {"error": {"message": "'$.input' is invalid.", "type": "invalid_request_error"}}
    return 200, {}, {"object": "list", "model": request["model"], "data": data_for(request)}


class EmbeddingServer:
    """Listens on a free port of this machine.

    ``script`` holds functions request → answer, one for each request to come; when none is left,
    ``always`` answers.
    """

    def __init__(self) -> None:
        self.script: list[Callable[[dict[str, Any]], Answer]] = []
        self.always: Callable[[dict[str, Any]], Answer] = well
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.times: list[float] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1  # one packet an answer: two would wait for each other

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                owner.requests.append(request)
                owner.headers.append({name.lower(): value for name, value in self.headers.items()})
                owner.paths.append(self.path)
                owner.times.append(time.monotonic())
                status, headers, body = (owner.script.pop(0) if owner.script else owner.always)(request)
                body = json.dumps(body) if isinstance(body, dict | list) else body
                data = body.encode() if isinstance(body, str) else body
                try:
                    self.send_response(status)
                    for name, value in {"Content-Type": "application/json", **headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(data)))
                    self.end_headers()
                    self.wfile.write(data)
                except OSError:
                    self.close_connection = True  # the client has given up

            def log_message(self, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
