"""Writes messages into the rooms that stdin names, all rooms at once."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import TypedDict

from svc import AsyncSvc


class Writer(TypedDict):
    token: str
    roomId: str


class Task(TypedDict):
    baseUrl: str
    count: int
    writers: list[Writer]


async def write(base_url: str, writer: Writer, count: int) -> None:
    async with AsyncSvc(base_url, access_token=writer["token"], max_retries=8) as svc:
        for index in range(count):
            await svc.rooms.messages.create(writer["roomId"], {"body": f"message {index}"})


async def main() -> None:
    task: Task = json.load(sys.stdin)
    await asyncio.gather(*(write(task["baseUrl"], writer, task["count"]) for writer in task["writers"]))


asyncio.run(main())
