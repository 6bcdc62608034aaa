// Generated from public/openapi.json by `npm run sdk`. Do not edit.
import type { PagePromise } from "../page.js";
import type { ResponsePromise } from "../response-promise.js";
import type { RequestOptions, Transport, WriteOptions } from "../transport.js";
import type {
  BoardSummary,
  CreateFile,
  CreateMessage,
  CreateRecord,
  CreateTask,
  EventSummary,
  EventTypeList,
  FileDownload,
  FileSummary,
  FileUpload,
  ListBoardsQuery,
  ListDeliveriesQuery,
  ListEventsQuery,
  ListFilesQuery,
  ListMembersQuery,
  ListMessagesQuery,
  ListOrganizationsQuery,
  ListRecordsQuery,
  ListRoomsQuery,
  ListSearchResultsQuery,
  ListTasksQuery,
  Me,
  MessageSummary,
  OrganizationSummary,
  RecordDetail,
  RecordSummary,
  RedeliveryResult,
  RoomMember,
  RoomSummary,
  SearchResult,
  TaskDetail,
  TaskSummary,
  TaskWriteResponse,
  UpdateRecord,
  UpdateRoom,
  UpdateTask,
  WebhookDelivery,
} from "./types.js";
export class MeResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Get the current user. `GET /v1/me`, scope `me:read`, 1 unit. */
  get(options?: RequestOptions): ResponsePromise<Me> {
    return this.#transport.send({ method: "GET", path: "/v1/me" }, options);
  }
}
export class OrganizationsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List your organizations. `GET /v1/organizations`, scope `organizations:read`, 1 unit. */
  list(query: ListOrganizationsQuery = {}, options?: RequestOptions): PagePromise<OrganizationSummary> {
    return this.#transport.list({ method: "GET", path: "/v1/organizations", query }, options);
  }
}
export class RoomMembersResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List members of a room. `GET /v1/rooms/{roomId}/members`, scope `rooms:read`, 1 unit. */
  list(roomId: string, query: ListMembersQuery = {}, options?: RequestOptions): PagePromise<RoomMember> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/members", pathParameters: { roomId }, query },
      options,
    );
  }
}
export class RoomMessagesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List messages of a room. `GET /v1/rooms/{roomId}/messages`, scope `messages:read`, 1 unit. */
  list(roomId: string, query: ListMessagesQuery = {}, options?: RequestOptions): PagePromise<MessageSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/messages", pathParameters: { roomId }, query },
      options,
    );
  }

  /** Post a message. `POST /v1/rooms/{roomId}/messages`, scope `messages:write`, 3 units. */
  create(roomId: string, body: CreateMessage, options?: WriteOptions): ResponsePromise<MessageSummary> {
    return this.#transport.send(
      {
        method: "POST",
        path: "/v1/rooms/{roomId}/messages",
        pathParameters: { roomId },
        body,
        takesIdempotencyKey: true,
      },
      options,
    );
  }

  /** Get a message. `GET /v1/rooms/{roomId}/messages/{messageId}`, scope `messages:read`, 1 unit, since 2026-11-22. */
  get(roomId: string, messageId: string, options?: RequestOptions): ResponsePromise<MessageSummary> {
    return this.#transport.send(
      { method: "GET", path: "/v1/rooms/{roomId}/messages/{messageId}", pathParameters: { roomId, messageId } },
      options,
    );
  }
}
export class RoomBoardsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List open boards of a room. `GET /v1/rooms/{roomId}/boards`, scope `tasks:read`, 1 unit, since 2026-11-22. */
  list(roomId: string, query: ListBoardsQuery = {}, options?: RequestOptions): PagePromise<BoardSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/boards", pathParameters: { roomId }, query },
      options,
    );
  }
}
export class RoomTasksResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List tasks of a room. `GET /v1/rooms/{roomId}/tasks`, scope `tasks:read`, 1 unit. */
  list(roomId: string, query: ListTasksQuery = {}, options?: RequestOptions): PagePromise<TaskSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/tasks", pathParameters: { roomId }, query },
      options,
    );
  }

  /** Create a task. `POST /v1/rooms/{roomId}/tasks`, scope `tasks:write`, 3 units. */
  create(roomId: string, body: CreateTask, options?: WriteOptions): ResponsePromise<TaskWriteResponse> {
    return this.#transport.send(
      { method: "POST", path: "/v1/rooms/{roomId}/tasks", pathParameters: { roomId }, body, takesIdempotencyKey: true },
      options,
    );
  }

  /** Get a task with its version. `GET /v1/rooms/{roomId}/tasks/{taskId}`, scope `tasks:read`, 1 unit, since 2026-11-22. */
  get(roomId: string, taskId: string, options?: RequestOptions): ResponsePromise<TaskDetail> {
    return this.#transport.send(
      { method: "GET", path: "/v1/rooms/{roomId}/tasks/{taskId}", pathParameters: { roomId, taskId } },
      options,
    );
  }

  /** Update a task. `PATCH /v1/rooms/{roomId}/tasks/{taskId}`, scope `tasks:write`, 3 units. */
  update(roomId: string, taskId: string, body: UpdateTask, options?: WriteOptions): ResponsePromise<TaskWriteResponse> {
    return this.#transport.send(
      {
        method: "PATCH",
        path: "/v1/rooms/{roomId}/tasks/{taskId}",
        pathParameters: { roomId, taskId },
        body,
        takesIdempotencyKey: true,
      },
      options,
    );
  }
}
export class RoomRecordsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List records of a room. `GET /v1/rooms/{roomId}/records`, scope `records:read`, 1 unit. */
  list(roomId: string, query: ListRecordsQuery = {}, options?: RequestOptions): PagePromise<RecordSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/records", pathParameters: { roomId }, query },
      options,
    );
  }

  /** Create a record. `POST /v1/rooms/{roomId}/records`, scope `records:write`, 3 units. */
  create(roomId: string, body: CreateRecord, options?: WriteOptions): ResponsePromise<RecordSummary> {
    return this.#transport.send(
      {
        method: "POST",
        path: "/v1/rooms/{roomId}/records",
        pathParameters: { roomId },
        body,
        takesIdempotencyKey: true,
      },
      options,
    );
  }

  /** Get a record with its content. `GET /v1/rooms/{roomId}/records/{recordId}`, scope `records:read`, 1 unit, since 2026-11-22. */
  get(roomId: string, recordId: string, options?: RequestOptions): ResponsePromise<RecordDetail> {
    return this.#transport.send(
      { method: "GET", path: "/v1/rooms/{roomId}/records/{recordId}", pathParameters: { roomId, recordId } },
      options,
    );
  }

  /** Update a record that you created. `PATCH /v1/rooms/{roomId}/records/{recordId}`, scope `records:write`, 3 units. */
  update(roomId: string, recordId: string, body: UpdateRecord, options?: WriteOptions): ResponsePromise<RecordSummary> {
    return this.#transport.send(
      {
        method: "PATCH",
        path: "/v1/rooms/{roomId}/records/{recordId}",
        pathParameters: { roomId, recordId },
        body,
        takesIdempotencyKey: true,
      },
      options,
    );
  }
}
export class RoomFilesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List files of a room. `GET /v1/rooms/{roomId}/files`, scope `files:read`, 1 unit. */
  list(roomId: string, query: ListFilesQuery = {}, options?: RequestOptions): PagePromise<FileSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/files", pathParameters: { roomId }, query },
      options,
    );
  }

  /** Start uploading an attachment to a message or task. `POST /v1/rooms/{roomId}/files`, scope `files:write`, 5 units. */
  create(roomId: string, body: CreateFile, options?: WriteOptions): ResponsePromise<FileUpload> {
    return this.#transport.send(
      { method: "POST", path: "/v1/rooms/{roomId}/files", pathParameters: { roomId }, body, takesIdempotencyKey: true },
      options,
    );
  }

  /** Get the metadata of a file. `GET /v1/rooms/{roomId}/files/{fileId}`, scope `files:read`, 1 unit, since 2026-11-22. */
  get(roomId: string, fileId: string, options?: RequestOptions): ResponsePromise<FileSummary> {
    return this.#transport.send(
      { method: "GET", path: "/v1/rooms/{roomId}/files/{fileId}", pathParameters: { roomId, fileId } },
      options,
    );
  }

  /** Complete an upload after sending its bytes. `POST /v1/rooms/{roomId}/files/{fileId}/complete`, scope `files:write`, 3 units. */
  complete(roomId: string, fileId: string, options?: WriteOptions): ResponsePromise<FileSummary> {
    return this.#transport.send(
      {
        method: "POST",
        path: "/v1/rooms/{roomId}/files/{fileId}/complete",
        pathParameters: { roomId, fileId },
        takesIdempotencyKey: true,
      },
      options,
    );
  }

  /** Get a short-lived download URL of a file. `GET /v1/rooms/{roomId}/files/{fileId}/download`, scope `files:read`, 5 units. */
  download(roomId: string, fileId: string, options?: RequestOptions): ResponsePromise<FileDownload> {
    return this.#transport.send(
      { method: "GET", path: "/v1/rooms/{roomId}/files/{fileId}/download", pathParameters: { roomId, fileId } },
      options,
    );
  }
}
export class RoomWebhookDeliveriesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List deliveries of a webhook. `GET /v1/rooms/{roomId}/webhooks/{webhookId}/deliveries`, scope `webhooks:read`, 1 unit. */
  list(
    roomId: string,
    webhookId: string,
    query: ListDeliveriesQuery = {},
    options?: RequestOptions,
  ): PagePromise<WebhookDelivery> {
    return this.#transport.list(
      {
        method: "GET",
        path: "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries",
        pathParameters: { roomId, webhookId },
        query,
      },
      options,
    );
  }

  /** Redeliver an event. `POST /v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`, scope `webhooks:write`, 1 unit. */
  redeliver(
    roomId: string,
    webhookId: string,
    deliveryId: string,
    options?: WriteOptions,
  ): ResponsePromise<RedeliveryResult> {
    return this.#transport.send(
      {
        method: "POST",
        path: "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
        pathParameters: { roomId, webhookId, deliveryId },
        takesIdempotencyKey: true,
      },
      options,
    );
  }
}
export class RoomWebhooksResource {
  readonly deliveries: RoomWebhookDeliveriesResource;

