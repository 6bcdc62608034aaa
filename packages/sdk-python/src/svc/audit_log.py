from __future__ import annotations

import json
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Union, cast

import anyio.to_thread

from .async_transport import AsyncTransport
from .checkpoint import TreeHead, extend_keys, join_keys, open_checkpoint, open_with_any
from .checkpoint_store import AuditLogEvidence, CheckpointStore, KeptCheckpoint, ShownLog
from .errors import AuditLogBreach, SvcAuditLogError, SvcError
from .log_growth import MissingPartError, Reading, is_extension
from .transport import Transport


@dataclass(frozen=True)
class GrownFrom:
    size: int
    seen_at: str
    """ISO 8601."""


@dataclass(frozen=True)
class AuditLogSight:
    size: int
    """Entries of the log."""
    checkpoint: str
    grown_from: GrownFrom | None
    """None when the log was seen for the first time: its key is trusted from then on."""


@dataclass(frozen=True)
class _ShownKeys:
    key: str
    handovers: tuple[str, ...]


@dataclass(frozen=True)
class _Comparison:
    breach: AuditLogBreach | None
    keys: tuple[str, ...]
    kept_size: int
    size: int


@dataclass(frozen=True)
class _Done:
    sight: AuditLogSight | None


class AuditLog:
    """The public, signed audit log of the service. Its readers witness that it only grows."""

    def __init__(self, transport: Transport, store: CheckpointStore | None) -> None:
        self._transport = transport
        self._store = store

    def check(self) -> AuditLogSight | None:
        """
        Reads the newest checkpoint and proves that the log has only grown since the one before, which the store has
        kept. None: the service signs no log. Raises `SvcAuditLogError` for a log that was forked, rewound or not signed.
        """
        steps = _check(self._store)
        step = _advance(steps, None)
        while not isinstance(step, _Done):
            step = _advance(steps, self._transport.read_public(f"/audit/log/{step}"))
        return step.sight


class AsyncAuditLog:
    """The public, signed audit log of the service. Its readers witness that it only grows."""

    def __init__(self, transport: AsyncTransport, store: CheckpointStore | None) -> None:
        self._transport = transport
        self._store = store

    async def check(self) -> AuditLogSight | None:
        """
        Reads the newest checkpoint and proves that the log has only grown since the one before, which the store has
        kept. None: the service signs no log. Raises `SvcAuditLogError` for a log that was forked, rewound or not signed.
        """
        steps = _check(self._store)
        # In threads: the store may wait for its lock, and signatures take milliseconds.
        step = await anyio.to_thread.run_sync(_advance, steps, None)
        while not isinstance(step, _Done):
            part = await self._transport.read_public(f"/audit/log/{step}")
            step = await anyio.to_thread.run_sync(_advance, steps, part)
        return step.sight


def _advance(steps: Reading[AuditLogSight | None], part: bytes | None) -> str | _Done:
    """The path to read next."""
    try:
        return steps.send(part)
    except StopIteration as end:
        return _Done(cast(Union[AuditLogSight, None], end.value))


def _check(store: CheckpointStore | None) -> Reading[AuditLogSight | None]:
    # Before the log is read: a checkpoint that another process keeps meanwhile may be younger.
    kept = store.load() if store else None
    shown = yield from _read_shown()
    if shown is None:
        if kept is None:
            return None
        raise _refuse(store, "gone", kept, None, 0)
    comparison = yield from _compare(kept, shown)
    # A key that came between the two readings is there at the next.
    again = (yield from _read_shown()) if comparison.breach == "unsigned" else None
    if again is not None:
        shown, comparison = again, (yield from _compare(kept, again))
    if comparison.breach is not None:
        raise _refuse(store, comparison.breach, kept, shown, comparison.size)
    if store is not None:
        yield from _keep(store, kept, comparison, shown)
    grown_from = None if kept is None else GrownFrom(comparison.kept_size, kept.seen_at)
    return AuditLogSight(comparison.size, shown.checkpoint, grown_from)


def _read_shown() -> Reading[ShownLog | None]:
    keys = yield from _read_keys()
    checkpoint = yield "checkpoint"
    if keys is None or checkpoint is None:
        return None
    return ShownLog(keys.key, keys.handovers, checkpoint.decode(errors="replace"))


def _read_keys() -> Reading[_ShownKeys | None]:
    keys = yield "keys"
    if keys is None:
        return None
    try:
        named = cast(object, json.loads(keys))
    except (ValueError, RecursionError):
        named = None
    if not isinstance(named, dict):
        raise SvcError("The keys of the audit log are no JSON: is this the service?")
    key, handovers = named.get("key"), named.get("handovers")
    introduced = handovers if isinstance(handovers, list) else []
    return _ShownKeys(_read_text(key), tuple(map(_read_text, introduced)))


