"""Sends requests: keys, retries, timeouts, pages. Written by hand; the methods are generated."""

from __future__ import annotations

import builtins
import http.client
import json
import os
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, replace
from typing import Any, Callable, Dict, Generic, Iterator, List, Mapping, Optional, TypeVar, cast

from .errors import ApiError, ConnectionFailed, CowrieError
from .types import API_VERSION, ListMeta

VERSION = "0.1.0"

DEFAULT_TIMEOUT_S = 60.0
DEFAULT_ATTEMPT_TIMEOUT_S = 30.0
DEFAULT_RETRIES = 3
FIRST_WAIT_S = 0.5
LONGEST_WAIT_S = 8.0

Item = TypeVar("Item")


class _Omit:
    def __repr__(self) -> str:
        return "OMIT"


#: Stands for an argument that was left out. ``None`` is sent as null.
OMIT: Any = _Omit()


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    timeout: float


@dataclass(frozen=True)
class Response:
    status: int
    #: Names in lower case.
    headers: Dict[str, str]
    body: bytes


#: Sends one request. Raises ``OSError`` (``TimeoutError`` after ``timeout`` seconds) if no whole
#: answer arrives, and does not follow redirects.
Transport = Callable[[Request], Response]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    # urllib would send the secret key to wherever the redirect leads.
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirects)


def send_with_urllib(request: Request) -> Response:
    """The transport that is used unless you pass another."""
    deadline = time.monotonic() + request.timeout
    prepared = urllib.request.Request(
        request.url, data=request.body, headers=dict(request.headers), method=request.method
    )
    try:
        try:
            answer = _opener.open(prepared, timeout=request.timeout)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            chunks: List[bytes] = []
            while True:
                # The timeout of the socket is that of one read.
                if time.monotonic() > deadline:
                    raise TimeoutError("timed out")
                chunk = answer.read(65_536)
                if not chunk:
                    break
                chunks.append(chunk)
            length = answer.headers.get("Content-Length")
            body = b"".join(chunks)
            if length is not None and len(body) < int(length):
                raise ConnectionError("the answer was cut short")
            names = {name.lower(): value for name, value in answer.headers.items()}
            return Response(int(answer.status or 0), names, body)
    except urllib.error.URLError as error:
        reason = error.reason
        raise reason if isinstance(reason, OSError) else OSError(str(reason)) from error
    except http.client.HTTPException as error:
        raise ConnectionError(f"the answer was not HTTP: {error!r}") from error


class Page(Generic[Item]):
    """One page of a list. Iterate over it to get the items of this and all following pages."""

    def __init__(
        self, data: List[Item], meta: ListMeta, load: Callable[[str], Page[Item]]
    ) -> None:
        self.data = data
        self.meta = meta
        self._load = load

    def next_page(self) -> Optional[Page[Item]]:
        cursor = self.meta.get("next")
        return None if cursor is None else self._load(cursor)

    def __iter__(self) -> Iterator[Item]:
        page: Optional[Page[Item]] = self
        while page is not None:
            yield from page.data
            page = page.next_page()


