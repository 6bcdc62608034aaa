// Generated from public/openapi.json by `npm run sdk`. Do not edit.
export type ApprovalApprovedEvent = {
  id: string;
  type: "approval.approved";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type ApprovalApprovedEventV1 = {
  event: "approval.approved";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type ApprovalRejectedEvent = {
  id: string;
  type: "approval.rejected";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type ApprovalRejectedEventV1 = {
  event: "approval.rejected";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type ApprovalRequestedEvent = {
  id: string;
  type: "approval.requested";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type ApprovalRequestedEventV1 = {
  event: "approval.requested";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type ApprovalWithdrawnEvent = {
  id: string;
  type: "approval.withdrawn";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type ApprovalWithdrawnEventV1 = {
  event: "approval.withdrawn";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type FileUploadedEvent = {
  id: string;
  type: "file.uploaded";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "file" } };
};
export type FileUploadedEventV1 = {
  event: "file.uploaded";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "file" } };
  deliveryId: string;
};
export type KeyExpiringEvent = {
  id: string;
  type: "key.expiring";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "api_key" } };
};
export type MessageCreatedEvent = {
  id: string;
  type: "message.created";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "message" } };
};
export type MessageCreatedEventV1 = {
  event: "message.created";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "message" } };
  deliveryId: string;
};
export type RecordApprovalRequestedEvent = {
  id: string;
  type: "record.approval_requested";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type RecordApprovalRequestedEventV1 = {
  event: "record.approval_requested";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
  deliveryId: string;
};
export type RecordApprovedEvent = {
  id: string;
  type: "record.approved";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type RecordApprovedEventV1 = {
  event: "record.approved";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
  deliveryId: string;
};
export type RecordCreatedEvent = {
  id: string;
  type: "record.created";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type RecordCreatedEventV1 = {
  event: "record.created";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type RecordDeletedEvent = {
  id: string;
  type: "record.deleted";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type RecordDeletedEventV1 = {
  event: "record.deleted";
  timestamp: string;
  roomId: string;
  data: { id: string; title: string };
  deliveryId: string;
};
export type RecordUpdatedEvent = {
  id: string;
  type: "record.updated";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "record" } };
};
export type RecordUpdatedEventV1 = {
  event: "record.updated";
  timestamp: string;
  roomId: string;
  data: RecordWithActor;
  deliveryId: string;
};
export type RecordWithActor = {
  id: string;
  roomId: string;
  title: string;
  /**
   * - `DRAFT`: A draft. Its creator can request approval.
   * - `PENDING_APPROVAL`: Waiting for a manager or owner to decide.
   * - `APPROVED`: Approved. Changing the text makes it a draft again.
   * - `REJECTED`: Rejected. Its creator can change it and request again.
   * - `LOCKED`: Locked until a manager unlocks it.
   * - `ARCHIVED`: Archived and read-only.
   */
  status: string;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
  actorId: string;
};
export type RoomCreatedEvent = {
  id: string;
  type: "room.created";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "room" } };
};
export type RoomCreatedEventV1 = {
  event: "room.created";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "room" } };
  deliveryId: string;
};
export type RoomMemberAddedEvent = {
  id: string;
  type: "room.member.added";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "room" } };
};
export type RoomMemberAddedEventV1 = {
  event: "room.member.added";
  timestamp: string;
  roomId: string;
  data: { roomId: string; userId: string };
  deliveryId: string;
};
export type TaskCreatedEvent = {
  id: string;
  type: "task.created";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "task" } };
};
export type TaskCreatedEventV1 = {
  event: "task.created";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "task" } };
  deliveryId: string;
};
export type TaskUpdatedEvent = {
  id: string;
  type: "task.updated";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "task" } };
};
export type TaskUpdatedEventV1 = {
  event: "task.updated";
  timestamp: string;
  roomId: string;
  data: { object: { id: string; type: "task" } };
  deliveryId: string;
};
export type UsageThresholdEvent = {
  id: string;
  type: "usage.threshold";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: {
    object: { id: string; type: "billing_entity" };
    /** Percentage of the month's units used: 50, 80 or 100. When several are reached at once, the highest */
    thresholdPercent: number;
  };
};
export type WebhookDisabledEvent = {
  id: string;
  type: "webhook.disabled";
  apiVersion: "2026-06-09";
  createdAt: string;
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: "webhook" } };
};
export type WebhookEventV2 =
  | RecordCreatedEvent
  | RecordUpdatedEvent
  | RecordDeletedEvent
  | ApprovalRequestedEvent
  | ApprovalApprovedEvent
  | ApprovalRejectedEvent
  | ApprovalWithdrawnEvent
  | RecordApprovalRequestedEvent
  | RecordApprovedEvent
  | RoomMemberAddedEvent
  | MessageCreatedEvent
  | TaskCreatedEvent
  | TaskUpdatedEvent
  | FileUploadedEvent
  | RoomCreatedEvent
  | WebhookDisabledEvent
  | KeyExpiringEvent
  | UsageThresholdEvent;
export type WebhookEventV1 =
  | RecordCreatedEventV1
  | RecordUpdatedEventV1
  | RecordDeletedEventV1
  | ApprovalRequestedEventV1
  | ApprovalApprovedEventV1
  | ApprovalRejectedEventV1
  | ApprovalWithdrawnEventV1
  | RecordApprovalRequestedEventV1
  | RecordApprovedEventV1
  | RoomMemberAddedEventV1
  | MessageCreatedEventV1
  | TaskCreatedEventV1
  | TaskUpdatedEventV1
  | FileUploadedEventV1
  | RoomCreatedEventV1;
export type WebhookEvent = WebhookEventV2 | WebhookEventV1;
export type EventType =
  | "record.created"
  | "record.updated"
  | "record.deleted"
  | "approval.requested"
  | "approval.approved"
  | "approval.rejected"
  | "approval.withdrawn"
  | "record.approval_requested"
  | "record.approved"
  | "room.member.added"
  | "message.created"
  | "task.created"
  | "task.updated"
  | "file.uploaded"
  | "room.created"
  | "webhook.disabled"
  | "key.expiring"
  | "usage.threshold";

/** Tells the two bodies apart: only v2 names its version. */
export function isV2(event: WebhookEvent): event is WebhookEventV2 {
  return "apiVersion" in event;
}

export function isV1(event: WebhookEvent): event is WebhookEventV1 {
  return !isV2(event);
}
