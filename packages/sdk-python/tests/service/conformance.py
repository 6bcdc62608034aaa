"""Makes the calls that stdin describes, each with the client it names, and prints their outcomes."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Awaitable, Mapping, Protocol, TypedDict, cast

import httpx

from svc import ERRORS, AsyncPage, AsyncSvc, Page, Svc, SvcApiError, WithResponse


class Credential(TypedDict, total=False):
    apiKey: str
    accessToken: str


class Case(TypedDict):
    baseUrl: str
    isAsync: bool
    credential: Credential
    method: list[str]
    arguments: list[object]
    options: Mapping[str, object]


class Method(Protocol):
    def __call__(self, *arguments: object, **options: object) -> object: ...


class AsyncMethod(Protocol):
    def __call__(self, *arguments: object, **options: object) -> Awaitable[object]: ...


def find(svc: object, names: list[str]) -> object:
    for name in names:
        svc = cast(object, getattr(svc, name))
    return svc


def describe(outcome: WithResponse[object]) -> dict[str, object]:
    data = outcome.data
    items = data.data if isinstance(data, (Page, AsyncPage)) else [data]
    return {"status": outcome.status, "requestId": outcome.request_id or "", "items": items}


def describe_error(error: SvcApiError) -> dict[str, object]:
    # Each code that the description declares has a class of its own.
    assert type(error) is ERRORS[error.code]
    return {
        "code": error.code,
        "status": error.status,
        "requestId": error.request_id or "",
        "docsUrl": error.docs_url or "",
        "details": list(cast("Mapping[str, object]", error.details or {})),
        "isToWait": error.retry_after is not None,
    }


def run(case: Case, client: httpx.Client) -> dict[str, object]:
    key, token = case["credential"].get("apiKey"), case["credential"].get("accessToken")
    svc = Svc(case["baseUrl"], api_key=key, access_token=token, max_retries=0, http_client=client)
    method = cast(Method, find(svc, case["method"]))
    try:
        return describe(svc.with_response(method, *case["arguments"], **case["options"]))
    except SvcApiError as error:
        return describe_error(error)


async def run_async(case: Case, client: httpx.AsyncClient) -> dict[str, object]:
    key, token = case["credential"].get("apiKey"), case["credential"].get("accessToken")
    svc = AsyncSvc(case["baseUrl"], api_key=key, access_token=token, max_retries=0, http_client=client)
    method = cast(AsyncMethod, find(svc, case["method"]))
    try:
        return describe(await svc.with_response(method, *case["arguments"], **case["options"]))
    except SvcApiError as error:
        return describe_error(error)


async def main() -> None:
    cases: list[Case] = json.load(sys.stdin)
    async with httpx.AsyncClient() as async_client:
        with httpx.Client() as client:
            outcomes = [await run_async(case, async_client) if case["isAsync"] else run(case, client) for case in cases]
    print(json.dumps(outcomes))


asyncio.run(main())
