# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, Mapping

from ..call import Operation, RequestOptions
from ..pages import AsyncPages
from ..async_transport import AsyncTransport
from .types import (
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
)


class AsyncMeResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def get(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Me:
        """Get the current user. `GET /v1/me`, scope `me:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/me",
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, Me, options)


class AsyncOrganizationsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[OrganizationSummary]:
        """List your organizations. `GET /v1/organizations`, scope `organizations:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/organizations",
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, OrganizationSummary, options)


class AsyncRoomMembersResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[RoomMember]:
        """List members of a room. `GET /v1/rooms/{roomId}/members`, scope `rooms:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/members",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, RoomMember, options)


class AsyncRoomMessagesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[MessageSummary]:
        """List messages of a room. `GET /v1/rooms/{roomId}/messages`, scope `messages:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/messages",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, MessageSummary, options)

    async def create(
        self,
        room_id: str,
        body: CreateMessage,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> MessageSummary:
        """Post a message. `POST /v1/rooms/{roomId}/messages`, scope `messages:write`, 3 units."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/messages",
            {"roomId": room_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, MessageSummary, options)

    async def get(
        self,
        room_id: str,
        message_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> MessageSummary:
        """Get a message. `GET /v1/rooms/{roomId}/messages/{messageId}`, scope `messages:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/messages/{messageId}",
            {"roomId": room_id, "messageId": message_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, MessageSummary, options)


class AsyncRoomBoardsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[BoardSummary]:
        """List open boards of a room. `GET /v1/rooms/{roomId}/boards`, scope `tasks:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/boards",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, BoardSummary, options)


class AsyncRoomTasksResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        status: Literal["NOT_STARTED", "IN_PROGRESS", "COMPLETED"] | None = None,
        assignee_id: str | None = None,
        updated_since: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[TaskSummary]:
        """List tasks of a room. `GET /v1/rooms/{roomId}/tasks`, scope `tasks:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/tasks",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor, "status": status, "assigneeId": assignee_id, "updatedSince": updated_since},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, TaskSummary, options)

    async def create(
        self,
        room_id: str,
        body: CreateTask,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> TaskWriteResponse:
        """Create a task. `POST /v1/rooms/{roomId}/tasks`, scope `tasks:write`, 3 units."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/tasks",
            {"roomId": room_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, TaskWriteResponse, options)

    async def get(
        self,
        room_id: str,
        task_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> TaskDetail:
        """Get a task with its version. `GET /v1/rooms/{roomId}/tasks/{taskId}`, scope `tasks:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/tasks/{taskId}",
            {"roomId": room_id, "taskId": task_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, TaskDetail, options)

    async def update(
        self,
        room_id: str,
        task_id: str,
        body: UpdateTask,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> TaskWriteResponse:
        """Update a task. `PATCH /v1/rooms/{roomId}/tasks/{taskId}`, scope `tasks:write`, 3 units."""
        operation = Operation(
            "PATCH",
            "/v1/rooms/{roomId}/tasks/{taskId}",
            {"roomId": room_id, "taskId": task_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, TaskWriteResponse, options)


class AsyncRoomRecordsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        updated_since: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[RecordSummary]:
        """List records of a room. `GET /v1/rooms/{roomId}/records`, scope `records:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/records",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor, "updatedSince": updated_since},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, RecordSummary, options)

    async def create(
        self,
        room_id: str,
        body: CreateRecord,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> RecordSummary:
        """Create a record. `POST /v1/rooms/{roomId}/records`, scope `records:write`, 3 units."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/records",
            {"roomId": room_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, RecordSummary, options)

    async def get(
        self,
        room_id: str,
        record_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> RecordDetail:
        """Get a record with its content. `GET /v1/rooms/{roomId}/records/{recordId}`, scope `records:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/records/{recordId}",
            {"roomId": room_id, "recordId": record_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, RecordDetail, options)

    async def update(
        self,
        room_id: str,
        record_id: str,
        body: UpdateRecord,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> RecordSummary:
        """Update a record that you created. `PATCH /v1/rooms/{roomId}/records/{recordId}`, scope `records:write`, 3 units."""
        operation = Operation(
            "PATCH",
            "/v1/rooms/{roomId}/records/{recordId}",
            {"roomId": room_id, "recordId": record_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, RecordSummary, options)


class AsyncRoomFilesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[FileSummary]:
        """List files of a room. `GET /v1/rooms/{roomId}/files`, scope `files:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/files",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, FileSummary, options)

    async def create(
        self,
        room_id: str,
        body: CreateFile,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> FileUpload:
        """Start uploading an attachment to a message or task. `POST /v1/rooms/{roomId}/files`, scope `files:write`, 5 units."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/files",
            {"roomId": room_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, FileUpload, options)

    async def get(
        self,
        room_id: str,
        file_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileSummary:
        """Get the metadata of a file. `GET /v1/rooms/{roomId}/files/{fileId}`, scope `files:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/files/{fileId}",
            {"roomId": room_id, "fileId": file_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, FileSummary, options)

    async def complete(
        self,
        room_id: str,
        file_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> FileSummary:
        """Complete an upload after sending its bytes. `POST /v1/rooms/{roomId}/files/{fileId}/complete`, scope `files:write`, 3 units."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/files/{fileId}/complete",
            {"roomId": room_id, "fileId": file_id},
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, FileSummary, options)

    async def download(
        self,
        room_id: str,
        file_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> FileDownload:
        """Get a short-lived download URL of a file. `GET /v1/rooms/{roomId}/files/{fileId}/download`, scope `files:read`, 5 units."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/files/{fileId}/download",
            {"roomId": room_id, "fileId": file_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, FileDownload, options)


class AsyncRoomWebhookDeliveriesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        webhook_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[WebhookDelivery]:
        """List deliveries of a webhook. `GET /v1/rooms/{roomId}/webhooks/{webhookId}/deliveries`, scope `webhooks:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries",
            {"roomId": room_id, "webhookId": webhook_id},
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, WebhookDelivery, options)

    async def redeliver(
        self,
        room_id: str,
        webhook_id: str,
        delivery_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> RedeliveryResult:
        """Redeliver an event. `POST /v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver`, scope `webhooks:write`, 1 unit."""
        operation = Operation(
            "POST",
            "/v1/rooms/{roomId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver",
            {"roomId": room_id, "webhookId": webhook_id, "deliveryId": delivery_id},
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, RedeliveryResult, options)


class AsyncRoomWebhooksResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self.deliveries = AsyncRoomWebhookDeliveriesResource(transport)


class AsyncRoomEventsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        room_id: str,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        type: Literal["record.created", "record.updated", "record.deleted", "approval.requested", "approval.approved", "approval.rejected", "approval.withdrawn", "record.approval_requested", "record.approved", "room.member.added", "message.created", "task.created", "task.updated", "file.uploaded"] | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[EventSummary]:
        """List events of a room, in the form of v2 webhooks. `GET /v1/rooms/{roomId}/events`, scope `events:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}/events",
            {"roomId": room_id},
            query={"limit": limit, "cursor": cursor, "type": type},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, EventSummary, options)


class AsyncRoomsResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport
        self.members = AsyncRoomMembersResource(transport)
        self.messages = AsyncRoomMessagesResource(transport)
        self.boards = AsyncRoomBoardsResource(transport)
        self.tasks = AsyncRoomTasksResource(transport)
        self.records = AsyncRoomRecordsResource(transport)
        self.files = AsyncRoomFilesResource(transport)
        self.webhooks = AsyncRoomWebhooksResource(transport)
        self.events = AsyncRoomEventsResource(transport)

    def list(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[RoomSummary]:
        """List rooms. `GET /v1/rooms`, scope `rooms:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/rooms",
            query={"limit": limit, "cursor": cursor},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, RoomSummary, options)

    async def get(
        self,
        room_id: str,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> RoomSummary:
        """Get a room. `GET /v1/rooms/{roomId}`, scope `rooms:read`, 1 unit, since 2026-11-22."""
        operation = Operation(
            "GET",
            "/v1/rooms/{roomId}",
            {"roomId": room_id},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, RoomSummary, options)

    async def update(
        self,
        room_id: str,
        body: UpdateRoom,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
        idempotency_key: str | None = None,
    ) -> RoomSummary:
        """Update the settings of a room. `PATCH /v1/rooms/{roomId}`, scope `rooms:write`, 3 units, since 2026-11-22."""
        operation = Operation(
            "PATCH",
            "/v1/rooms/{roomId}",
            {"roomId": room_id},
            body=body,
            takes_idempotency_key=True,
        )
        options = RequestOptions(timeout, max_retries, request_id, headers, idempotency_key)
        return await self._transport.send(operation, RoomSummary, options)


class AsyncEventTypesResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(
        self,
        *,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> EventTypeList:
        """List event types. `GET /v1/event-types`, scope `events:read`, 1 unit."""
        operation = Operation(
            "GET",
            "/v1/event-types",
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return await self._transport.send(operation, EventTypeList, options)


class AsyncSearchResource:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        q: str,
        limit: int | None = None,
        cursor: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        request_id: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncPages[SearchResult]:
        """Search messages, tasks, records and files. `GET /v1/search`, scope `rooms:read`, 1 unit, since 2026-11-29."""
        operation = Operation(
            "GET",
            "/v1/search",
            query={"limit": limit, "cursor": cursor, "q": q},
        )
        options = RequestOptions(timeout, max_retries, request_id, headers)
        return self._transport.list(operation, SearchResult, options)


class AsyncResources:
    """The operations of the API."""

    def __init__(self, transport: AsyncTransport) -> None:
        self.me = AsyncMeResource(transport)
        self.organizations = AsyncOrganizationsResource(transport)
        self.rooms = AsyncRoomsResource(transport)
        self.event_types = AsyncEventTypesResource(transport)
        self.search = AsyncSearchResource(transport)
