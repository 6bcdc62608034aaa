// Generated from public/openapi.json by `npm run sdk`. Do not edit.
export type CreateFile = Omit<
  {
    fileName: string;
    /** In bytes. The upload must have exactly this size */
    size: number;
    mimeType: string;
    /** SHA-256 of the bytes in lowercase hex. Other bytes are refused */
    checksum?: string;
    /** The message of this room that it is attached to */
    messageId?: string;
    /** The task of this room that it is attached to */
    taskId?: string;
  },
  "messageId" | "taskId"
> &
  ({ messageId: string; taskId?: never } | { messageId?: never; taskId: string });

export type CreateMessage = {
  body: string;
  /** A message of the same room */
  replyToMessageId?: string;
};

export type CreateRecord = { title: string; content?: string };

export type CreateTask = {
  title: string;
  description?: string;
  /** A board of this room; its first one by default */
  boardId?: string;
  /** ISO 8601 with Z or an offset, such as 2026-06-09T08:30:00Z. A leap second (`:60`) counts as the second after it */
  dueDate?: string;
  /** A person with a seat in the room */
  assigneeId?: string;
};

export type UpdateRecord = { title?: string; content?: string };

export type UpdateRoom = {
  /** One line, not blank */ name: string;
};

export type UpdateTask = {
  title?: string;
  description?: string;
  /**
   * - `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
   * - `IN_PROGRESS`: Work has begun.
   * - `COMPLETED`: The work is done.
   */
  status?: "NOT_STARTED" | "IN_PROGRESS" | "COMPLETED";
  dueDate?: string | null;
  /** A person with a seat in the room */
  assigneeId?: string | null;
  /** The version that the change is based on */
  version?: number;
};

export type BoardSummary = {
  id: string;
  roomId: string;
  name: string;
  /** The lowest is the room's first board, where new tasks go */
  position: number;
  createdAt: string;
};

export type EventSummary = {
  /** Random: events are ordered by `createdAt` */ id: string;
  /**
   * - `record.created`: A record was created, in the app or through the API.
   * - `record.updated`: A record was updated, in the app or through the API.
   * - `record.deleted`: A record was deleted.
   * - `approval.requested`: Approval of a record was requested.
   * - `approval.approved`: A record was approved.
   * - `approval.rejected`: Approval of a record was rejected.
   * - `approval.withdrawn`: A request for approval was withdrawn.
   * - `record.approval_requested`: Sent together with approval.requested.
   * - `record.approved`: Sent together with approval.approved.
   * - `room.member.added`: A member was added to the room.
   * - `message.created`: A message was posted, by people, the API or an agent.
   * - `task.created`: A task was created, one by one or in bulk.
   * - `task.updated`: A task was updated, its schedule included.
   * - `file.uploaded`: An attachment to a message or task is complete.
   */
  type: string;
  apiVersion: "2026-06-09";
  createdAt: string;
  /** Empty for a personal room */
  organizationId: string;
  roomId: string;
  data: { object: { id: string; type: string } };
};

export type EventTypeList = { data: Array<EventTypeSummary> };

export type EventTypeSummary = {
  type: string;
  description: string;
  /** false: a preview, which may change incompatibly */
  stable: boolean;
};

export type FileDownload = {
  /** GET the bytes here */ url: string;
  expiresAt: string;
};

export type FileSummary = {
  id: string;
  roomId: string;
  fileName: string;
  size: number;
  mimeType: string;
  /**
   * - `chat`: Attached to a message.
   * - `task`: Attached to a task.
   * - `memo`: Belongs to a memo.
   * - `board`: Belongs to a board.
   */
  source: string;
  messageId: string | null;
  taskId: string | null;
  uploadedById: string;
  createdAt: string;
};

export type FileUpload = {
  fileId: string;
  /** PUT the bytes here, then complete the upload */
  uploadUrl: string;
  /** Send these with the PUT, unchanged */
  headers: Record<string, string>;
  expiresAt: string;
};

export type Me = {
  id: string;
  email: string;
  name: string;
  locale: string;
  organizationId: string | null;
  /**
   * - `individual`: The person’s own plan pays for the request.
   * - `organization`: The plan of the organization pays for the request.
   */
  billingContext: "individual" | "organization" | (string & Record<never, never>);
  createdAt: string;
};

export type MessageSummary = {
  id: string;
  roomId: string;
  authorId: string | null;
  body: string;
  createdAt: string;
  updatedAt: string;
};

export type OrganizationSummary = {
  id: string;
  name: string;
  description: string | null;
  /** false while the organization is suspended */
  isActive: boolean;
  createdAt: string;
};

export type RecordDetail = {
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
  content: string;
};

export type RecordSummary = {
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
};

export type RedeliveryResult = { delivery: WebhookDelivery };

