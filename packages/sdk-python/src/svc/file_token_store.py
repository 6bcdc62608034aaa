from __future__ import annotations

import json
import os
import random
import threading
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Iterator, TypedDict, cast

from .tokens import Tokens

# A lock that was not renewed for this long belongs to a process that has died.
STALE_AFTER = 15.0
RENEW_EVERY = 3.0
POLL = 0.025


class StoredTokens(TypedDict):
    accessToken: str
    refreshToken: str
    expiresAt: float


class FileTokenStore:
    """
    Keeps the tokens of one grant in a file of mode 0600, for all processes that use the grant on this machine.
    File and lock are those of the TypeScript client's `FileTokenStore`, so both can share a grant.
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        self._file = Path(file)
        self._lock_file = Path(f"{self._file}.lock")

    def load(self) -> Tokens | None:
        text = _read(self._file)
        if text is None:
            return None
        stored = cast(StoredTokens, json.loads(text))
        return Tokens(stored["accessToken"], stored["refreshToken"], stored["expiresAt"] / 1000)

    def save(self, tokens: Tokens) -> None:
        """A reader sees the old tokens or the new ones, never half a file."""
        self._make_folder()
        stored: StoredTokens = {
            "accessToken": tokens.access_token,
            "refreshToken": tokens.refresh_token,
            "expiresAt": int(tokens.expires_at * 1000),
        }
        draft = Path(f"{self._file}.{uuid.uuid4()}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as handle:
            json.dump(stored, handle)
            handle.flush()
            os.fsync(handle.fileno())
        os.replace(draft, self._file)

    @contextmanager
    def exclusively(self) -> Iterator[None]:
        owner = self._lock()
        done = threading.Event()
        threading.Thread(target=self._renew_until, args=(done,), name="svc-token-lock", daemon=True).start()
        try:
            yield
        finally:
            done.set()
            if _read(self._lock_file) == owner:
                self._lock_file.unlink(missing_ok=True)

    def _renew_until(self, done: threading.Event) -> None:
        while not done.wait(RENEW_EVERY):
            with suppress(OSError):
                os.utime(self._lock_file)

    def _lock(self) -> str:
        owner = str(uuid.uuid4())
        self._make_folder()
        while not _create(self._lock_file, owner):
            holder = _read(self._lock_file)
            if holder is not None and _is_stale(self._lock_file):
                self._break_lock(holder)
            else:
                time.sleep(POLL * (0.5 + random.random()))
        return owner

    def _break_lock(self, holder: str) -> None:
        """Of two processes that find the same stale lock, the second would remove the new lock of the first: a claim decides."""
        claim = Path(f"{self._lock_file}.{holder or 'empty'}")
        # A process that died here leaves its claim behind, which becomes stale in its turn.
        if _is_stale(claim):
            claim.unlink(missing_ok=True)
        if not _create(claim, ""):
            return
        try:
            if _read(self._lock_file) == holder and _is_stale(self._lock_file):
                self._lock_file.unlink(missing_ok=True)
        finally:
            claim.unlink(missing_ok=True)

    def _make_folder(self) -> None:
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


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


def _read(file: Path) -> str | None:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None


def _is_stale(file: Path) -> bool:
    try:
        return time.time() - file.stat().st_mtime > STALE_AFTER
    except FileNotFoundError:
        return False
