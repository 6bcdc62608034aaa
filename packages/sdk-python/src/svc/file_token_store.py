from __future__ import annotations

import json
import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypedDict, cast

from .file_lock import FileLock, read_text, replace_text
from .tokens import Tokens


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
        self._lock = FileLock(self._file)

    def load(self) -> Tokens | None:
        text = read_text(self._file)
        if text is None:
            return None
        stored = cast(StoredTokens, json.loads(text))
        return Tokens(stored["accessToken"], stored["refreshToken"], stored["expiresAt"] / 1000)

    def save(self, tokens: Tokens) -> None:
        stored: StoredTokens = {
            "accessToken": tokens.access_token,
            "refreshToken": tokens.refresh_token,
            "expiresAt": int(tokens.expires_at * 1000),
        }
        replace_text(self._file, json.dumps(stored))

    def exclusively(self) -> AbstractContextManager[None]:
        return self._lock.hold()
