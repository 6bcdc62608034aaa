# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, TypedDict, Union

__all__ = [
    "CreateFileWithMessageId",
    "CreateFileWithTaskId",
    "CreateFile",
    "CreateMessage",
    "CreateRecord",
    "CreateTask",
    "UpdateRecord",
    "UpdateRoom",
    "UpdateTask",
    "BoardSummary",
    "EventSummaryDataObject",
    "EventSummaryData",
    "EventSummary",
    "EventTypeList",
    "EventTypeSummary",
    "FileDownload",
    "FileSummary",
    "FileUpload",
    "Me",
    "MessageSummary",
    "OrganizationSummary",
    "RecordDetail",
    "RecordSummary",
    "RedeliveryResult",
    "RoomMember",
    "RoomSummary",
    "SearchResult",
    "TaskDetail",
    "TaskSummary",
    "TaskWriteResponse",
    "WebhookDelivery",
]


class _CreateFileRequired(TypedDict):
    fileName: str
    size: int
    """In bytes. The upload must have exactly this size"""
    mimeType: str


class _CreateFileFixed(_CreateFileRequired, total=False):
    checksum: str
    """SHA-256 of the bytes in lowercase hex. Other bytes are refused"""


class CreateFileWithMessageId(_CreateFileFixed):
    messageId: str
    """The message of this room that it is attached to"""


class CreateFileWithTaskId(_CreateFileFixed):
    taskId: str
    """The task of this room that it is attached to"""


CreateFile = Union["CreateFileWithMessageId", "CreateFileWithTaskId"]


class _CreateMessageRequired(TypedDict):
    body: str


class CreateMessage(_CreateMessageRequired, total=False):
    replyToMessageId: str
    """A message of the same room"""


class _CreateRecordRequired(TypedDict):
    title: str


class CreateRecord(_CreateRecordRequired, total=False):
    content: str


class _CreateTaskRequired(TypedDict):
    title: str


class CreateTask(_CreateTaskRequired, total=False):
    description: str
    boardId: str
    """A board of this room; its first one by default"""
    dueDate: str
    """ISO 8601 with Z or an offset, such as 2026-06-09T08:30:00Z. A leap second (`:60`) counts as the second after it"""
    assigneeId: str
    """A person with a seat in the room"""


class UpdateRecord(TypedDict, total=False):
    title: str
    content: str


class UpdateRoom(TypedDict):
    name: str
    """One line, not blank"""


class UpdateTask(TypedDict, total=False):
    title: str
    description: str
    status: Literal["NOT_STARTED", "IN_PROGRESS", "COMPLETED"]
    """- `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
    - `IN_PROGRESS`: Work has begun.
    - `COMPLETED`: The work is done.
    """
    dueDate: str | None
    assigneeId: str | None
    """A person with a seat in the room"""
    version: int
    """The version that the change is based on"""


class BoardSummary(TypedDict):
    id: str
    roomId: str
    name: str
    position: int
    """The lowest is the room's first board, where new tasks go"""
    createdAt: str


class EventSummaryDataObject(TypedDict):
    id: str
    type: str


class EventSummaryData(TypedDict):
    object: EventSummaryDataObject


class EventSummary(TypedDict):
    id: str
    """Random: events are ordered by `createdAt`"""
    type: str
    """- `record.created`: A record was created, in the app or through the API.
    - `record.updated`: A record was updated, in the app or through the API.
    - `record.deleted`: A record was deleted.
    - `approval.requested`: Approval of a record was requested.
    - `approval.approved`: A record was approved.
    - `approval.rejected`: Approval of a record was rejected.
    - `approval.withdrawn`: A request for approval was withdrawn.
    - `record.approval_requested`: Sent together with approval.requested.
    - `record.approved`: Sent together with approval.approved.
    - `room.member.added`: A member was added to the room.
    - `message.created`: A message was posted, by people, the API or an agent.
    - `task.created`: A task was created, one by one or in bulk.
    - `task.updated`: A task was updated, its schedule included.
    - `file.uploaded`: An attachment to a message or task is complete.
    """
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    """Empty for a personal room"""
    roomId: str
    data: EventSummaryData


class EventTypeList(TypedDict):
    data: list[EventTypeSummary]


class EventTypeSummary(TypedDict):
    type: str
    description: str
    stable: bool
    """false: a preview, which may change incompatibly"""


class FileDownload(TypedDict):
    url: str
    """GET the bytes here"""
    expiresAt: str


class FileSummary(TypedDict):
    id: str
    roomId: str
    fileName: str
    size: int
    mimeType: str
    source: str
    """- `chat`: Attached to a message.
    - `task`: Attached to a task.
    - `memo`: Belongs to a memo.
    - `board`: Belongs to a board.
    """
    messageId: str | None
    taskId: str | None
    uploadedById: str
    createdAt: str


