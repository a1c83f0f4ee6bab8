"""Cowrie: payments in Nigerian naira. Amounts are whole kobo: 500000 is NGN 5,000.00."""

from . import types, webhooks
from ._client import Cowrie
from ._core import OMIT, VERSION, Page, Request, Response, Transport
from .errors import ApiError, ConnectionFailed, CowrieError
from .webhooks import Webhook, WebhookError

__version__ = VERSION

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "Cowrie",
    "CowrieError",
    "OMIT",
    "Page",
    "Request",
    "Response",
    "Transport",
    "Webhook",
    "WebhookError",
    "types",
    "webhooks",
]
