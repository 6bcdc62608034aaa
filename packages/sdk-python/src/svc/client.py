from __future__ import annotations

import uuid
from types import TracebackType
from typing import Callable, Mapping, ParamSpec, TypeVar

import httpx

from .call import AttemptReport, Settings, WithResponse
from .generated.resources import Resources
from .generated.types import FileSummary
from .limits import Limits
from .tokens import HeldToken, OAuth, OAuthCredential
from .transport import Transport
from .uploads import Attachment, Upload, check_stored, name_completion
from .webhooks import Webhooks

T = TypeVar("T")
P = ParamSpec("P")


class Svc(Resources):
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
        access_token: str | Callable[[], str] | None = None,
        oauth: OAuth | None = None,
        timeout: float = 30.0,
        max_retries: int = 3,
        max_retry_wait: float = 90.0,
        headers: Mapping[str, str] | None = None,
        on_attempt: Callable[[AttemptReport], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        settings = make_settings(base_url, timeout, max_retries, max_retry_wait, headers, on_attempt)
        self._owns_client = http_client is None
        client = http_client or httpx.Client()
        credential = make_credential(settings.base_url, api_key, access_token, oauth, client)
        self._transport = Transport(settings, credential, client)
        super().__init__(self._transport)

    @property
    def limits(self) -> Limits:
        """The limits that the latest response reported."""
        return self._transport.limits

    def with_response(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> WithResponse[T]:
        """Calls a method of this client and gives the response beside the data: `svc.with_response(svc.me.get)`."""
        return self._transport.with_response(call, *args, **kwargs)

    def upload_file(
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
        created = self.rooms.files.create(room_id, upload.describe(), idempotency_key=key)
        check_stored(
            self._transport.http_client.put(
                created["uploadUrl"],
                headers=created["headers"],
                content=content,
                auth=httpx.Auth(),
                timeout=self._transport.settings.timeout,
            )
        )
        return self.rooms.files.complete(room_id, created["fileId"], idempotency_key=name_completion(key))

    def close(self) -> None:
        if self._owns_client:
            self._transport.http_client.close()

    def __enter__(self) -> Svc:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def make_settings(
    base_url: str,
    timeout: float,
    max_retries: int,
    max_retry_wait: float,
    headers: Mapping[str, str] | None,
    on_attempt: Callable[[AttemptReport], None] | None,
) -> Settings:
    return Settings(base_url.rstrip("/"), timeout, max_retries, max_retry_wait, dict(headers or {}), on_attempt)


def check_credential(*credentials: object) -> None:
    if sum(given is not None and given != "" for given in credentials) != 1:
        raise TypeError("Give one credential: api_key, access_token or oauth")


def make_credential(
    base_url: str,
    api_key: str | None,
    access_token: str | Callable[[], str] | None,
    oauth: OAuth | None,
    client: httpx.Client,
) -> HeldToken | OAuthCredential:
    check_credential(api_key, access_token, oauth)
    if oauth is None:
        return HeldToken(api_key or access_token or "")
    return OAuthCredential(base_url, oauth, client)