class FileUpload(TypedDict):
    fileId: str
    uploadUrl: str
    """PUT the bytes here, then complete the upload"""
    headers: dict[str, str]
    """Send these with the PUT, unchanged"""
    expiresAt: str


class Me(TypedDict):
    id: str
    email: str
    name: str
    locale: str
    organizationId: str | None
    billingContext: Literal["individual", "organization"] | str
    """- `individual`: The person’s own plan pays for the request.
    - `organization`: The plan of the organization pays for the request.
    """
    createdAt: str


class MessageSummary(TypedDict):
    id: str
    roomId: str
    authorId: str | None
    body: str
    createdAt: str
    updatedAt: str


class OrganizationSummary(TypedDict):
    id: str
    name: str
    description: str | None
    isActive: bool
    """false while the organization is suspended"""
    createdAt: str


class RecordDetail(TypedDict):
    id: str
    roomId: str
    title: str
    status: str
    """- `DRAFT`: A draft. Its creator can request approval.
    - `PENDING_APPROVAL`: Waiting for a manager or owner to decide.
    - `APPROVED`: Approved. Changing the text makes it a draft again.
    - `REJECTED`: Rejected. Its creator can change it and request again.
    - `LOCKED`: Locked until a manager unlocks it.
    - `ARCHIVED`: Archived and read-only.
    """
    createdById: str | None
    createdAt: str
    updatedAt: str
    content: str


class RecordSummary(TypedDict):
    id: str
    roomId: str
    title: str
    status: str
    """- `DRAFT`: A draft. Its creator can request approval.
    - `PENDING_APPROVAL`: Waiting for a manager or owner to decide.
    - `APPROVED`: Approved. Changing the text makes it a draft again.
    - `REJECTED`: Rejected. Its creator can change it and request again.
    - `LOCKED`: Locked until a manager unlocks it.
    - `ARCHIVED`: Archived and read-only.
    """
    createdById: str | None
    createdAt: str
    updatedAt: str


class RedeliveryResult(TypedDict):
    delivery: WebhookDelivery


class RoomMember(TypedDict):
    userId: str
    role: int | None
    """null: unknown
    - `10`: Guest. Can read, but not write.
    - `20`: Member. Can read and write messages, tasks, records and files.
    - `30`: Manager. Can write, add and remove people, decide on approvals, rename the room and manage its webhooks.
    - `40`: Owner. Can do everything, and decides who else owns the room.
    """
    joinedAt: str | None
    """Always null at present"""
    displayName: str | None


class RoomSummary(TypedDict):
    id: str
    name: str
    roomType: int
    """0 normal. Direct-message rooms (1) are never served."""
    organizationId: str | None
    createdById: str | None
    createdAt: str
    updatedAt: str


class SearchResult(TypedDict):
    id: str
    kind: Literal["message", "task", "record", "file"] | str
    """- `message`: A message; needs messages:read.
    - `task`: A task; needs tasks:read.
    - `record`: A record; needs records:read.
    - `file`: A file; needs files:read.
    """
    roomId: str
    title: str | None
    """null for a message"""
    excerpt: str
    """At most 202 characters around the first word found"""
    createdAt: str


class TaskDetail(TypedDict):
    id: str
    roomId: str
    title: str
    description: str | None
    status: str
    """- `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
    - `IN_PROGRESS`: Work has begun.
    - `COMPLETED`: The work is done.
    """
    dueDate: str | None
    assigneeId: str | None
    """A person with a seat in the room"""
    createdById: str | None
    createdAt: str
    updatedAt: str
    version: int


class TaskSummary(TypedDict):
    id: str
    roomId: str
    title: str
    description: str | None
    status: str
    """- `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
    - `IN_PROGRESS`: Work has begun.
    - `COMPLETED`: The work is done.
    """
    dueDate: str | None
    assigneeId: str | None
    """A person with a seat in the room"""
    createdById: str | None
    createdAt: str
    updatedAt: str


class TaskWriteResponse(TypedDict):
    id: str
    roomId: str
    title: str
    description: str | None
    status: str
    """- `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
    - `IN_PROGRESS`: Work has begun.
    - `COMPLETED`: The work is done.
    """
    dueDate: str | None
    assigneeId: str | None
    """A person with a seat in the room"""
    createdById: str | None
    createdAt: str
    updatedAt: str
    version: int


class WebhookDelivery(TypedDict):
    id: str
    """The attempt's id. It is `deliveryId` in the path of a redelivery"""
    webhookId: str
    event: str
    eventId: str | None
    """null for deliveries of the v1 contract"""
    deliveryId: str | None
    """The Svc-Webhook-Delivery header that the receiver got"""
    success: bool
    statusCode: int | None
    error: str | None
    attempt: int
    durationMs: int | None
    deliveredAt: str
    nextRetryAt: str | None
    finalizedAt: str | None
