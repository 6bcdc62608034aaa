"""One call on its way through its attempts: every decision, and no I/O. Both transports drive it."""

from __future__ import annotations

import json
import re
import time
import uuid
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Callable, Generic, Mapping, TypeVar, Union, cast
from urllib.parse import quote, urlencode

import httpx

from .errors import Failure, SvcApiError, SvcConnectionError, SvcError, SvcTimeoutError
from .generated.errors import ERRORS
from .json_value import Json
from .limits import Limits, read_limits
from .retry import RetryPolicy, compute_retry_delay
from .version import VERSION

T = TypeVar("T")
QueryValue = Union[str, int, float, bool, None]


@dataclass(frozen=True)
class Operation:
    method: str
    path: str
    path_parameters: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, QueryValue] = field(default_factory=dict)
    body: Mapping[str, object] | None = None
    takes_idempotency_key: bool = False


@dataclass(frozen=True)
class RequestOptions:
    timeout: float | None = None
    max_retries: int | None = None
    request_id: str | None = None
    headers: Mapping[str, str] | None = None
    idempotency_key: str | None = None


@dataclass(frozen=True)
class AttemptReport:
    """One attempt, for logs and metrics. It never carries a credential or a body."""

    method: str
    path: str
    attempt: int
    duration: float
    """In seconds."""
    status: int | None = None
    """None where no response came."""
    request_id: str | None = None
    retry_in: float | None = None
    """The wait until the next attempt; None on the last one."""


@dataclass(frozen=True)
class Settings:
    base_url: str
    timeout: float
    max_retries: int
    max_retry_wait: float
    headers: Mapping[str, str]
    on_attempt: Callable[[AttemptReport], None] | None


@dataclass(frozen=True)
class Reply:
    """A successful response."""

    status: int
    headers: httpx.Headers
    data: object

    @property
    def request_id(self) -> str | None:
        request_id: str | None = self.headers.get("x-request-id")
        return request_id


@dataclass(frozen=True)
class WithResponse(Generic[T]):
    """A result with the response that it came in."""

    data: T
    status: int
    headers: httpx.Headers
    request_id: str | None
    limits: Limits
    is_replay: bool
    """The service returned the stored result of an earlier request with the same idempotency key."""


# `with_response` reads here the reply that its call brought.
kept_replies: ContextVar[list[Reply] | None] = ContextVar("kept_replies", default=None)


def attach_response(data: T, replies: list[Reply]) -> WithResponse[T]:
    if not replies:
        raise TypeError("with_response takes a method of this client, such as svc.me.get")
    reply = replies[-1]
    return WithResponse(
        data=data,
        status=reply.status,
        headers=reply.headers,
        request_id=reply.request_id,
        limits=read_limits(reply.headers),
        is_replay=reply.headers.get("idempotent-replayed") == "true",
    )


@dataclass(frozen=True)
class Renew:
    """The token was refused: get another one, then ask `conclude_renewal`."""


@dataclass(frozen=True)
class Wait:
    seconds: float


class Call:
    def __init__(self, operation: Operation, options: RequestOptions, settings: Settings) -> None:
        self._operation = operation
        self._on_attempt = settings.on_attempt
        self._policy = RetryPolicy(
            max_retries=settings.max_retries if options.max_retries is None else options.max_retries,
            max_wait=settings.max_retry_wait,
            is_repeatable=operation.method == "GET" or operation.takes_idempotency_key,
        )
        self.method = operation.method
        self.url = settings.base_url + _fill_path(operation) + _write_query(operation.query)
        self.timeout = settings.timeout if options.timeout is None else options.timeout
        self.content = None if operation.body is None else _write_body(operation.body)
        self._headers = _write_headers(operation, options, settings)
        self._attempt = 0
        self._started_at = 0.0
        self._has_renewed = False
        self._refused: SvcApiError | None = None

    def start(self, token: str) -> httpx.Headers:
        """The headers of the next attempt."""
        self._attempt += 1
        self._started_at = time.monotonic()
        self._headers["authorization"] = f"Bearer {token}"
        return self._headers

    def conclude(self, outcome: Reply | SvcError) -> Reply | Renew | Wait:
        """The next step after an attempt. Raises the error where another attempt would not help."""
        if isinstance(outcome, Reply):
            self._report(outcome, None)
            return outcome
        if isinstance(outcome, SvcApiError) and outcome.code == "unauthenticated" and not self._has_renewed:
            self._refused = outcome
            return Renew()
        return self._wait_or_raise(outcome)

    def conclude_renewal(self, is_renewed: bool) -> Wait:
        refused = self._refused
        if refused is None:
            raise RuntimeError("No token was refused")
        self._has_renewed = is_renewed
        if not is_renewed:
            return self._wait_or_raise(refused)
        self._report(refused, 0.0)
        return Wait(0.0)

    def _wait_or_raise(self, error: SvcError) -> Wait:
        delay = compute_retry_delay(error, self._attempt, self._policy)
        self._report(error, delay)
        if delay is None:
            raise error
        return Wait(delay)

    def _report(self, outcome: Reply | SvcError, retry_in: float | None) -> None:
        if self._on_attempt is None:
            return
        response = outcome if isinstance(outcome, (Reply, SvcApiError)) else None
        self._on_attempt(
            AttemptReport(
                method=self.method,
                path=self._operation.path,
                attempt=self._attempt,
                duration=time.monotonic() - self._started_at,
                status=response.status if response else None,
                request_id=response.request_id if response else None,
                retry_in=retry_in,
            )
        )


