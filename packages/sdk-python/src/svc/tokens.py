from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Awaitable, Callable, Iterator, Protocol, Union, cast

import anyio
import anyio.to_thread
import httpx

from .errors import SvcAuthorizationError, SvcConnectionError

# An access token that expires within this time is renewed before it is used.
RENEW_AHEAD = 60.0
REFRESH_TIMEOUT = 30.0
POLL = 0.01


@dataclass(frozen=True)
class Tokens:
    access_token: str
    refresh_token: str
    expires_at: float
    """Seconds since the epoch, as `time.time()` counts them."""


class TokenStore(Protocol):
    """
    Keeps the tokens of one grant. A refresh token is good for one use, and a second use ends the grant:
    `exclusively` must hold every other user of the same grant back, in other processes too.
    Both clients call a store from threads of their own, never from an event loop.
    """

    def load(self) -> Tokens | None: ...

    def save(self, tokens: Tokens) -> None: ...

    def exclusively(self) -> AbstractContextManager[None]: ...


class MemoryTokenStore:
    """For one process: the tokens are gone when it ends; `on_save` lets an app keep them."""

    def __init__(self, tokens: Tokens | None = None, on_save: Callable[[Tokens], None] | None = None) -> None:
        self._tokens = tokens
        self._on_save = on_save
        self._lock = threading.Lock()

    def load(self) -> Tokens | None:
        return self._tokens

    def save(self, tokens: Tokens) -> None:
        self._tokens = tokens
        if self._on_save is not None:
            self._on_save(tokens)

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        with self._lock:
            yield


@dataclass(frozen=True)
class OAuth:
    """The grant that a client acts under."""

    client_id: str
    store: TokenStore
    client_secret: str | None = None
    """Confidential clients only."""
    http_client: httpx.Client | None = None
    """For the token endpoint. `Svc` takes its own client where none is given, `AsyncSvc` makes one for each refresh."""


class Credential(Protocol):
    """The source of the token that each attempt carries."""

    def read(self) -> str: ...

    def renew(self, token: str) -> bool:
        """Called after a 401 for `token`; true where another token is there now."""
        ...


class AsyncCredential(Protocol):
    async def read(self) -> str: ...

    async def renew(self, token: str) -> bool: ...


class HeldToken:
    def __init__(self, token: str | Callable[[], str]) -> None:
        self._token = token

    def read(self) -> str:
        return self._token if isinstance(self._token, str) else self._token()

    def renew(self, token: str) -> bool:
        return False


AsyncTokenSource = Union[str, Callable[[], str], Callable[[], Awaitable[str]]]


class AsyncHeldToken:
    def __init__(self, token: AsyncTokenSource) -> None:
        self._token = token

    async def read(self) -> str:
        if isinstance(self._token, str):
            return self._token
        token = self._token()
        return token if isinstance(token, str) else await token

    async def renew(self, token: str) -> bool:
        return False


class OAuthCredential:
    """Reads the access token of a grant and refreshes it, once for all callers."""

    def __init__(self, base_url: str, oauth: OAuth, http_client: httpx.Client | None) -> None:
        self._base_url = base_url
        self._oauth = oauth
        self._http = oauth.http_client or http_client
        self._guard = threading.Lock()
        self._renewal: Future[Tokens] | None = None

    def read(self) -> str:
        tokens = self.load()
        return (tokens if is_fresh(tokens) else self.begin_renewal(tokens.access_token).result()).access_token

    def renew(self, token: str) -> bool:
        return self.begin_renewal(token).result().access_token != token

    def load(self) -> Tokens:
        tokens = self._oauth.store.load()
        if tokens is None:
            raise SvcAuthorizationError("no_tokens", "The token store is empty: authorize first")
        return tokens

    def begin_renewal(self, used: str) -> Future[Tokens]:
        """Runs in a thread of its own: a cancelled caller must not lose the token that replaces the used one."""
        with self._guard:
            if self._renewal is None or self._renewal.done():
                self._renewal = Future()
                renewal = self._renewal
                threading.Thread(target=self._renew, args=(used, renewal), name="svc-token-refresh").start()
            return self._renewal

    def _renew(self, used: str, renewal: Future[Tokens]) -> None:
        try:
            with self._oauth.store.exclusively():
                # Another process may have refreshed while this one waited for the lock.
                tokens = self.load()
                if tokens.access_token == used:
                    tokens = self._exchange(tokens.refresh_token)
                    self._oauth.store.save(tokens)
        except BaseException as error:
            renewal.set_exception(error)
        else:
            renewal.set_result(tokens)

    def _exchange(self, refresh_token: str) -> Tokens:
        """Not repeated by itself: after a lost response the token may be used up, and the caller decides about a second use."""
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self._oauth.client_id}
        if self._oauth.client_secret is not None:
            form["client_secret"] = self._oauth.client_secret
        client = self._http or httpx.Client()
        try:
            response = client.post(
                f"{self._base_url}/oauth/token",
                data=form,
                auth=httpx.Auth(),
                follow_redirects=False,
                timeout=REFRESH_TIMEOUT,
            )
        except httpx.HTTPError as cause:
            raise SvcConnectionError("The token could not be refreshed: no response") from cause
        finally:
            if self._http is None:
                client.close()
        return read_tokens(response)


class AsyncOAuthCredential:
    """The same refresh, which runs in a thread, without blocking the event loop."""

    def __init__(self, credential: OAuthCredential) -> None:
        self._credential = credential

    async def read(self) -> str:
        tokens = await anyio.to_thread.run_sync(self._credential.load)
        return (tokens if is_fresh(tokens) else await self._renew(tokens.access_token)).access_token

    async def renew(self, token: str) -> bool:
        return (await self._renew(token)).access_token != token

    async def _renew(self, used: str) -> Tokens:
        renewal = self._credential.begin_renewal(used)
        while not renewal.done():
            await anyio.sleep(POLL)
        return renewal.result()


def is_fresh(tokens: Tokens) -> bool:
    return tokens.expires_at - time.time() > RENEW_AHEAD


def read_tokens(response: httpx.Response) -> Tokens:
    body = _read_object(response)
    access_token, refresh_token, expires_in = (
        body.get(name) for name in ("access_token", "refresh_token", "expires_in")
    )
    if (
        response.is_success
        and isinstance(access_token, str)
        and isinstance(refresh_token, str)
        and isinstance(expires_in, (int, float))
    ):
        return Tokens(access_token, refresh_token, time.time() + expires_in)
    error = body.get("error") or f"status_{response.status_code}"
    description = body.get("error_description") or f"The token endpoint refused: {error}"
    raise SvcAuthorizationError(str(error), str(description))


def _read_object(response: httpx.Response) -> dict[str, object]:
    try:
        body = cast(object, response.json())
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
