from __future__ import annotations

import random
from dataclasses import dataclass

from .errors import SvcApiError, SvcConnectionError, SvcError


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int
    max_wait: float
    is_repeatable: bool
    """A read, or a write under an idempotency key: sent twice, it is done once."""


# An original that is still running is waited for longer than a failure is tried again.
IN_PROGRESS_RETRIES = 10
BASE_DELAY = 0.25
MAX_BACKOFF = 8.0


def compute_retry_delay(error: SvcError, attempt: int, policy: RetryPolicy) -> float | None:
    """The wait in seconds before the next attempt, or None where another attempt would not help."""
    is_in_progress = _is_still_running(error)
    retries = IN_PROGRESS_RETRIES if is_in_progress and policy.max_retries > 0 else policy.max_retries
    if attempt > retries or not (is_in_progress or _is_transient(error, policy)):
        return None
    asked = error.retry_after if isinstance(error, SvcApiError) else None
    # Callers that were refused together come back apart.
    wait = _back_off(attempt) if asked is None else asked + random.random() * BASE_DELAY
    return wait if wait <= policy.max_wait else None


def _is_transient(error: SvcError, policy: RetryPolicy) -> bool:
    if isinstance(error, SvcConnectionError):
        return policy.is_repeatable or not error.maybe_executed
    if not isinstance(error, SvcApiError):
        return False
    # Refused before anything was done: every request may be sent again. The units of the month return only with the month.
    if error.code == "rate_limit_exceeded" or error.status == 503:
        return True
    return policy.is_repeatable and error.status in (408, 500, 502, 504)


def _is_still_running(error: SvcError) -> bool:
    if not isinstance(error, SvcApiError) or error.code != "idempotency_conflict":
        return False
    return isinstance(error.details, dict) and error.details.get("reason") == "in_progress"


def _back_off(attempt: int) -> float:
    return min(MAX_BACKOFF, BASE_DELAY * 2.0 ** (attempt - 1)) * (0.5 + random.random() / 2)
