"""The errors that this package raises. `generated/errors.py` has one subclass of `SvcApiError` for each code."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import httpx

from .generated.details import ErrorDetails
from .json_value import Json


class SvcError(Exception):
    """The base of every error that this package raises."""


class SvcConnectionError(SvcError):
    """No response arrived, or it broke off. `maybe_executed` says whether the service may have carried the request out."""

    def __init__(self, message: str, maybe_executed: bool = True) -> None:
        super().__init__(message, maybe_executed)
        self.maybe_executed = maybe_executed

    def __str__(self) -> str:
        return str(self.args[0])


class SvcTimeoutError(SvcConnectionError):
    """The response did not arrive within the timeout."""


class SvcAuthorizationError(SvcError):
    """The grant has ended, or the client is not the one it was given to. The person has to approve the app again."""

    def __init__(self, error: str, message: str) -> None:
        super().__init__(error, message)
        self.error = error
        """The error of RFC 6749, such as `invalid_grant`."""

    def __str__(self) -> str:
        return str(self.args[1])


WebhookRefusal = Literal["missing_header", "timestamp_out_of_range", "no_matching_signature", "malformed_body"]


class SvcWebhookError(SvcError):
    """A delivery that must not be trusted."""

    def __init__(self, reason: WebhookRefusal, message: str) -> None:
        super().__init__(reason, message)
        self.reason: WebhookRefusal = reason

    def __str__(self) -> str:
        return str(self.args[1])


@dataclass(frozen=True)
class Failure:
    """An error response as it was read."""

    status: int
    code: str
    message: str
    request_id: str | None
    details: Json
    docs_url: str | None
    headers: httpx.Headers


class SvcApiError(SvcError):
    """An error response of the service. A code that this package knows has a subclass with typed `details`."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self._failure = failure

    def __str__(self) -> str:
        request = self.request_id or "without id"
        return f"{self._failure.message} ({self.status} {self.code}, request {request})"

    @property
    def status(self) -> int:
        return self._failure.status

    @property
    def code(self) -> str:
        """One of `ErrorCode`, a code that is newer than this package, or `unknown` where no envelope came."""
        return self._failure.code

    @property
    def request_id(self) -> str | None:
        return self._failure.request_id

    @property
    def details(self) -> ErrorDetails | Json:
        return self._failure.details

    @property
    def docs_url(self) -> str | None:
        """The page that explains the code and says what to do."""
        return self._failure.docs_url

    @property
    def headers(self) -> httpx.Headers:
        return self._failure.headers

    @property
    def retry_after(self) -> float | None:
        """The wait that the service asks for, in seconds."""
        try:
            seconds = float(self.headers.get("retry-after", ""))
        except ValueError:
            return None
        return seconds if math.isfinite(seconds) and seconds >= 0 else None
