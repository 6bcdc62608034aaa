"""Files that several processes share, with the lock that the TypeScript client takes too."""

from __future__ import annotations

import os
import random
import threading
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator

# A lock that was not renewed for this long belongs to a process that has died.
STALE_AFTER = 15.0
RENEW_EVERY = 3.0
POLL = 0.025


class FileLock:
    """The file `<file>.lock`, which holds the name of its owner."""

    def __init__(self, file: Path) -> None:
        self._file = Path(f"{file}.lock")

    @contextmanager
    def hold(self) -> Iterator[None]:
        owner = self._lock()
        done = threading.Event()
        threading.Thread(target=self._renew_until, args=(done,), name="svc-file-lock", daemon=True).start()
        try:
            yield
        finally:
            done.set()
            if read_text(self._file) == owner:
                self._file.unlink(missing_ok=True)

    def _renew_until(self, done: threading.Event) -> None:
        while not done.wait(RENEW_EVERY):
            with suppress(OSError):
                os.utime(self._file)

    def _lock(self) -> str:
        owner = str(uuid.uuid4())
        make_folder(self._file)
        while not _create(self._file, owner):
            holder = read_text(self._file)
            if holder is not None and _is_stale(self._file):
                _break_stale(self._file, holder)
            else:
                time.sleep(POLL * (0.5 + random.random()))
        return owner


def replace_text(file: Path, text: str) -> None:
    """A reader sees the old file or the new one, never half of one. Its mode is 0600."""
    make_folder(file)
    draft = Path(f"{file}.{uuid.uuid4()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as handle:
        handle.write(text)
        handle.flush()
        os.fsync(handle.fileno())
    os.replace(draft, file)


def read_text(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def make_folder(file: Path) -> None:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


def _create(file: Path, content: str) -> bool:
    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    except PermissionError:
        # Windows answers so while another process removes the file.
        if os.name == "nt":
            return False
        raise
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(content)
    return True


def _break_stale(lock: Path, holder: str) -> None:
    """Of two processes that find the same stale lock, the second would remove the new lock of the first: a claim decides.

    A process that died here left its claim behind, which is a lock itself and is broken in the same way.
    """
    claim = Path(f"{lock}.{holder or 'empty'}")
    if not _create(claim, str(uuid.uuid4())):
        claimant = read_text(claim)
        if claimant is not None and _is_stale(claim):
            _break_stale(claim, claimant)
        return
    try:
        if read_text(lock) == holder and _is_stale(lock):
            lock.unlink(missing_ok=True)
    finally:
        claim.unlink(missing_ok=True)


def _is_stale(file: Path) -> bool:
    try:
        return time.time() - file.stat().st_mtime > STALE_AFTER
    except FileNotFoundError:
        return False
