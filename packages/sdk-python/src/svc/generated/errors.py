# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, cast

from ..errors import SvcApiError
from .details import BurstDetails, MonthlyUnitsDetails, RefusalDetails, RepetitionDetails, ScopeDetails, SizeDetails, ValidationDetails, VersionDetails

__all__ = [
    "ErrorCode",
    "ERRORS",
    "ApiUnitsExceededError",
    "ExpiredApiKeyError",
    "ForbiddenError",
    "IdempotencyConflictError",
    "InsufficientScopeError",
    "InternalError",
    "InvalidApiKeyError",
    "NotFoundError",
    "RateLimitBackendUnavailableError",
    "RateLimitExceededError",
    "RevokedApiKeyError",
    "RoomNotFoundError",
    "UnauthenticatedError",
    "ValidationError",
    "VersionConflictError",
    "WebhookInactiveError",
]

ErrorCode = Literal[
    "api_units_exceeded",
    "expired_api_key",
    "forbidden",
    "idempotency_conflict",
    "insufficient_scope",
    "internal_error",
    "invalid_api_key",
    "not_found",
    "rate_limit_backend_unavailable",
    "rate_limit_exceeded",
    "revoked_api_key",
    "room_not_found",
    "unauthenticated",
    "validation_error",
    "version_conflict",
    "webhook_inactive",
]


class ApiUnitsExceededError(SvcApiError):
    """`api_units_exceeded`: The units of this month are used up, or fewer are left than the request costs."""

    @property
    def details(self) -> MonthlyUnitsDetails | None:
        return cast("MonthlyUnitsDetails | None", self._failure.details)


class ExpiredApiKeyError(SvcApiError):
    """`expired_api_key`: The API key has passed its expiry date."""


class ForbiddenError(SvcApiError):
    """`forbidden`: The caller is known and can see the resource, but may not do this."""

    @property
    def details(self) -> RefusalDetails | None:
        return cast("RefusalDetails | None", self._failure.details)


class IdempotencyConflictError(SvcApiError):
    """`idempotency_conflict`: The Idempotency-Key was used before, and the earlier request decides what happens now. Nothing was written twice."""

    @property
    def details(self) -> RepetitionDetails | None:
        return cast("RepetitionDetails | None", self._failure.details)


class InsufficientScopeError(SvcApiError):
    """`insufficient_scope`: The credential is valid, but lacks the scope that the operation requires."""

    @property
    def details(self) -> ScopeDetails | None:
        return cast("ScopeDetails | None", self._failure.details)


class InternalError(SvcApiError):
    """`internal_error`: An error of the service. The request may or may not have been done."""


class InvalidApiKeyError(SvcApiError):
    """`invalid_api_key`: The API key is unknown to this service."""


class NotFoundError(SvcApiError):
    """`not_found`: The resource does not exist, or this credential cannot see it. Both look the same on purpose."""


class RateLimitBackendUnavailableError(SvcApiError):
    """`rate_limit_backend_unavailable`: The service cannot count limits at the moment, so it refuses requests rather than let them pass uncounted."""


class RateLimitExceededError(SvcApiError):
    """`rate_limit_exceeded`: Rate limit reached. It resets at the start of the next minute."""

    @property
    def details(self) -> BurstDetails | None:
        return cast("BurstDetails | None", self._failure.details)


class RevokedApiKeyError(SvcApiError):
    """`revoked_api_key`: The API key was revoked. Nobody can restore it."""


class RoomNotFoundError(SvcApiError):
    """`room_not_found`: The room does not exist, or this credential cannot see it. Both look the same on purpose."""


class UnauthenticatedError(SvcApiError):
    """`unauthenticated`: The request carries no credential that this service can read."""


class ValidationError(SvcApiError):
    """`validation_error`: The request does not have the form that the operation expects, so nothing was done."""

    @property
    def details(self) -> ValidationDetails | SizeDetails | None:
        return cast("ValidationDetails | SizeDetails | None", self._failure.details)


class VersionConflictError(SvcApiError):
    """`version_conflict`: Another writer changed the resource since it was read, so the change was refused."""

    @property
    def details(self) -> VersionDetails | None:
        return cast("VersionDetails | None", self._failure.details)


class WebhookInactiveError(SvcApiError):
    """`webhook_inactive`: The webhook is inactive, so nothing was sent."""


ERRORS: dict[str, type[SvcApiError]] = {
    "api_units_exceeded": ApiUnitsExceededError,
    "expired_api_key": ExpiredApiKeyError,
    "forbidden": ForbiddenError,
    "idempotency_conflict": IdempotencyConflictError,
    "insufficient_scope": InsufficientScopeError,
    "internal_error": InternalError,
    "invalid_api_key": InvalidApiKeyError,
    "not_found": NotFoundError,
    "rate_limit_backend_unavailable": RateLimitBackendUnavailableError,
    "rate_limit_exceeded": RateLimitExceededError,
    "revoked_api_key": RevokedApiKeyError,
    "room_not_found": RoomNotFoundError,
    "unauthenticated": UnauthenticatedError,
    "validation_error": ValidationError,
    "version_conflict": VersionConflictError,
    "webhook_inactive": WebhookInactiveError,
}
