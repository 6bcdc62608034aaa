# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, TypedDict, Union

__all__ = [
    "ApprovalApprovedEventDataObject",
    "ApprovalApprovedEventData",
    "ApprovalApprovedEvent",
    "ApprovalApprovedEventV1",
    "ApprovalRejectedEventDataObject",
    "ApprovalRejectedEventData",
    "ApprovalRejectedEvent",
    "ApprovalRejectedEventV1",
    "ApprovalRequestedEventDataObject",
    "ApprovalRequestedEventData",
    "ApprovalRequestedEvent",
    "ApprovalRequestedEventV1",
    "ApprovalWithdrawnEventDataObject",
    "ApprovalWithdrawnEventData",
    "ApprovalWithdrawnEvent",
    "ApprovalWithdrawnEventV1",
    "FileUploadedEventDataObject",
    "FileUploadedEventData",
    "FileUploadedEvent",
    "FileUploadedEventV1DataObject",
    "FileUploadedEventV1Data",
    "FileUploadedEventV1",
    "KeyExpiringEventDataObject",
    "KeyExpiringEventData",
    "KeyExpiringEvent",
    "MessageCreatedEventDataObject",
    "MessageCreatedEventData",
    "MessageCreatedEvent",
    "MessageCreatedEventV1DataObject",
    "MessageCreatedEventV1Data",
    "MessageCreatedEventV1",
    "RecordApprovalRequestedEventDataObject",
    "RecordApprovalRequestedEventData",
    "RecordApprovalRequestedEvent",
    "RecordApprovalRequestedEventV1DataObject",
    "RecordApprovalRequestedEventV1Data",
    "RecordApprovalRequestedEventV1",
    "RecordApprovedEventDataObject",
    "RecordApprovedEventData",
    "RecordApprovedEvent",
    "RecordApprovedEventV1DataObject",
    "RecordApprovedEventV1Data",
    "RecordApprovedEventV1",
    "RecordCreatedEventDataObject",
    "RecordCreatedEventData",
    "RecordCreatedEvent",
    "RecordCreatedEventV1",
    "RecordDeletedEventDataObject",
    "RecordDeletedEventData",
    "RecordDeletedEvent",
    "RecordDeletedEventV1Data",
    "RecordDeletedEventV1",
    "RecordUpdatedEventDataObject",
    "RecordUpdatedEventData",
    "RecordUpdatedEvent",
    "RecordUpdatedEventV1",
    "RecordWithActor",
    "RoomCreatedEventDataObject",
    "RoomCreatedEventData",
    "RoomCreatedEvent",
    "RoomCreatedEventV1DataObject",
    "RoomCreatedEventV1Data",
    "RoomCreatedEventV1",
    "RoomMemberAddedEventDataObject",
    "RoomMemberAddedEventData",
    "RoomMemberAddedEvent",
    "RoomMemberAddedEventV1Data",
    "RoomMemberAddedEventV1",
    "TaskCreatedEventDataObject",
    "TaskCreatedEventData",
    "TaskCreatedEvent",
    "TaskCreatedEventV1DataObject",
    "TaskCreatedEventV1Data",
    "TaskCreatedEventV1",
    "TaskUpdatedEventDataObject",
    "TaskUpdatedEventData",
    "TaskUpdatedEvent",
    "TaskUpdatedEventV1DataObject",
    "TaskUpdatedEventV1Data",
    "TaskUpdatedEventV1",
    "UsageThresholdEventDataObject",
    "UsageThresholdEventData",
    "UsageThresholdEvent",
    "WebhookDisabledEventDataObject",
    "WebhookDisabledEventData",
    "WebhookDisabledEvent",
    "WebhookEventV2",
    "WebhookEventV1",
    "WebhookEvent",
    "EventType",
]


class ApprovalApprovedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class ApprovalApprovedEventData(TypedDict):
    object: ApprovalApprovedEventDataObject


