from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Awaitable, Callable, ParamSpec, TypeVar, cast

import anyio
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
from .pages import AsyncPage, AsyncPages
from .tokens import AsyncCredential
from .transport import PageBody, keep_reply

T = TypeVar("T")
P = ParamSpec("P")


@dataclass
class AsyncTransport:
    settings: Settings
    credential: AsyncCredential
    http_client: httpx.AsyncClient
    limits: Limits = Limits()

    async def send(self, operation: Operation, result: type[T], options: RequestOptions) -> T:
        return cast(T, await self._run(operation, options))

    def list(self, operation: Operation, item: type[T], options: RequestOptions) -> AsyncPages[T]:
        def read(cursor: str) -> AsyncPages[T]:
            return self.list(replace(operation, query={**operation.query, "cursor": cursor}), item, options)

        async def read_first() -> AsyncPage[T]:
            body = cast(PageBody, await self._run(operation, options))
            return AsyncPage(cast("list[T]", body["data"]), body.get("nextCursor"), read)

        return AsyncPages(read_first)

    async def with_response(
        self, call: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> WithResponse[T]:
        replies: list[Reply] = []
        reset = kept_replies.set(replies)
        try:
            data = await call(*args, **kwargs)
        finally:
            kept_replies.reset(reset)
        return attach_response(data, replies)

    async def _run(self, operation: Operation, options: RequestOptions) -> object:
        call = Call(operation, options, self.settings)
        while True:
            token = await self.credential.read()
            step = call.conclude(await self._attempt(call, token))
            if isinstance(step, Renew):
                step = call.conclude_renewal(await self.credential.renew(token))
            if isinstance(step, Reply):
                keep_reply(step)
                return step.data
            await anyio.sleep(step.seconds)

    async def _attempt(self, call: Call, token: str) -> Reply | SvcError:
        headers = call.start(token)
        try:
            request = self.http_client.build_request(
                call.method, call.url, headers=headers, content=call.content, timeout=call.timeout
            )
            response = await self._receive(request, call.timeout)
        except (httpx.TransportError, httpx.DecodingError, TimeoutError) as cause:
            return describe_failure(cause, call.timeout)
        if "ratelimit-limit" in response.headers:
            self.limits = read_limits(response.headers)
        return read_reply(response.status_code, response.headers, response.content)

    async def _receive(self, request: httpx.Request, timeout: float) -> httpx.Response:
        with anyio.fail_after(timeout):
            return await self.http_client.send(request, auth=None, follow_redirects=False)
