"""A client whose service shows a log that a test exchanges."""

from __future__ import annotations

import asyncio
from typing import Literal, Mapping

import httpx
from fake_log import FakeLog, FakeService
from scripted import BASE_URL

from svc import AsyncSvc, AuditLogSight, CheckpointStore, MemoryCheckpointStore, Svc, SvcAuditLogError


class Witness:
    """Both clients, with one store."""

    def __init__(self, log: FakeLog | None, store: CheckpointStore | Literal[False] | None = None) -> None:
        self.service = FakeService(log)
        self.sent: list[httpx.Request] = []

        def answer(request: httpx.Request) -> httpx.Response:
            self.sent.append(request)
            return self.service(request)

        async def answer_later(request: httpx.Request) -> httpx.Response:
            return answer(request)

        kept = MemoryCheckpointStore() if store is None else store
        client = httpx.Client(transport=httpx.MockTransport(answer))
        async_client = httpx.AsyncClient(transport=httpx.MockTransport(answer_later))
        self.svc = Svc(BASE_URL, api_key="key", http_client=client, checkpoints=kept)
        self.async_svc = AsyncSvc(BASE_URL, api_key="key", http_client=async_client, checkpoints=kept)

    def check(self, log: FakeLog | None) -> AuditLogSight | None:
        self.service.log = log
        return self.svc.audit_log.check()

    def check_async(self, log: FakeLog | None) -> AuditLogSight | None:
        self.service.log = log
        return asyncio.run(self.async_svc.audit_log.check())

    def find_breach(self, log: FakeLog | None) -> SvcAuditLogError | None:
        try:
            self.check(log)
        except SvcAuditLogError as error:
            return error
        return None


def read_changed(log: FakeLog, parts: Mapping[str, bytes], path: str) -> bytes | None:
    return parts[path] if path in parts else log.read(path)


def size_of(sight: AuditLogSight | None) -> int | None:
    return None if sight is None else sight.size
