# Generated from public/openapi.json by `npm run sdk`. Do not edit.
from __future__ import annotations

from typing import Literal, TypedDict, Union

__all__ = [
    "BurstDetails",
    "MonthlyUnitsDetails",
    "RefusalDetails",
    "RepetitionDetails",
    "ScopeDetails",
    "SizeDetails",
    "ValidationDetails",
    "VersionDetails",
    "Issue",
    "ErrorDetails",
]


class BurstDetails(TypedDict):
    kind: Literal["burst"]
    scope: str
    """- `endpoint`: Writes, or tool calls, of one actor.
    - `api_key`: All requests with one API key.
    - `actor`: All requests of one person, app or agent.
    - `user`: All requests that one person pays for.
    - `organization`: All requests that one organization pays for.
    """
    retryAfterSeconds: int


class _MonthlyUnitsDetailsRequired(TypedDict):
    kind: Literal["monthly_units"]
    limit: int
    remaining: int
    resetAt: str


class MonthlyUnitsDetails(_MonthlyUnitsDetailsRequired, total=False):
    scope: Literal["key"]
    """The key's own limit. Absent: its owner's limit"""


class RefusalDetails(TypedDict, total=False):
    reason: str
    """- `organization_suspended`: The organization of the credential is suspended.
    - `account_suspended`: The account of the person is suspended.
    - `address_not_allowed`: The API key may not be used from this address.
    """
    cause: str
    """- `abuse`: The use of the service harmed others.
    - `compromised`: Someone else may use the account’s credentials.
    - `payment`: Invoices are open.
    - `terms`: The use of the service broke its terms.
    - `requested`: An owner of the account requested it.
    """


class RepetitionDetails(TypedDict):
    reason: Literal["in_progress", "mismatch", "result_unavailable"] | str
    """- `in_progress`: The first request with this key is still running.
    - `mismatch`: The key was used with another body, path or method.
    - `result_unavailable`: The key is so old that its result is no longer kept.
    """


class ScopeDetails(TypedDict):
    requiredScope: str
    """- `me:read`: See your name, email address and language
    - `organizations:read`: See the organization’s name and description
    - `rooms:read`: See your rooms and who is in them
    - `rooms:write`: Change the settings of rooms
    - `messages:read`: Read messages in your rooms
    - `messages:write`: Post messages in your name
    - `tasks:read`: See tasks in your rooms
    - `tasks:write`: Create and change tasks in your name
    - `records:read`: Read records (meeting minutes) in your rooms
    - `records:write`: Create records in your name, and change those that you created
    - `files:read`: See and download files in your rooms
    - `files:write`: Upload files in your name
    - `webhooks:read`: See what the webhooks of rooms that you manage delivered
    - `webhooks:write`: Send webhook deliveries of rooms that you manage again
    - `events:read`: Read the list of event types and the event log of rooms
    - `mcp:tools`: Use the tools of the tool endpoint, within the other permissions here
    - `agent:invoke`: Start agent runs through connectors in this service. It opens nothing in the API or the tools
    """


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


ErrorDetails = Union["BurstDetails", "MonthlyUnitsDetails", "RefusalDetails", "RepetitionDetails", "ScopeDetails", "SizeDetails", "ValidationDetails", "VersionDetails"]
