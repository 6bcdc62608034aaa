from __future__ import annotations

import hashlib
import json
import os
import threading
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Mapping, Protocol, Sequence, cast

from .file_lock import FileLock, read_text, replace_text


@dataclass(frozen=True)
class KeptCheckpoint:
    """The last checkpoint that was seen of the audit log."""

    keys: tuple[str, ...]
    """The first was trusted when it was seen for the first time; each later one was introduced by the one before."""
    checkpoint: str
    seen_at: str
    """ISO 8601."""


@dataclass(frozen=True)
class ShownLog:
    """The log as the service showed it."""

    key: str
    handovers: tuple[str, ...]
    checkpoint: str


@dataclass(frozen=True)
class AuditLogEvidence:
    """Two statements of one log that contradict each other, or one without a trusted signature."""

    problem: str
    found_at: str
    """ISO 8601."""
    kept: KeptCheckpoint | None
    shown: ShownLog | None
    """None where the log shows nothing any more."""


class CheckpointStore(Protocol):
    """
    Keeps the last checkpoint of one service, and evidence against it. `exclusively` holds other writers back for the
    moment in which the kept checkpoint is compared and replaced. `AsyncSvc` calls a store from threads of their own.
    """

    def load(self) -> KeptCheckpoint | None: ...

    def save(self, kept: KeptCheckpoint) -> None: ...

    def keep_evidence(self, evidence: AuditLogEvidence) -> None: ...

    def exclusively(self) -> AbstractContextManager[None]: ...


class MemoryCheckpointStore:
    """For one process. `FileCheckpointStore` remembers longer."""

    def __init__(self) -> None:
        self.evidence: list[AuditLogEvidence] = []
        self._kept: KeptCheckpoint | None = None
        self._lock = threading.Lock()

    def load(self) -> KeptCheckpoint | None:
        return self._kept

    def save(self, kept: KeptCheckpoint) -> None:
        self._kept = kept

    def keep_evidence(self, evidence: AuditLogEvidence) -> None:
        self.evidence.append(evidence)

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        with self._lock:
            yield


class FileCheckpointStore:
    """
    Keeps the last checkpoint of one service in a file of mode 0600, and evidence in files beside it.
    Files and lock are those of the TypeScript client's `FileCheckpointStore`, so both can share them.
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self._file = Path(file)
        self._lock = FileLock(self._file)

    def load(self) -> KeptCheckpoint | None:
        stored = self._read()
        if stored is None:
            return None
        keys = cast(Sequence[str], stored["keys"])
        return KeptCheckpoint(tuple(keys), cast(str, stored["checkpoint"]), cast(str, stored["seenAt"]))

    def save(self, kept: KeptCheckpoint) -> None:
        # The command line keeps more in its file.
        replace_text(self._file, _write_json({**(self._read() or {}), **_describe_kept(kept)}))

    def keep_evidence(self, evidence: AuditLogEvidence) -> None:
        """The same contradiction found again is one file, with its first date."""
        kept, shown = evidence.kept, evidence.shown
        statements = [kept.checkpoint if kept else None, shown.checkpoint if shown else None]
        # The bytes of JSON.stringify: both clients give a contradiction the same name.
        written = json.dumps(statements, ensure_ascii=False, separators=(",", ":")).encode()
        file = Path(f"{self._file}.evidence-{hashlib.sha256(written).hexdigest()[:12]}.json")
        if not file.exists():
            replace_text(file, _write_json(_describe_evidence(evidence)))

    def exclusively(self) -> AbstractContextManager[None]:
        return self._lock.hold()

    def _read(self) -> Mapping[str, object] | None:
        text = read_text(self._file)
        return None if text is None else cast("Mapping[str, object]", json.loads(text))


def _describe_kept(kept: KeptCheckpoint) -> dict[str, object]:
    return {"keys": kept.keys, "checkpoint": kept.checkpoint, "seenAt": kept.seen_at}


def _describe_evidence(evidence: AuditLogEvidence) -> dict[str, object]:
    described: dict[str, object] = {"problem": evidence.problem, "foundAt": evidence.found_at}
    if evidence.kept is not None:
        described["kept"] = _describe_kept(evidence.kept)
    if evidence.shown is not None:
        key, handovers, checkpoint = evidence.shown.key, evidence.shown.handovers, evidence.shown.checkpoint
        described["shown"] = {"key": key, "handovers": handovers, "checkpoint": checkpoint}
    return described


def _write_json(value: Mapping[str, object]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)