class ApprovalApprovedEvent(TypedDict):
    id: str
    type: Literal["approval.approved"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: ApprovalApprovedEventData


class ApprovalApprovedEventV1(TypedDict):
    event: Literal["approval.approved"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class ApprovalRejectedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class ApprovalRejectedEventData(TypedDict):
    object: ApprovalRejectedEventDataObject


class ApprovalRejectedEvent(TypedDict):
    id: str
    type: Literal["approval.rejected"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: ApprovalRejectedEventData


class ApprovalRejectedEventV1(TypedDict):
    event: Literal["approval.rejected"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class ApprovalRequestedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class ApprovalRequestedEventData(TypedDict):
    object: ApprovalRequestedEventDataObject


class ApprovalRequestedEvent(TypedDict):
    id: str
    type: Literal["approval.requested"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: ApprovalRequestedEventData


class ApprovalRequestedEventV1(TypedDict):
    event: Literal["approval.requested"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class ApprovalWithdrawnEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class ApprovalWithdrawnEventData(TypedDict):
    object: ApprovalWithdrawnEventDataObject


class ApprovalWithdrawnEvent(TypedDict):
    id: str
    type: Literal["approval.withdrawn"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: ApprovalWithdrawnEventData


class ApprovalWithdrawnEventV1(TypedDict):
    event: Literal["approval.withdrawn"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class FileUploadedEventDataObject(TypedDict):
    id: str
    type: Literal["file"]


class FileUploadedEventData(TypedDict):
    object: FileUploadedEventDataObject


class FileUploadedEvent(TypedDict):
    id: str
    type: Literal["file.uploaded"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: FileUploadedEventData


class FileUploadedEventV1DataObject(TypedDict):
    id: str
    type: Literal["file"]


class FileUploadedEventV1Data(TypedDict):
    object: FileUploadedEventV1DataObject


class FileUploadedEventV1(TypedDict):
    event: Literal["file.uploaded"]
    timestamp: str
    roomId: str
    data: FileUploadedEventV1Data
    deliveryId: str


class KeyExpiringEventDataObject(TypedDict):
    id: str
    type: Literal["api_key"]


class KeyExpiringEventData(TypedDict):
    object: KeyExpiringEventDataObject


class KeyExpiringEvent(TypedDict):
    id: str
    type: Literal["key.expiring"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: KeyExpiringEventData


class MessageCreatedEventDataObject(TypedDict):
    id: str
    type: Literal["message"]


class MessageCreatedEventData(TypedDict):
    object: MessageCreatedEventDataObject


class MessageCreatedEvent(TypedDict):
    id: str
    type: Literal["message.created"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: MessageCreatedEventData


class MessageCreatedEventV1DataObject(TypedDict):
    id: str
    type: Literal["message"]


class MessageCreatedEventV1Data(TypedDict):
    object: MessageCreatedEventV1DataObject


class MessageCreatedEventV1(TypedDict):
    event: Literal["message.created"]
    timestamp: str
    roomId: str
    data: MessageCreatedEventV1Data
    deliveryId: str


class RecordApprovalRequestedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordApprovalRequestedEventData(TypedDict):
    object: RecordApprovalRequestedEventDataObject


class RecordApprovalRequestedEvent(TypedDict):
    id: str
    type: Literal["record.approval_requested"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RecordApprovalRequestedEventData


class RecordApprovalRequestedEventV1DataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordApprovalRequestedEventV1Data(TypedDict):
    object: RecordApprovalRequestedEventV1DataObject


class RecordApprovalRequestedEventV1(TypedDict):
    event: Literal["record.approval_requested"]
    timestamp: str
    roomId: str
    data: RecordApprovalRequestedEventV1Data
    deliveryId: str


class RecordApprovedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordApprovedEventData(TypedDict):
    object: RecordApprovedEventDataObject


class RecordApprovedEvent(TypedDict):
    id: str
    type: Literal["record.approved"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RecordApprovedEventData


class RecordApprovedEventV1DataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordApprovedEventV1Data(TypedDict):
    object: RecordApprovedEventV1DataObject


class RecordApprovedEventV1(TypedDict):
    event: Literal["record.approved"]
    timestamp: str
    roomId: str
    data: RecordApprovedEventV1Data
    deliveryId: str


class RecordCreatedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordCreatedEventData(TypedDict):
    object: RecordCreatedEventDataObject


class RecordCreatedEvent(TypedDict):
    id: str
    type: Literal["record.created"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RecordCreatedEventData


class RecordCreatedEventV1(TypedDict):
    event: Literal["record.created"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class RecordDeletedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordDeletedEventData(TypedDict):
    object: RecordDeletedEventDataObject


class RecordDeletedEvent(TypedDict):
    id: str
    type: Literal["record.deleted"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RecordDeletedEventData


class RecordDeletedEventV1Data(TypedDict):
    id: str
    title: str


class RecordDeletedEventV1(TypedDict):
    event: Literal["record.deleted"]
    timestamp: str
    roomId: str
    data: RecordDeletedEventV1Data
    deliveryId: str


class RecordUpdatedEventDataObject(TypedDict):
    id: str
    type: Literal["record"]


class RecordUpdatedEventData(TypedDict):
    object: RecordUpdatedEventDataObject


class RecordUpdatedEvent(TypedDict):
    id: str
    type: Literal["record.updated"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RecordUpdatedEventData


class RecordUpdatedEventV1(TypedDict):
    event: Literal["record.updated"]
    timestamp: str
    roomId: str
    data: RecordWithActor
    deliveryId: str


class RecordWithActor(TypedDict):
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
    actorId: str


class RoomCreatedEventDataObject(TypedDict):
    id: str
    type: Literal["room"]


class RoomCreatedEventData(TypedDict):
    object: RoomCreatedEventDataObject


class RoomCreatedEvent(TypedDict):
    id: str
    type: Literal["room.created"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RoomCreatedEventData


class RoomCreatedEventV1DataObject(TypedDict):
    id: str
    type: Literal["room"]


class RoomCreatedEventV1Data(TypedDict):
    object: RoomCreatedEventV1DataObject


class RoomCreatedEventV1(TypedDict):
    event: Literal["room.created"]
    timestamp: str
    roomId: str
    data: RoomCreatedEventV1Data
    deliveryId: str


class RoomMemberAddedEventDataObject(TypedDict):
    id: str
    type: Literal["room"]


class RoomMemberAddedEventData(TypedDict):
    object: RoomMemberAddedEventDataObject


class RoomMemberAddedEvent(TypedDict):
    id: str
    type: Literal["room.member.added"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: RoomMemberAddedEventData


class RoomMemberAddedEventV1Data(TypedDict):
    roomId: str
    userId: str


class RoomMemberAddedEventV1(TypedDict):
    event: Literal["room.member.added"]
    timestamp: str
    roomId: str
    data: RoomMemberAddedEventV1Data
    deliveryId: str


class TaskCreatedEventDataObject(TypedDict):
    id: str
    type: Literal["task"]


class TaskCreatedEventData(TypedDict):
    object: TaskCreatedEventDataObject


class TaskCreatedEvent(TypedDict):
    id: str
    type: Literal["task.created"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: TaskCreatedEventData


class TaskCreatedEventV1DataObject(TypedDict):
    id: str
    type: Literal["task"]


class TaskCreatedEventV1Data(TypedDict):
    object: TaskCreatedEventV1DataObject


class TaskCreatedEventV1(TypedDict):
    event: Literal["task.created"]
    timestamp: str
    roomId: str
    data: TaskCreatedEventV1Data
    deliveryId: str


class TaskUpdatedEventDataObject(TypedDict):
    id: str
    type: Literal["task"]


class TaskUpdatedEventData(TypedDict):
    object: TaskUpdatedEventDataObject


class TaskUpdatedEvent(TypedDict):
    id: str
    type: Literal["task.updated"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: TaskUpdatedEventData


class TaskUpdatedEventV1DataObject(TypedDict):
    id: str
    type: Literal["task"]


class TaskUpdatedEventV1Data(TypedDict):
    object: TaskUpdatedEventV1DataObject


class TaskUpdatedEventV1(TypedDict):
    event: Literal["task.updated"]
    timestamp: str
    roomId: str
    data: TaskUpdatedEventV1Data
    deliveryId: str


class UsageThresholdEventDataObject(TypedDict):
    id: str
    type: Literal["billing_entity"]


class UsageThresholdEventData(TypedDict):
    object: UsageThresholdEventDataObject
    thresholdPercent: int
    """Percentage of the month's units used: 50, 80 or 100. When several are reached at once, the highest"""


class UsageThresholdEvent(TypedDict):
    id: str
    type: Literal["usage.threshold"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: UsageThresholdEventData


class WebhookDisabledEventDataObject(TypedDict):
    id: str
    type: Literal["webhook"]


class WebhookDisabledEventData(TypedDict):
    object: WebhookDisabledEventDataObject


class WebhookDisabledEvent(TypedDict):
    id: str
    type: Literal["webhook.disabled"]
    apiVersion: Literal["2026-06-09"]
    createdAt: str
    organizationId: str
    roomId: str
    data: WebhookDisabledEventData


WebhookEventV2 = Union[
    "RecordCreatedEvent",
    "RecordUpdatedEvent",
    "RecordDeletedEvent",
    "ApprovalRequestedEvent",
    "ApprovalApprovedEvent",
    "ApprovalRejectedEvent",
    "ApprovalWithdrawnEvent",
    "RecordApprovalRequestedEvent",
    "RecordApprovedEvent",
    "RoomMemberAddedEvent",
    "MessageCreatedEvent",
    "TaskCreatedEvent",
    "TaskUpdatedEvent",
    "FileUploadedEvent",
    "RoomCreatedEvent",
    "WebhookDisabledEvent",
    "KeyExpiringEvent",
    "UsageThresholdEvent",
]


WebhookEventV1 = Union[
    "RecordCreatedEventV1",
    "RecordUpdatedEventV1",
    "RecordDeletedEventV1",
    "ApprovalRequestedEventV1",
    "ApprovalApprovedEventV1",
    "ApprovalRejectedEventV1",
    "ApprovalWithdrawnEventV1",
    "RecordApprovalRequestedEventV1",
    "RecordApprovedEventV1",
    "RoomMemberAddedEventV1",
    "MessageCreatedEventV1",
    "TaskCreatedEventV1",
    "TaskUpdatedEventV1",
    "FileUploadedEventV1",
    "RoomCreatedEventV1",
]


WebhookEvent = Union[WebhookEventV2, WebhookEventV1]


EventType = Literal[
    "record.created",
    "record.updated",
    "record.deleted",
    "approval.requested",
    "approval.approved",
    "approval.rejected",
    "approval.withdrawn",
    "record.approval_requested",
    "record.approved",
    "room.member.added",
    "message.created",
    "task.created",
    "task.updated",
    "file.uploaded",
    "room.created",
    "webhook.disabled",
    "key.expiring",
    "usage.threshold",
]