def read_reply(status: int, headers: httpx.Headers, content: bytes) -> Reply | SvcError:
    if not 200 <= status < 300:
        return _read_failure(status, headers, content)
    try:
        return Reply(status, headers, cast(object, json.loads(content)))
    except (ValueError, RecursionError):
        return SvcConnectionError("The response is not JSON: it broke off, or a proxy wrote it")


def describe_failure(cause: Exception, timeout: float) -> SvcConnectionError:
    """Gives the error for an attempt without a response. A request that the caller wrote wrongly is the caller's own error."""
    if isinstance(cause, (httpx.LocalProtocolError, httpx.UnsupportedProtocol)):
        raise ValueError(str(cause)) from cause
    # Without a connection nothing was sent.
    never_sent = isinstance(cause, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    error: SvcConnectionError
    if isinstance(cause, (httpx.TimeoutException, TimeoutError)):
        error = SvcTimeoutError(f"No response within {timeout:g} seconds", not never_sent)
    else:
        error = SvcConnectionError("The connection failed before the response was complete", not never_sent)
    error.__cause__ = cause
    return error


def _read_failure(status: int, headers: httpx.Headers, content: bytes) -> SvcApiError:
    """Reads the envelope; a proxy's page or an empty body becomes an error with the code `unknown`."""
    envelope = _read_envelope(content)
    code = envelope.get("code")
    message = envelope.get("message")
    request_id = envelope.get("requestId")
    help_link = re.search(r'<([^>]+)>;\s*rel="help"', headers.get("link", ""))
    failure = Failure(
        status=status,
        headers=headers,
        code=code if isinstance(code, str) else "unknown",
        message=message
        if isinstance(message, str)
        else f"The response with status {status} is not one of the service's errors",
        request_id=request_id if isinstance(request_id, str) else headers.get("x-request-id"),
        details=envelope.get("details"),
        docs_url=help_link.group(1) if help_link else None,
    )
    return ERRORS.get(failure.code, SvcApiError)(failure)


def _read_envelope(content: bytes) -> dict[str, Json]:
    try:
        body = cast(object, json.loads(content))
    except (ValueError, RecursionError):
        return {}
    error = body.get("error") if isinstance(body, dict) else None
    return error if isinstance(error, dict) and isinstance(error.get("code"), str) else {}


def _write_headers(operation: Operation, options: RequestOptions, settings: Settings) -> httpx.Headers:
    headers = httpx.Headers({"accept": "application/json", "user-agent": f"svc-sdk-python/{VERSION}"})
    headers.update(settings.headers)
    headers.update(options.headers or {})
    if operation.body is not None:
        headers["content-type"] = "application/json"
    if options.request_id is not None:
        headers["x-request-id"] = options.request_id
    if operation.takes_idempotency_key:
        headers["idempotency-key"] = options.idempotency_key or str(uuid.uuid4())
    return headers


def _write_body(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _fill_path(operation: Operation) -> str:
    """`/v1/rooms/{roomId}` with its parameters. An empty one or dots would lead to another path than the one meant."""

    def fill(match: re.Match[str]) -> str:
        value = operation.path_parameters[match.group(1)]
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{match.group(1)} has to be an id, and is {value!r}")
        return quote(value, safe="")

    return re.sub(r"\{(\w+)\}", fill, operation.path)


def _write_query(query: Mapping[str, QueryValue]) -> str:
    members = [(name, _write_query_value(value)) for name, value in query.items() if value is not None]
    return f"?{urlencode(members)}" if members else ""


def _write_query_value(value: QueryValue) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
