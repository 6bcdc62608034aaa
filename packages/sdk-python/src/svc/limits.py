from __future__ import annotations

from dataclasses import dataclass
from typing import Mapping


@dataclass(frozen=True)
class BurstLimit:
    """The burst window with the fewest requests left."""

    limit: int
    remaining: int
    reset_seconds: int
    scope: str | None
    subject: str | None


@dataclass(frozen=True)
class UnitsLimit:
    """The units of the month. `limit`, `remaining` and `reset_at` are None where the plan has no limit."""

    limit: int | None
    remaining: int | None
    used: int
    cost: int
    reset_at: str | None


@dataclass(frozen=True)
class Limits:
    """§8: the limits that a response reports; None where it reports none."""

    burst: BurstLimit | None = None
    units: UnitsLimit | None = None


def read_limits(headers: Mapping[str, str]) -> Limits:
    limit = _read_number(headers, "ratelimit-limit")
    used = _read_number(headers, "svc-api-units-used")
    burst = None
    if limit is not None:
        burst = BurstLimit(
            limit=limit,
            remaining=_read_number(headers, "ratelimit-remaining") or 0,
            reset_seconds=_read_number(headers, "ratelimit-reset") or 0,
            scope=headers.get("svc-ratelimit-scope"),
            subject=headers.get("svc-ratelimit-subject"),
        )
    units = None
    if used is not None:
        units = UnitsLimit(
            limit=_read_number(headers, "svc-api-units-limit"),
            remaining=_read_number(headers, "svc-api-units-remaining"),
            used=used,
            cost=_read_number(headers, "svc-api-units-cost") or 0,
            reset_at=headers.get("svc-api-units-reset"),
        )
    return Limits(burst, units)


def _read_number(headers: Mapping[str, str], name: str) -> int | None:
    try:
        return int(headers.get(name, ""))
    except ValueError:
        return None
