from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Callable, ParamSpec, TypedDict, TypeVar, cast

import httpx

from .call import (
    Call,
    Operation,
    Renew,
    Reply,
    RequestOptions,
    Settings,
    WithResponse,
    attach_response,
    describe_failure,
    kept_replies,
    read_reply,
)
from .errors import SvcError
from .limits import Limits, read_limits
from .pages import Page
from .tokens import Credential

T = TypeVar("T")
P = ParamSpec("P")


class PageBody(TypedDict):
    data: list[object]
    nextCursor: str | None


@dataclass
class Transport:
    settings: Settings
    credential: Credential
    http_client: httpx.Client
    limits: Limits = Limits()

    def send(self, operation: Operation, result: type[T], options: RequestOptions) -> T:
        return cast(T, self._run(operation, options))

    def list(self, operation: Operation, item: type[T], options: RequestOptions) -> Page[T]:
        body = cast(PageBody, self._run(operation, options))

        def read(cursor: str) -> Page[T]:
            return self.list(replace(operation, query={**operation.query, "cursor": cursor}), item, options)

        return Page(cast("list[T]", body["data"]), body.get("nextCursor"), read)

    def with_response(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> WithResponse[T]:
        replies: list[Reply] = []
        reset = kept_replies.set(replies)
        try:
            data = call(*args, **kwargs)
        finally:
            kept_replies.reset(reset)
        return attach_response(data, replies)

    def _run(self, operation: Operation, options: RequestOptions) -> object:
        call = Call(operation, options, self.settings)
        while True:
            token = self.credential.read()
            step = call.conclude(self._attempt(call, token))
            if isinstance(step, Renew):
                step = call.conclude_renewal(self.credential.renew(token))
            if isinstance(step, Reply):
                keep_reply(step)
                return step.data
            time.sleep(step.seconds)

    def _attempt(self, call: Call, token: str) -> Reply | SvcError:
        headers = call.start(token)
        try:
            request = self.http_client.build_request(
                call.method, call.url, headers=headers, content=call.content, timeout=call.timeout
            )
            response, content = self._receive(request, call.timeout)
        except (httpx.TransportError, httpx.DecodingError) as cause:
            return describe_failure(cause, call.timeout)
        if "ratelimit-limit" in response.headers:
            self.limits = read_limits(response.headers)
        return read_reply(response.status_code, response.headers, content)

    def _receive(self, request: httpx.Request, timeout: float) -> tuple[httpx.Response, bytes]:
        deadline = time.monotonic() + timeout
        response = self.http_client.send(request, auth=None, follow_redirects=False, stream=True)
        try:
            return response, read_until(response, deadline)
        finally:
            response.close()


def keep_reply(reply: Reply) -> None:
    replies = kept_replies.get()
    if replies is not None:
        replies.append(reply)


def read_until(response: httpx.Response, deadline: float) -> bytes:
    """httpx limits the time between two chunks; a slow trickle would never end."""
    chunks: list[bytes] = []
    for chunk in response.iter_bytes():
        chunks.append(chunk)
        if time.monotonic() > deadline:
            raise httpx.ReadTimeout("The body did not end in time", request=response.request)
    return b"".join(chunks)
