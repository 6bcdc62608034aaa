"""Makes the calls that stdin describes, each with the client it names, and prints their outcomes."""

from __future__ import annotations

import asyncio
import json
import sys

import httpx

from svc import AsyncPage, AsyncSvc, Page, Svc, SvcApiError, WithResponse


def find(svc, names):
    for name in names:
        svc = getattr(svc, name)
    return svc


def describe(outcome):
    if isinstance(outcome, SvcApiError):
        return {
            "code": outcome.code,
            "status": outcome.status,
            "className": type(outcome).__name__,
            "requestId": outcome.request_id,
            "details": outcome.details,
        }
    assert isinstance(outcome, WithResponse)
    data = outcome.data.data if isinstance(outcome.data, (Page, AsyncPage)) else outcome.data
    return {"status": outcome.status, "requestId": outcome.request_id, "data": data}


def run(case, client):
    svc = Svc(case["baseUrl"], **case["credential"], max_retries=0, http_client=client)
    try:
        return describe(svc.with_response(find(svc, case["method"]), *case["arguments"], **case["options"]))
    except SvcApiError as error:
        return describe(error)


async def run_async(case, client):
    svc = AsyncSvc(case["baseUrl"], **case["credential"], max_retries=0, http_client=client)
    try:
        return describe(await svc.with_response(find(svc, case["method"]), *case["arguments"], **case["options"]))
    except SvcApiError as error:
        return describe(error)


async def main():
    outcomes = []
    async with httpx.AsyncClient() as async_client:
        with httpx.Client() as client:
            for case in json.load(sys.stdin):
                outcomes.append(await run_async(case, async_client) if case["isAsync"] else run(case, client))
    print(json.dumps(outcomes))


asyncio.run(main())
