"""One client for endpoints that take JSON and give JSON: timeouts, retries, errors without secrets."""

from __future__ import annotations

import json
import random
import re
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from chunkwise.errors import EndpointError, InvalidOption, MissingExtra

_EXCERPT = 200
"""Characters of an answer that a message shows."""

_ADVICE = {
    400: "Look at what it says about the request.",
    401: "Check the key.",
    402: "Check the account's balance.",
    403: "Check the key and what it may do.",
    404: "Check the base URL and the name of the model.",
    413: "Send fewer or shorter texts at a time.",
    422: "Send fewer or shorter texts at a time, and check the options.",
    429: "It is busy, or a quota is used up: try again later.",
}


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came back: a status with a body, or the reason why nothing did."""

    status: int | None
    body: bytes = b""
    media_type: str = ""
    retry_after: str = ""
    failure: str = ""


@dataclass(eq=False)
class JsonClient:
    """Posts JSON. Connections are kept; any number of threads may use one client.

    Answers 408, 429 and 5xx, timeouts and failed connections are tried again after a wait that
    doubles each time, with a random part so that many clients do not come back at once; a wait that
    the endpoint asks for (``Retry-After``) is kept where it is longer. Redirects are not followed,
    since they would take the key elsewhere. The proxies of the environment are used, but never for
    this machine itself.
    """

    timeout: float = 60.0
    """Seconds without a byte until a request is given up."""
    connect_timeout: float = 10.0
    """Seconds to wait for a connection."""
    retries: int = 4
    """Further tries after the first."""
    first_wait: float = 0.5
    """Seconds before the second try, about."""
    longest_wait: float = 30.0
    """Seconds between two tries at most, whatever the endpoint asks for."""
    _clients: dict[bool, Any] = field(default_factory=dict, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        settings = (self.timeout, self.connect_timeout, self.retries, self.first_wait, self.longest_wait)
        return type(self), settings

    def post(
        self, url: str, payload: Mapping[str, Any], key: str | None = None, retries: int | None = None
    ) -> Any:
        """The parsed answer to a payload.

        Args:
            url: the endpoint.
            payload: what can be written as JSON.
            key: sent as a bearer token, shown nowhere.
            retries: further tries, where it is not the client's number.

        Raises:
            EndpointError: it could not be reached, did not answer in time, refused, or gave no JSON.
            InvalidOption: the key cannot stand in a header.
            MissingExtra: httpx is not installed.
        """
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key := checked_key(key):
            headers["Authorization"] = f"Bearer {key}"
        body = json.dumps(payload).encode("ascii")
        most = self.retries if retries is None else min(retries, self.retries)
        for attempt in range(most + 1):
            answer = self._once(url, body, headers)
            if answer.status is not None and 200 <= answer.status < 300:
                return _parsed(answer, url, key)
            if attempt == most or not _passing(answer):
                break
            time.sleep(self._wait(attempt, answer.retry_after))
        raise _error(answer, url, key, attempt + 1)

    def _once(self, url: str, body: bytes, headers: Mapping[str, str]) -> _Answer:
        httpx = _httpx()
        try:
            answer = self._client(_is_local(url)).post(url, content=body, headers=headers)
            return _Answer(
                answer.status_code,
                answer.content,
                answer.headers.get("content-type", "").partition(";")[0].strip(),
                answer.headers.get("retry-after", ""),
            )
        except httpx.ConnectTimeout:
            return _Answer(None, failure=f"gave no connection within {self.connect_timeout:g} seconds")
        except httpx.TimeoutException:
            return _Answer(None, failure=f"did not answer within {self.timeout:g} seconds")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return _Answer(None, failure=f"could not be reached ({type(error).__name__}: {error})")

    def _client(self, local: bool) -> Any:
        with self._lock:
            if local not in self._clients:
                httpx = _httpx()
                limits = httpx.Timeout(self.timeout, connect=self.connect_timeout)
                client = httpx.Client(timeout=limits, trust_env=not local, follow_redirects=False)
                weakref.finalize(self, client.close)
                self._clients[local] = client
            return self._clients[local]

    def _wait(self, attempt: int, asked: str) -> float:
        own: float = self.first_wait * 2**attempt * random.uniform(0.75, 1.25)
        return min(self.longest_wait, max(own, _seconds(asked)))

    def close(self) -> None:
        """Close connections; the next call opens new ones."""
        with self._lock:
            for client in self._clients.values():
                client.close()
            self._clients.clear()


def checked_key(key: str | None) -> str | None:
    """The key without white space around it; None where there is none.

    Raises:
        InvalidOption: it holds what no header may hold, such as a line break.
    """
    key = (key or "").strip()
    if any(not "!" <= letter <= "~" for letter in key):
        raise InvalidOption(
            "The key holds blanks or letters that no key has. Was it copied whole, and alone?"
        )
    return key or None


def shown(url: str) -> str:
    """The URL without what may be secret in it: user, password, query and fragment.

    >>> shown("https://me:secret@host:81/v1?key=1")
    'https://host:81/v1'
    """
    return re.sub(r"^([a-z][a-z0-9+.-]*://)?[^/?#]*@", r"\1", re.split(r"[?#]", url)[0], flags=re.I)


def _is_local(url: str) -> bool:
    """Whether the host is this machine, which no proxy can stand for."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _passing(answer: _Answer) -> bool:
    """Whether the same request may succeed later."""
    if answer.status is None:
        return True
    if answer.status == 429:
        return b"insufficient_quota" not in answer.body  # no wait ends that one
    return answer.status == 408 or answer.status >= 500