  constructor(transport: Transport) {
    this.deliveries = new RoomWebhookDeliveriesResource(transport);
  }
}
export class RoomEventsResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List events of a room, in the form of v2 webhooks. `GET /v1/rooms/{roomId}/events`, scope `events:read`, 1 unit, since 2026-11-22. */
  list(roomId: string, query: ListEventsQuery = {}, options?: RequestOptions): PagePromise<EventSummary> {
    return this.#transport.list(
      { method: "GET", path: "/v1/rooms/{roomId}/events", pathParameters: { roomId }, query },
      options,
    );
  }
}
export class RoomsResource {
  readonly #transport: Transport;
  readonly members: RoomMembersResource;
  readonly messages: RoomMessagesResource;
  readonly boards: RoomBoardsResource;
  readonly tasks: RoomTasksResource;
  readonly records: RoomRecordsResource;
  readonly files: RoomFilesResource;
  readonly webhooks: RoomWebhooksResource;
  readonly events: RoomEventsResource;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.members = new RoomMembersResource(transport);
    this.messages = new RoomMessagesResource(transport);
    this.boards = new RoomBoardsResource(transport);
    this.tasks = new RoomTasksResource(transport);
    this.records = new RoomRecordsResource(transport);
    this.files = new RoomFilesResource(transport);
    this.webhooks = new RoomWebhooksResource(transport);
    this.events = new RoomEventsResource(transport);
  }

  /** List rooms. `GET /v1/rooms`, scope `rooms:read`, 1 unit. */
  list(query: ListRoomsQuery = {}, options?: RequestOptions): PagePromise<RoomSummary> {
    return this.#transport.list({ method: "GET", path: "/v1/rooms", query }, options);
  }

  /** Get a room. `GET /v1/rooms/{roomId}`, scope `rooms:read`, 1 unit, since 2026-11-22. */
  get(roomId: string, options?: RequestOptions): ResponsePromise<RoomSummary> {
    return this.#transport.send({ method: "GET", path: "/v1/rooms/{roomId}", pathParameters: { roomId } }, options);
  }

  /** Update the settings of a room. `PATCH /v1/rooms/{roomId}`, scope `rooms:write`, 3 units, since 2026-11-22. */
  update(roomId: string, body: UpdateRoom, options?: WriteOptions): ResponsePromise<RoomSummary> {
    return this.#transport.send(
      { method: "PATCH", path: "/v1/rooms/{roomId}", pathParameters: { roomId }, body, takesIdempotencyKey: true },
      options,
    );
  }
}
export class EventTypesResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** List event types. `GET /v1/event-types`, scope `events:read`, 1 unit. */
  list(options?: RequestOptions): ResponsePromise<EventTypeList> {
    return this.#transport.send({ method: "GET", path: "/v1/event-types" }, options);
  }
}
export class SearchResource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Search messages, tasks, records and files. `GET /v1/search`, scope `rooms:read`, 1 unit, since 2026-11-29. */
  list(query: ListSearchResultsQuery, options?: RequestOptions): PagePromise<SearchResult> {
    return this.#transport.list({ method: "GET", path: "/v1/search", query }, options);
  }
}
/** The operations of the API. */
export class Resources {
  readonly me: MeResource;
  readonly organizations: OrganizationsResource;
  readonly rooms: RoomsResource;
  readonly eventTypes: EventTypesResource;
  readonly search: SearchResource;

  constructor(transport: Transport) {
    this.me = new MeResource(transport);
    this.organizations = new OrganizationsResource(transport);
    this.rooms = new RoomsResource(transport);
    this.eventTypes = new EventTypesResource(transport);
    this.search = new SearchResource(transport);
  }
}