export type RoomMember = {
  userId: string;
  /**
   * null: unknown
   * - `10`: Guest. Can read, but not write.
   * - `20`: Member. Can read and write messages, tasks, records and files.
   * - `30`: Manager. Can write, add and remove people, decide on approvals, rename the room and manage its webhooks.
   * - `40`: Owner. Can do everything, and decides who else owns the room.
   */
  role: number | null;
  /** Always null at present */
  joinedAt: string | null;
  displayName: string | null;
};

export type RoomSummary = {
  id: string;
  name: string;
  /** 0 normal. Direct-message rooms (1) are never served. */
  roomType: number;
  organizationId: string | null;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
};

export type SearchResult = {
  id: string;
  /**
   * - `message`: A message; needs messages:read.
   * - `task`: A task; needs tasks:read.
   * - `record`: A record; needs records:read.
   * - `file`: A file; needs files:read.
   */
  kind: "message" | "task" | "record" | "file" | (string & Record<never, never>);
  roomId: string;
  /** null for a message */
  title: string | null;
  /** At most 202 characters around the first word found */
  excerpt: string;
  createdAt: string;
};

export type TaskDetail = {
  id: string;
  roomId: string;
  title: string;
  description: string | null;
  /**
   * - `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
   * - `IN_PROGRESS`: Work has begun.
   * - `COMPLETED`: The work is done.
   */
  status: string;
  dueDate: string | null;
  /** A person with a seat in the room */
  assigneeId: string | null;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

export type TaskSummary = {
  id: string;
  roomId: string;
  title: string;
  description: string | null;
  /**
   * - `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
   * - `IN_PROGRESS`: Work has begun.
   * - `COMPLETED`: The work is done.
   */
  status: string;
  dueDate: string | null;
  /** A person with a seat in the room */
  assigneeId: string | null;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
};

export type TaskWriteResponse = {
  id: string;
  roomId: string;
  title: string;
  description: string | null;
  /**
   * - `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
   * - `IN_PROGRESS`: Work has begun.
   * - `COMPLETED`: The work is done.
   */
  status: string;
  dueDate: string | null;
  /** A person with a seat in the room */
  assigneeId: string | null;
  createdById: string | null;
  createdAt: string;
  updatedAt: string;
  version: number;
};

export type WebhookDelivery = {
  /** The attempt's id. It is `deliveryId` in the path of a redelivery */ id: string;
  webhookId: string;
  event: string;
  /** null for deliveries of the v1 contract */
  eventId: string | null;
  /** The Svc-Webhook-Delivery header that the receiver got */
  deliveryId: string | null;
  success: boolean;
  statusCode: number | null;
  error: string | null;
  attempt: number;
  durationMs: number | null;
  deliveredAt: string;
  nextRetryAt: string | null;
  finalizedAt: string | null;
};

export interface ListOrganizationsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListRoomsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListMembersQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListMessagesQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListBoardsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListTasksQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
  /**
   * Only tasks of this status
   * - `NOT_STARTED`: Nobody works on it yet. New tasks begin here.
   * - `IN_PROGRESS`: Work has begun.
   * - `COMPLETED`: The work is done.
   */
  status?: "NOT_STARTED" | "IN_PROGRESS" | "COMPLETED";
  /** Only tasks of this person */
  assigneeId?: string;
  /** Only items that changed at this time or later, newest first. ISO 8601 with Z or an offset, such as 2026-06-09T08:30:00Z. A leap second (`:60`) counts as the second after it */
  updatedSince?: string;
}

export interface ListRecordsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
  /** Only items that changed at this time or later, newest first. ISO 8601 with Z or an offset, such as 2026-06-09T08:30:00Z. A leap second (`:60`) counts as the second after it */
  updatedSince?: string;
}

export interface ListFilesQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListDeliveriesQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
}

export interface ListEventsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
  /**
   * Only events of this type
   * - `record.created`: A record was created, in the app or through the API.
   * - `record.updated`: A record was updated, in the app or through the API.
   * - `record.deleted`: A record was deleted.
   * - `approval.requested`: Approval of a record was requested.
   * - `approval.approved`: A record was approved.
   * - `approval.rejected`: Approval of a record was rejected.
   * - `approval.withdrawn`: A request for approval was withdrawn.
   * - `record.approval_requested`: Sent together with approval.requested.
   * - `record.approved`: Sent together with approval.approved.
   * - `room.member.added`: A member was added to the room.
   * - `message.created`: A message was posted, by people, the API or an agent.
   * - `task.created`: A task was created, one by one or in bulk.
   * - `task.updated`: A task was updated, its schedule included.
   * - `file.uploaded`: An attachment to a message or task is complete.
   */
  type?:
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
    | "file.uploaded";
}

export interface ListSearchResultsQuery {
  /** Items of the page, newest first */ limit?: number;
  /** The previous page's nextCursor, unchanged, with the same path and filters */
  cursor?: string;
  /** Words that begin words of the text. `in:` narrows to a room, `from:` to a person, `has:file` and `has:link` to texts with these. messages:read, tasks:read, records:read and files:read decide what is found. */
  q: string;
}
