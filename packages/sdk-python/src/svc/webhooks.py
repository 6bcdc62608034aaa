from __future__ import annotations

import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Callable, Mapping, NoReturn, Sequence, TypeGuard, Union, cast

from .errors import SvcWebhookError
from .generated.events import WebhookEvent, WebhookEventV1, WebhookEventV2

HeaderSource = Mapping[str, Union[str, Sequence[str]]]


@dataclass(frozen=True)
class Delivery:
    """A verified delivery."""

    event: WebhookEvent
    event_id: str
    """The event's id, equal for every webhook and every attempt."""
    delivery_id: str
    """Equal for the automatic retries of one delivery, new on a redelivery: the key to deduplicate by."""


def unwrap(
    body: bytes | str,
    headers: HeaderSource,
    secrets: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: Callable[[], float] = time.time,
) -> Delivery:
    """
    Verifies a delivery and returns its event. `body` is the request's body as it arrived, never parsed and written again.
    `secrets` are those that the webhook has: two while a rotation runs. `tolerance` is in seconds (§6).
    """
    timestamp = _read_header(headers, "svc-webhook-timestamp")
    signatures = _read_header(headers, "svc-webhook-signature").split(",")
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(now() - int(timestamp)) > tolerance:
        raise SvcWebhookError(
            "timestamp_out_of_range",
            f"Svc-Webhook-Timestamp is not within {tolerance:g} seconds of this clock: an old delivery, or a wrong clock",
        )
    raw = body.encode() if isinstance(body, str) else bytes(body)
    if not _is_signed(timestamp, raw, signatures, [secrets] if isinstance(secrets, str) else secrets):
        raise SvcWebhookError(
            "no_matching_signature",
            "No signature was made with one of the secrets over this body: "
            "a wrong secret, or a body changed on its way",
        )
    return Delivery(
        event=_parse_event(raw),
        event_id=_read_header(headers, "svc-webhook-id"),
        delivery_id=_read_header(headers, "svc-webhook-delivery"),
    )


def is_v2(event: WebhookEvent) -> TypeGuard[WebhookEventV2]:
    """Tells the two bodies apart: only v2 names its version."""
    return "apiVersion" in event


def is_v1(event: WebhookEvent) -> TypeGuard[WebhookEventV1]:
    return "apiVersion" not in event


class Webhooks:
    """`svc.webhooks`: the receiving side."""

    unwrap = staticmethod(unwrap)


def _is_signed(timestamp: str, body: bytes, signatures: Sequence[str], secrets: Sequence[str]) -> bool:
    signed = timestamp.encode() + b"." + body
    # With an empty secret, as of a variable that is not set, anybody could sign.
    for secret in filter(None, secrets):
        made = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
        for signature in signatures:
            match = re.fullmatch("v1=([0-9a-f]{64})", signature.strip())
            if match and hmac.compare_digest(match.group(1), made):
                return True
    return False


def _parse_event(body: bytes) -> WebhookEvent:
    try:
        event = cast(object, json.loads(body.decode("utf-8"), parse_constant=_refuse_constant))
    except (ValueError, RecursionError) as cause:
        raise SvcWebhookError("malformed_body", f"The signed body is not JSON: {cause}") from cause
    if not isinstance(event, dict):
        raise SvcWebhookError("malformed_body", "The signed body is not a JSON object")
    return cast(WebhookEvent, event)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _read_header(headers: HeaderSource, name: str) -> str:
    value = next((value for key, value in headers.items() if key.lower() == name), None)
    text = value if value is None or isinstance(value, str) else next(iter(value), None)
    if not text:
        raise SvcWebhookError("missing_header", f"The header {name} is missing, so this is not a delivery of this service")
    return text