class Core:
    """Sends what the generated methods ask for."""

    def __init__(
        self,
        secret_key: Optional[str] = None,
        *,
        base_url: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT_S,
        attempt_timeout: float = DEFAULT_ATTEMPT_TIMEOUT_S,
        max_retries: int = DEFAULT_RETRIES,
        transport: Transport = send_with_urllib,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``secret_key`` and ``base_url`` default to the environment variables
        ``COWRIE_SECRET_KEY`` and ``COWRIE_URL``. ``timeout`` is the seconds of a whole call with
        its retries, ``attempt_timeout`` those of one attempt."""
        key = secret_key or os.environ.get("COWRIE_SECRET_KEY", "")
        url = base_url or os.environ.get("COWRIE_URL", "")
        if not key.startswith("sk_"):
            raise ValueError("Pass your secret key (sk_...), or set COWRIE_SECRET_KEY.")
        if not url.startswith(("https://", "http://")):
            raise ValueError("Pass base_url, such as https://pay.example.com, or set COWRIE_URL.")
        self._key = key
        self._base_url = url.rstrip("/")
        self._timeout = timeout
        self._attempt_timeout = attempt_timeout
        self._max_retries = max_retries
        self._transport = transport
        self._sleep = sleep

    def __repr__(self) -> str:
        # Without the key: this ends up in logs.
        return f"{type(self).__name__}({self._base_url!r})"

    def data(self, method: str, path: str, **call: Any) -> Any:
        return self.request(method, path, _json, **call)["data"]

    def whole(self, method: str, path: str, **call: Any) -> Any:
        return self.request(method, path, _json, **call)

    def text(self, method: str, path: str, **call: Any) -> str:
        return cast(str, self.request(method, path, lambda body: body.decode(), **call))

    def bytes(self, method: str, path: str, **call: Any) -> builtins.bytes:
        return cast("builtins.bytes", self.request(method, path, lambda body: body, **call))

    def page(
        self, method: str, path: str, *, query: Mapping[str, Any], timeout: Optional[float] = None
    ) -> Page[Any]:
        answer = self.whole(method, path, query=query, timeout=timeout)

        def load(cursor: str) -> Page[Any]:
            rest = {name: value for name, value in query.items() if name != "page"}
            return self.page(method, path, query={**rest, "cursor": cursor}, timeout=timeout)

        return Page(answer["data"], cast(ListMeta, answer["meta"]), load)

    def request(
        self,
        method: str,
        path: str,
        parse: Callable[[builtins.bytes], Any],
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        takes_key: bool = False,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        has_tag: bool = False,
        timeout: Optional[float] = None,
    ) -> Any:
        """Every attempt has the same idempotency key, and none begins after ``timeout``."""
        key = (idempotency_key or str(uuid.uuid4())) if takes_key else None
        prepared = self._prepared(method, path, query or {}, body, key, if_match)
        ends_at = time.monotonic() + (self._timeout if timeout is None else timeout)
        retries = 0
        while True:
            seconds = max(0.001, min(self._attempt_timeout, ends_at - time.monotonic()))
            request = replace(prepared, timeout=seconds)
            try:
                response = self._attempt(request)
                answer = parse(response.body)
                if has_tag and "etag" in response.headers:
                    answer["data"]["etag"] = response.headers["etag"]
                return answer
            except CowrieError as error:
                error.idempotency_key = key
                wait = _wait_before(retries, error)
                is_over = retries >= self._max_retries or time.monotonic() + wait >= ends_at
                if is_over or not _may_repeat(method, key, if_match, error):
                    raise
            self._sleep(wait)
            retries += 1

    def _attempt(self, request: Request) -> Response:
        what = f"{request.method} {request.url}"
        try:
            response = self._transport(request)
        except OSError as cause:
            # Before Python 3.10, socket.timeout is not TimeoutError.
            if isinstance(cause, (TimeoutError, socket.timeout)):
                message = f"{what}: no answer in {request.timeout:.3g} s"
                raise ConnectionFailed("timeout", message) from cause
            raise ConnectionFailed("connection_failed", f"{what}: {cause}") from cause
        if not 200 <= response.status < 300:
            raise ApiError(response.status, response.headers, response.body)
        return response

    def _prepared(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]],
        key: Optional[str],
        if_match: Optional[str],
    ) -> Request:
        headers = {
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json, */*;q=0.5",
            "User-Agent": f"cowrie-payments-python/{VERSION}",
            "X-Service-Version": API_VERSION,
        }
        if key is not None:
            headers["Idempotency-Key"] = key
        if if_match is not None:
            headers["If-Match"] = if_match
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            given = {name: value for name, value in body.items() if value is not OMIT}
            sent = json.dumps(given, ensure_ascii=False, allow_nan=False).encode()
        pairs = [(n, _plain(v)) for n, v in query.items() if v is not OMIT and v is not None]
        url = self._base_url + path + ("?" + urllib.parse.urlencode(pairs) if pairs else "")
        return Request(method, url, headers, sent, self._attempt_timeout)


def in_path(value: str) -> str:
    # A dot alone would be taken for a folder.
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} cannot be part of a URL.")
    return urllib.parse.quote(value, safe="")


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        message = "The answer is not JSON, so not from Cowrie. Is base_url right?"
        raise ConnectionFailed("invalid_response", message) from None


def _may_repeat(
    method: str, key: Optional[str], if_match: Optional[str], error: CowrieError
) -> bool:
    """What was rejected without an effect may be sent again. Where the outcome is unknown, only
    what has one effect however often it arrives: a read, a PUT, a POST or PATCH with its key."""
    status = error.status if isinstance(error, ApiError) else None
    if status == 429 or error.code == "idempotency_key_in_use":
        return True
    # A DELETE that comes twice answers 404, though it worked; a PUT with if_match, 412.
    is_once = method == "POST" or if_match is not None
    if method == "DELETE" or (is_once and key is None):
        return False
    # What live mode does not offer is not there a second later either.
    if status == 503:
        return error.code != "not_available_live"
    # Of a proxy that lost the answer. The service's own 504 says: fetch it, do not repeat.
    if status in (502, 504):
        return error.code.startswith("http_")
    return isinstance(error, ConnectionFailed)


def _wait_before(retries: int, error: CowrieError) -> float:
    after = error.retry_after if isinstance(error, ApiError) else None
    wait = min(FIRST_WAIT_S * 2**retries, LONGEST_WAIT_S) if after is None else after
    # Up to a fifth more, so that clients do not come back together.
    return wait * random.uniform(1, 1.2)
