"""The signed head of the audit log (C2SP tlog-checkpoint)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from typing import Sequence

from . import ed25519

ED25519 = b"\x01"


@dataclass(frozen=True)
class TreeHead:
    size: int
    root: bytes
    extension: str


@dataclass(frozen=True)
class _Verifier:
    name: str
    id: bytes
    key: bytes


def open_checkpoint(note: str, verifier_key: str) -> TreeHead | None:
    """None: this key has not signed the note."""
    verifier = _read_verifier_key(verifier_key)
    text, separator, signatures = note.rpartition("\n\n")
    if verifier is None or separator == "":
        return None
    text += "\n"
    for line in signatures.split("\n"):
        match = re.fullmatch(r"— (\S+) (\S+)", line)
        signature = _decode_base64(match.group(2)) if match else b""
        if match is None or match.group(1) != verifier.name or signature[:4] != verifier.id:
            continue
        if ed25519.verify(verifier.key, signature[4:], text.encode()):
            return _read_head(text, verifier.name)
    return None


@dataclass(frozen=True)
class SignedHead(TreeHead):
    key_at: int
    """Which of the keys has signed it."""


def open_with_any(note: str, keys: Sequence[str]) -> SignedHead | None:
    """An older checkpoint may be signed by a key that has been replaced since."""
    for key_at, key in enumerate(keys):
        head = open_checkpoint(note, key)
        if head is not None:
            return SignedHead(head.size, head.root, head.extension, key_at)
    return None


def extend_keys(known: Sequence[str], handovers: Sequence[str]) -> tuple[str, ...]:
    """A list that ends as before stays as it is, also where keys were changed back."""
    keys = _follow_keys(known, handovers)
    return tuple(known) if keys[-1:] == tuple(known[-1:]) else keys


def join_keys(one: Sequence[str], other: Sequence[str], handovers: Sequence[str]) -> tuple[str, ...] | None:
    """
    The keys from one list to the end of the other, whichever is the older. None: no handover leads from one to the other.
    """
    for start, end in ((one, other), (other, one)):
        keys = _follow_keys(start, handovers)
        if end and end[-1] in keys:
            return keys
    return None


def _follow_keys(known: Sequence[str], handovers: Sequence[str]) -> tuple[str, ...]:
    """The known keys, with those that the last of them has introduced, one after the other."""
    keys = tuple(known)
    for note in handovers:
        latest = keys[-1] if keys else ""
        introduced = open_checkpoint(note, latest)
        following = introduced.extension.removeprefix("key ") if introduced else ""
        # Both keys of a handover have signed it: the later one must not count twice.
        if following not in ("", latest) and open_checkpoint(note, following) is not None:
            keys += (following,)
    return keys


def _read_verifier_key(text: str) -> _Verifier | None:
    """`<name>+<key id>+<public key>`; None: it is none, or none of Ed25519."""
    match = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+(\S+)", text)
    if match is None:
        return None
    name, named_id, key = match.group(1), bytes.fromhex(match.group(2)), _decode_base64(match.group(3))
    if len(key) != 33 or key[:1] != ED25519:
        return None
    key_id = hashlib.sha256(f"{name}\n".encode() + key).digest()[:4]
    return _Verifier(name, key_id, key[1:]) if key_id == named_id else None


def _read_head(text: str, name: str) -> TreeHead | None:
    origin, size, root, extension = [*text.split("\n"), "", "", ""][:4]
    if origin != name or not re.fullmatch("0|[1-9][0-9]{0,14}", size):
        return None
    return TreeHead(int(size), _decode_base64(root), extension)


def _decode_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