def _seconds(asked: str) -> float:
    """What a ``Retry-After`` header asks for, in seconds from now; 0 where it cannot be read."""
    if re.fullmatch(r"\s*\d{1,9}(\.\d+)?\s*", asked, re.ASCII):
        return float(asked)
    try:
        then = parsedate_to_datetime(asked)
    except (ValueError, TypeError, IndexError):
        return 0.0
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def _parsed(answer: _Answer, url: str, key: str | None) -> Any:
    try:
        return json.loads(answer.body)
    except (ValueError, RecursionError):
        kind = answer.media_type or "something"
        raise EndpointError(
            f"The endpoint {shown(url)} answered {answer.status} with {kind} that is no JSON"
            f"{_excerpt(answer.body, key)}. Check the base URL: most end in /v1.",
            shown(url),
            answer.status,
        ) from None


def _error(answer: _Answer, url: str, key: str | None, tries: int) -> EndpointError:
    times = f", after {tries} tries" if tries > 1 else ""
    if answer.status is None:
        failure = answer.failure.replace(url, shown(url))
        message = f"The endpoint {shown(url)} {failure}{times}. Is the address right, and is it running?"
        return EndpointError(_without(message, key), shown(url))
    advice = _ADVICE.get(answer.status, "")
    if not advice:
        advice = "It is failing: try again later." if answer.status >= 500 else "Check the base URL."
    said = _excerpt(answer.body, key)
    message = f"The endpoint {shown(url)} answered {answer.status}{times}{said}. {advice}"
    return EndpointError(message, shown(url), answer.status)


def _excerpt(body: bytes, key: str | None) -> str:
    """What the answer says, in short: the message of an error in JSON, else the beginning of the text."""
    text = body[: 20 * _EXCERPT].decode("utf-8", "replace")
    try:
        said = json.loads(body)
        error = said.get("error", said)
        text = error if isinstance(error, str) else str(error.get("message") or error.get("detail") or text)
    except (ValueError, AttributeError, RecursionError):
        pass
    text = _without(" ".join(text.split()), key).strip(" .")
    cut = text if len(text) <= _EXCERPT else text[:_EXCERPT] + "…"
    return f": “{cut}”" if cut else ""


def _without(text: str, key: str | None) -> str:
    """Some endpoints repeat the key that they refuse."""
    return text.replace(key, "***") if key else text


def _httpx() -> Any:
    try:
        import httpx
    except ImportError:
        raise MissingExtra("An embedder behind an HTTP endpoint", "openai") from None
    return httpx
