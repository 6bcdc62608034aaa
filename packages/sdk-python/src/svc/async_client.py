from __future__ import annotations

import uuid
from types import TracebackType
from typing import Awaitable, Callable, Mapping, ParamSpec, TypeVar

import httpx

from .async_transport import AsyncTransport
from .call import AttemptReport, WithResponse
from .client import check_credential, make_settings
from .generated.async_resources import AsyncResources
from .generated.types import FileSummary
from .limits import Limits
from .tokens import AsyncHeldToken, AsyncOAuthCredential, AsyncTokenSource, OAuth, OAuthCredential
from .uploads import Attachment, Upload, check_stored, name_completion
from .webhooks import Webhooks

T = TypeVar("T")
P = ParamSpec("P")


class AsyncSvc(AsyncResources):
    """
    The API of one service, with one credential: `api_key`, `access_token` (or a function that returns it) or `oauth`.
    Times are in seconds. `timeout` is for each attempt; a retry that has to wait longer than `max_retry_wait` is left to
    the caller as the error. An `http_client` that is given stays open when this client closes.
    """

    webhooks = Webhooks()

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: AsyncTokenSource | None = None,
        oauth: OAuth | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_retry_wait: float = 90.0,
        headers: Mapping[str, str] | None = None,
        on_attempt: Callable[[AttemptReport], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        settings = make_settings(base_url, timeout, max_retries, max_retry_wait, headers, on_attempt)
        self._owns_client = http_client is None
        client = http_client or httpx.AsyncClient()
        credential = make_credential(settings.base_url, api_key, access_token, oauth)
        self._transport = AsyncTransport(settings, credential, client)
        super().__init__(self._transport)

    @property
    def limits(self) -> Limits:
        """The limits that the latest response reported."""
        return self._transport.limits

    async def with_response(
        self, call: Callable[P, Awaitable[T]], *args: P.args, **kwargs: P.kwargs
    ) -> WithResponse[T]:
        """Calls a method of this client and gives the response beside the data: `await svc.with_response(svc.me.get)`."""
        return await self._transport.with_response(call, *args, **kwargs)

    async def upload_file(
        self,
        room_id: str,
        *,
        file_name: str,
        mime_type: str,
        content: bytes,
        attach_to: Attachment,
        idempotency_key: str | None = None,
    ) -> FileSummary:
        """Uploads a file in its three steps. Under one idempotency key it may be called again after a failure."""
        upload = Upload(file_name, mime_type, content, attach_to)
        key = idempotency_key or str(uuid.uuid4())
        created = await self.rooms.files.create(room_id, upload.describe(), idempotency_key=key)
        check_stored(
            await self._transport.http_client.put(
                created["uploadUrl"],
                headers=created["headers"],
                content=content,
                auth=httpx.Auth(),
                timeout=self._transport.settings.timeout,
            )
        )
        return await self.rooms.files.complete(room_id, created["fileId"], idempotency_key=name_completion(key))

    async def aclose(self) -> None:
        if self._owns_client:
            await self._transport.http_client.aclose()

    async def __aenter__(self) -> AsyncSvc:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()


def make_credential(
    base_url: str,
    api_key: str | None,
    access_token: AsyncTokenSource | None,
    oauth: OAuth | None,
) -> AsyncHeldToken | AsyncOAuthCredential:
    check_credential(api_key, access_token, oauth)
    if oauth is None:
        return AsyncHeldToken(api_key or access_token or "")
    return AsyncOAuthCredential(OAuthCredential(base_url, oauth, None))
