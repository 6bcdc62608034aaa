"""One of many processes that keep one checkpoint of the audit log: checks it and prints what it saw."""

from __future__ import annotations

import asyncio
import json
import sys

from svc import AsyncSvc, AuditLogSight, FileCheckpointStore, Svc, SvcAuditLogError

base_url, file, client = sys.argv[1:]
store = FileCheckpointStore(file)


async def check_async() -> AuditLogSight | None:
    async with AsyncSvc(base_url, api_key="none", checkpoints=store) as svc:
        return await svc.audit_log.check()


def check() -> AuditLogSight | None:
    with Svc(base_url, api_key="none", checkpoints=store) as svc:
        return svc.audit_log.check()


try:
    sight = asyncio.run(check_async()) if client == "async" else check()
    print(json.dumps(sight and {"size": sight.size, "from": sight.grown_from and sight.grown_from.size}))
except SvcAuditLogError as error:
    print(json.dumps({"reason": error.reason}))
