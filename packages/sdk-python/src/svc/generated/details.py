# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, TypedDict, Union

__all__ = [
    "BurstDetails",
    "MonthlyUnitsDetails",
    "RepetitionDetails",
    "SizeDetails",
    "ValidationDetails",
    "VersionDetails",
    "Issue",
    "ErrorDetails",
]


class BurstDetails(TypedDict):
    kind: Literal["burst"]
    scope: str
    retryAfterSeconds: int


class MonthlyUnitsDetails(TypedDict):
    kind: Literal["monthly_units"]
    limit: int
    remaining: int
    resetAt: str


class RepetitionDetails(TypedDict):
    reason: Literal["in_progress", "mismatch", "result_unavailable"] | str


class SizeDetails(TypedDict):
    limit: int
    unit: Literal["bytes"]


class ValidationDetails(TypedDict, total=False):
    issues: list[Issue]


class VersionDetails(TypedDict):
    currentVersion: int


class Issue(TypedDict):
    path: str
    message: str


ErrorDetails = Union["BurstDetails", "MonthlyUnitsDetails", "RepetitionDetails", "SizeDetails", "ValidationDetails", "VersionDetails"]
