"""Verifies webhooks. Respond with ``error.status`` when ``verify`` raises."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Mapping, Optional, Sequence, Union, cast

from .errors import CowrieError
from .types import WebhookPayload

TOLERANCE_S = 300


class WebhookError(CowrieError):
    """``code`` is ``no_timestamp``, ``stale`` or ``forged``; ``status`` is what to answer."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(code, message)
        self.status = status


@dataclass(frozen=True)
class Webhook:
    #: Store it, so that a webhook that arrives twice has no effect the second time.
    id: str
    attempt: int
    #: ``payload["event"]`` tells a type checker what ``payload["data"]`` is.
    payload: WebhookPayload

    @property
    def event(self) -> str:
        return self.payload["event"]

    @property
    def data(self) -> Dict[str, Any]:
        return cast(Dict[str, Any], self.payload["data"])


def verify(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = TOLERANCE_S,
    now: Optional[float] = None,
) -> Webhook:
    """The webhook, if its signature and time are right; raises ``WebhookError`` if not.

    ``body`` is the raw body as it arrived, ``headers`` those of any framework, or a WSGI environ.
    While you roll a secret, pass the old and the new one: ``[old, new]``.
    """
    secrets = [secret] if isinstance(secret, str) else list(secret)
    # An environment variable that is not set would be a key that anybody can guess.
    if not secrets or not all(isinstance(one, str) and one for one in secrets):
        raise ValueError("A webhook secret is missing.")
    if not isinstance(body, (bytes, bytearray, str)):
        raise TypeError("body must be the raw body, not what was parsed of it.")
    raw = body.encode() if isinstance(body, str) else bytes(body)
    given = _by_name(headers)
    timestamp = given.get("x-service-timestamp", "")
    if not re.fullmatch("[0-9]{1,12}", timestamp):
        raise WebhookError(400, "no_timestamp", "X-Service-Timestamp is missing or not a number.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookError(400, "stale", "X-Service-Timestamp is too far from the present.")
    signature = given.get("x-service-signature", "").encode()
    # All are compared, so that the time does not tell which one was right.
    right = [hmac.compare_digest(_signature(one, timestamp, raw), signature) for one in secrets]
    if not any(right):
        raise WebhookError(401, "forged", "X-Service-Signature does not match body and secret.")
    attempt = given.get("x-service-attempt", "")
    return Webhook(
        id=given.get("x-service-event-id", ""),
        attempt=int(attempt) if re.fullmatch("[0-9]{1,9}", attempt) else 1,
        payload=cast(WebhookPayload, json.loads(raw)),
    )


def sign(
    body: Union[bytes, str],
    secret: str,
    *,
    id: str = "evt_test",
    attempt: int = 1,
    now: Optional[float] = None,
) -> Dict[str, str]:
    """The headers that the service would send. For tests of your receiver."""
    timestamp = str(int(time.time() if now is None else now))
    raw = body.encode() if isinstance(body, str) else body
    return {
        "Content-Type": "application/json",
        "X-Service-Event-Id": id,
        "X-Service-Attempt": str(attempt),
        "X-Service-Timestamp": timestamp,
        "X-Service-Signature": _signature(secret, timestamp, raw).decode(),
    }


def _signature(secret: str, timestamp: str, raw: bytes) -> bytes:
    signed = timestamp.encode() + b"." + raw
    return hmac.new(secret.encode(), signed, hashlib.sha512).hexdigest().encode()


def _by_name(headers: Mapping[str, Any]) -> Dict[str, str]:
    """``X-Service-Event-Id``, ``x-service-event-id`` and ``HTTP_X_SERVICE_EVENT_ID`` are one."""
    named: Dict[str, str] = {}
    for name, value in headers.items():
        plain = str(name).lower().replace("_", "-")
        named[plain[5:] if plain.startswith("http-") else plain] = str(value)
    return named
