"""What a call can raise. Match on ``code``; ``message`` is for people and can change."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Optional, cast

from .types import FieldError


class CowrieError(Exception):
    """The base of all errors of this package."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        #: Quote it when you report a problem.
        self.request_id: Optional[str] = None
        #: Each invalid field of a 400.
        self.fields: List[FieldError] = []
        #: What every attempt was sent with: the same call with it has one effect.
        self.idempotency_key: Optional[str] = None

    def __str__(self) -> str:
        request = "" if self.request_id is None else f" (request {self.request_id})"
        return f"{self.code}: {self.message}{request}"


class ApiError(CowrieError):
    """The service answered with an error. All codes: docs/api/refusals.md."""

    def __init__(self, status: int, headers: Dict[str, str], body: bytes) -> None:
        known = _known(body)
        code = known.get("code", f"http_{status}")
        message = known.get("message", f"HTTP {status}, not from Cowrie. Is base_url right?")
        super().__init__(str(code), str(message))
        self.status = status
        self.request_id = known.get("request_id") or headers.get("x-request-id")
        self.fields = known.get("errors") or []
        after = headers.get("retry-after", "")
        #: How many seconds to wait before you try again, if the service says so.
        self.retry_after = int(after) if after.isascii() and after.isdigit() else None
        #: The whole answer; empty if it was not one of Cowrie's.
        self.body = known


class ConnectionFailed(CowrieError):
    """There was no whole answer, so whether the call had an effect is unknown. ``code`` is
    ``timeout``, ``connection_failed`` or ``invalid_response``."""


def _known(body: bytes) -> Dict[str, Any]:
    try:
        parsed = json.loads(body)
    except ValueError:
        return {}
    return cast(Dict[str, Any], parsed) if isinstance(parsed, dict) and "code" in parsed else {}
