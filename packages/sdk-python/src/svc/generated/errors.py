# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, cast

from ..errors import SvcApiError
from .details import BurstDetails, MonthlyUnitsDetails, RepetitionDetails, SizeDetails, ValidationDetails, VersionDetails

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
    """The service answers `api_units_exceeded`."""

    @property
    def details(self) -> MonthlyUnitsDetails | None:
        return cast("MonthlyUnitsDetails | None", self._failure.details)


class ExpiredApiKeyError(SvcApiError):
    """The service answers `expired_api_key`."""


class ForbiddenError(SvcApiError):
    """The service answers `forbidden`."""


class IdempotencyConflictError(SvcApiError):
    """The service answers `idempotency_conflict`."""

    @property
    def details(self) -> RepetitionDetails | None:
        return cast("RepetitionDetails | None", self._failure.details)


class InsufficientScopeError(SvcApiError):
    """The service answers `insufficient_scope`."""


class InternalError(SvcApiError):
    """The service answers `internal_error`."""


class InvalidApiKeyError(SvcApiError):
    """The service answers `invalid_api_key`."""


class NotFoundError(SvcApiError):
    """The service answers `not_found`."""


class RateLimitBackendUnavailableError(SvcApiError):
    """The service answers `rate_limit_backend_unavailable`."""


class RateLimitExceededError(SvcApiError):
    """The service answers `rate_limit_exceeded`."""

    @property
    def details(self) -> BurstDetails | None:
        return cast("BurstDetails | None", self._failure.details)


class RevokedApiKeyError(SvcApiError):
    """The service answers `revoked_api_key`."""


class RoomNotFoundError(SvcApiError):
    """The service answers `room_not_found`."""


class UnauthenticatedError(SvcApiError):
    """The service answers `unauthenticated`."""


class ValidationError(SvcApiError):
    """The service answers `validation_error`."""

    @property
    def details(self) -> ValidationDetails | SizeDetails | None:
        return cast("ValidationDetails | SizeDetails | None", self._failure.details)


class VersionConflictError(SvcApiError):
    """The service answers `version_conflict`."""

    @property
    def details(self) -> VersionDetails | None:
        return cast("VersionDetails | None", self._failure.details)


class WebhookInactiveError(SvcApiError):
    """The service answers `webhook_inactive`."""


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
