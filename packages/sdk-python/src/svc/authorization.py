from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import Sequence
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx

from .errors import SvcAuthorizationError, SvcConnectionError
from .tokens import REFRESH_TIMEOUT, Tokens, read_tokens


@dataclass(frozen=True)
class AuthorizationApp:
    """The app that asks people for access."""

    base_url: str
    client_id: str
    redirect_uri: str
    client_secret: str | None = None
    """Confidential clients only."""

    @property
    def issuer(self) -> str:
        return self.base_url.rstrip("/")


@dataclass(frozen=True)
class PendingAuthorization:
    """Keep it in the person's session until the callback arrives."""

    url: str
    state: str
    code_verifier: str


def begin_authorization(
    app: AuthorizationApp, scopes: Sequence[str], *, resource: str | None = None
) -> PendingAuthorization:
    """Begins the authorization-code flow: the person is sent to `url`, and comes back to the redirect URI."""
    code_verifier = secrets.token_urlsafe(32)
    state = secrets.token_urlsafe(32)
    digest = hashlib.sha256(code_verifier.encode()).digest()
    query = {
        "response_type": "code",
        "client_id": app.client_id,
        "redirect_uri": app.redirect_uri,
        "scope": " ".join(scopes),
        "state": state,
        "code_challenge": base64.urlsafe_b64encode(digest).decode().rstrip("="),
        "code_challenge_method": "S256",
    }
    if resource is not None:
        query["resource"] = resource
    return PendingAuthorization(f"{app.issuer}/oauth/authorize?{urlencode(query)}", state, code_verifier)


def finish_authorization(
    app: AuthorizationApp,
    callback_url: str,
    pending: PendingAuthorization,
    *,
    http_client: httpx.Client | None = None,
) -> Tokens:
    """Ends it: checks the callback against what was kept, and exchanges its code for tokens."""
    form = _write_exchange(app, callback_url, pending)
    client = http_client or httpx.Client()
    try:
        return read_tokens(client.post(f"{app.issuer}/oauth/token", data=form, timeout=REFRESH_TIMEOUT))
    except httpx.HTTPError as cause:
        raise SvcConnectionError("The code could not be exchanged: no response") from cause
    finally:
        if http_client is None:
            client.close()


async def finish_authorization_async(
    app: AuthorizationApp,
    callback_url: str,
    pending: PendingAuthorization,
    *,
    http_client: httpx.AsyncClient | None = None,
) -> Tokens:
    """The same for an event loop."""
    form = _write_exchange(app, callback_url, pending)
    client = http_client or httpx.AsyncClient()
    try:
        return read_tokens(await client.post(f"{app.issuer}/oauth/token", data=form, timeout=REFRESH_TIMEOUT))
    except httpx.HTTPError as cause:
        raise SvcConnectionError("The code could not be exchanged: no response") from cause
    finally:
        if http_client is None:
            await client.aclose()


def _write_exchange(app: AuthorizationApp, callback_url: str, pending: PendingAuthorization) -> dict[str, str]:
    callback = {name: values[0] for name, values in parse_qs(urlsplit(callback_url).query).items()}
    if not hmac.compare_digest(callback.get("state", "").encode(), pending.state.encode()):
        raise SvcAuthorizationError("invalid_state", "The callback's state does not match this authorization")
    if callback.get("iss") != app.issuer:
        raise SvcAuthorizationError("invalid_issuer", "The callback comes from a different issuer")
    if "code" not in callback:
        error = callback.get("error", "no_code")
        raise SvcAuthorizationError(error, callback.get("error_description", f"Not approved: {error}"))
    form = {
        "grant_type": "authorization_code",
        "code": callback["code"],
        "redirect_uri": app.redirect_uri,
        "client_id": app.client_id,
        "code_verifier": pending.code_verifier,
    }
    if app.client_secret is not None:
        form["client_secret"] = app.client_secret
    return form
