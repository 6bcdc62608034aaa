from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict, Union, cast

import httpx

from .errors import SvcError
from .generated.types import CreateFile


class MessageAttachment(TypedDict):
    messageId: str


class TaskAttachment(TypedDict):
    taskId: str


Attachment = Union[MessageAttachment, TaskAttachment]
"""One of the two: the message or the task that a file is attached to."""


@dataclass(frozen=True)
class Upload:
    file_name: str
    mime_type: str
    content: bytes
    attach_to: Attachment

    def describe(self) -> CreateFile:
        file = {"fileName": self.file_name, "mimeType": self.mime_type, "size": len(self.content)}
        return cast(CreateFile, {**file, **self.attach_to})


def check_stored(response: httpx.Response) -> None:
    if not response.is_success:
        raise SvcError(f"The store refused the bytes: {response.status_code} {response.text}")


def name_completion(key: str) -> str:
    """The key of an upload's last step, derived so that the whole upload can be repeated under one key."""
    return f"{key[:240]}.complete"