def _read_text(value: object) -> str:
    """JSON may escape halves of characters, which cannot be hashed or written."""
    return value.encode(errors="replace").decode() if isinstance(value, str) else ""


def _compare(kept: KeptCheckpoint | None, shown: ShownLog) -> Reading[_Comparison]:
    keys = extend_keys(kept.keys if kept else [shown.key], shown.handovers)
    now = open_checkpoint(shown.checkpoint, keys[-1] if keys else "")
    before = open_with_any(kept.checkpoint, keys) if kept else now
    kept_size = before.size if before else 0
    if now is None:
        return _Comparison("unsigned", keys, kept_size, 0)
    if before is None:
        return _Comparison("unknown", keys, kept_size, now.size)
    if now.size < before.size:
        return _Comparison("rewound", keys, kept_size, now.size)
    is_grown = yield from is_extension(before, now)
    return _Comparison(None if is_grown else "forked", keys, kept_size, now.size)


def _keep(store: CheckpointStore, kept: KeptCheckpoint | None, seen: _Comparison, shown: ShownLog) -> Reading[None]:
    """A checkpoint that another process keeps meanwhile must be of the same log: two may be shown different ones."""
    now = KeptCheckpoint(seen.keys, shown.checkpoint, _now())
    with store.exclusively():
        meanwhile = store.load()
        if meanwhile is None or (kept is not None and meanwhile.checkpoint == kept.checkpoint):
            store.save(now)
            return
    linked = yield from _link_keys(meanwhile, now, shown)
    comparison = yield from _compare_meanwhile(meanwhile, now, linked)
    if comparison.breach is not None:
        raise _refuse(store, comparison.breach, meanwhile, linked, comparison.size)
    if comparison.size > comparison.kept_size:
        yield from _keep(store, meanwhile, comparison, linked)


def _link_keys(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: ShownLog) -> Reading[ShownLog]:
    """
    Processes that see the log for the first time before and after its next key know no key in common: only handovers
    join them.
    """
    if join_keys(meanwhile.keys, seen.keys, shown.handovers) is not None:
        return shown
    keys = yield from _read_keys()
    return shown if keys is None else replace(shown, handovers=keys.handovers)


def _compare_meanwhile(meanwhile: KeptCheckpoint, seen: KeptCheckpoint, shown: ShownLog) -> Reading[_Comparison]:
    """Either of the two may be the older one, and an older one may have been signed by an older key."""
    keys = join_keys(meanwhile.keys, seen.keys, shown.handovers) or meanwhile.keys
    here, there = open_with_any(shown.checkpoint, keys), open_with_any(meanwhile.checkpoint, keys)
    # A log under a later key has all entries that an earlier key has signed, so a shorter one was rewound.
    if here is None or there is None or here.size > there.size or here.key_at > there.key_at:
        return (yield from _compare(meanwhile, shown))
    is_grown = yield from _read_extension(here, there)
    return _Comparison(None if is_grown else "forked", keys, there.size, here.size)


def _read_extension(here: TreeHead, there: TreeHead) -> Reading[bool]:
    """The log that is shown here may not have all entries of the other one."""
    try:
        return (yield from is_extension(here, there))
    except MissingPartError:
        return False


def _refuse(
    store: CheckpointStore | None,
    breach: AuditLogBreach,
    kept: KeptCheckpoint | None,
    shown: ShownLog | None,
    size: int,
) -> SvcAuditLogError:
    evidence = AuditLogEvidence(_describe(breach, kept, size), _now(), kept, shown)
    if store is not None:
        store.keep_evidence(evidence)
    return SvcAuditLogError(breach, evidence)


def _describe(breach: AuditLogBreach, kept: KeptCheckpoint | None, size: int) -> str:
    if kept is None:
        return "The log's checkpoint is not signed by the key that the log names."
    head = open_with_any(kept.checkpoint, kept.keys)
    then = f"at {kept.seen_at} you saw {head.size if head else 0} entries"
    problems: dict[AuditLogBreach, str] = {
        "unsigned": f"The checkpoint is not signed by the key of before, nor by one that it has introduced: {then}.",
        "unknown": "The kept checkpoint is not signed by the keys that are kept beside it: its store was changed.",
        "rewound": f"The log was rewound: {then}, and now there are {size}.",
        "forked": f"The log was forked: {then}, and the log of {size} entries does not agree with them.",
        "gone": f"The log is gone: {then}, and now it shows none.",
    }
    return problems[breach]


def _now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
