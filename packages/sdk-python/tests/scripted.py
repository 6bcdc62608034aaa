"""A service that gives its replies one by one, the last one for ever."""

from __future__ import annotations

from typing import Callable, Mapping, Union

import httpx

from svc import AsyncSvc, Svc

Reply = Union[httpx.Response, Exception, Callable[[httpx.Request], httpx.Response]]
BASE_URL = "https://svc.test"


class Script:
    def __init__(self, *replies: Reply) -> None:
        self._replies = replies
        self.sent: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        reply = self._replies[min(len(self.sent), len(self._replies) - 1)]
        self.sent.append(request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, httpx.Response):
            # A response can be read once.
            return httpx.Response(reply.status_code, headers=reply.headers, content=reply.content)
        return reply(request)

    @property
    def http_client(self) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self))

    @property
    def async_http_client(self) -> httpx.AsyncClient:
        async def answer(request: httpx.Request) -> httpx.Response:
            return self(request)

        return httpx.AsyncClient(transport=httpx.MockTransport(answer))

    def client(self, max_retries: int = 3) -> Svc:
        return Svc(BASE_URL, api_key="svc_test_key", http_client=self.http_client, max_retries=max_retries)

    def async_client(self) -> AsyncSvc:
        return AsyncSvc(BASE_URL, api_key="svc_test_key", http_client=self.async_http_client)


def respond(body: object, status: int = 200, headers: Mapping[str, str] | None = None) -> httpx.Response:
    return httpx.Response(status, json=body, headers=headers)


def fail(status: int, code: str, details: object = None, headers: Mapping[str, str] | None = None) -> httpx.Response:
    error = {"code": code, "message": f"It is {code}.", "requestId": "req_1"}
    return httpx.Response(
        status, json={"error": {**error, **({"details": details} if details else {})}}, headers=headers
    )
