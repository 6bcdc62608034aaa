"""An audit log that a test may fork, rewind and sign with any key, as the service writes one."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import dataclass
from typing import Callable, Sequence

import httpx

from svc import ed25519

ORIGIN = "log.example/audit/log"


@dataclass(frozen=True)
class Signer:
    secret: bytes

    @property
    def public_key(self) -> bytes:
        return ed25519.encode_point(ed25519.multiply(self._split()[0], ed25519.BASE))

    @property
    def verifier_key(self) -> str:
        return f"{ORIGIN}+{self._id().hex()}+{base64.b64encode(self._typed_key()).decode()}"

    def sign(self, message: bytes) -> bytes:
        factor, prefix = self._split()
        nonce = _read_digest(prefix + message)
        point = ed25519.encode_point(ed25519.multiply(nonce, ed25519.BASE))
        s = (nonce + _read_digest(point + self.public_key + message) * factor) % ed25519.L
        return point + s.to_bytes(32, "little")

    def sign_line(self, text: str) -> str:
        return f"— {ORIGIN} {base64.b64encode(self._id() + self.sign(text.encode())).decode()}\n"

    def _split(self) -> tuple[int, bytes]:
        digest = hashlib.sha512(self.secret).digest()
        factor = int.from_bytes(digest[:32], "little")
        return factor & (2**254 - 8) | 2**254, digest[32:]

    def _typed_key(self) -> bytes:
        return b"\x01" + self.public_key

    def _id(self) -> bytes:
        return hashlib.sha256(f"{ORIGIN}\n".encode() + self._typed_key()).digest()[:4]


def _read_digest(message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(message).digest(), "little") % ed25519.L


FIRST, SECOND, THIRD = (Signer(bytes([number]) * 32) for number in (1, 2, 3))


class FakeLog:
    def __init__(
        self,
        size: int,
        fork_at: int | None = None,
        signer: Signer = FIRST,
        handovers: Sequence[str] = (),
        named: Signer | None = None,
    ) -> None:
        self.levels = [[_hash_leaf(index, fork_at is not None and index >= fork_at) for index in range(size)]]
        while len(self.levels[-1]) > 1:
            below = self.levels[-1]
            self.levels.append([_hash_node(*pair) for pair in zip(below[::2], below[1::2], strict=False)])
        self.checkpoint = _sign(size, _hash_root(self.levels[0]), "", [signer])
        self.keys = {"key": (named or signer).verifier_key, "handovers": list(handovers)}

    def read(self, path: str) -> bytes | None:
        if path == "checkpoint":
            return self.checkpoint.encode()
        if path == "keys":
            return json.dumps(self.keys).encode()
        match = re.fullmatch(r"tile/(\d)/((?:x\d{3}/)*\d{3})(?:\.p/(\d+))?", path)
        if match is None or int(match.group(1)) * 8 >= len(self.levels):
            return None
        tile, width = int(re.sub(r"\D", "", match.group(2))), int(match.group(3) or 256)
        hashes = self.levels[int(match.group(1)) * 8][tile * 256 : tile * 256 + width]
        return b"".join(hashes) if len(hashes) == width else None


def hand_over(after: Signer, signers: Sequence[Signer]) -> str:
    """`after` is introduced; `signers` are those who sign it."""
    return _sign(5, bytes(32), f"key {after.verifier_key}\n", signers)


class FakeService:
    """Its log may be another one at each request; None: it shows none."""

    def __init__(self, log: FakeLog | None) -> None:
        self.log = log
        self.read: Callable[[str], bytes | None] = lambda path: self.log.read(path) if self.log else None

    def __call__(self, request: httpx.Request) -> httpx.Response:
        part = self.read(request.url.path.removeprefix("/audit/log/"))
        return httpx.Response(404) if part is None else httpx.Response(200, content=part)


def _sign(size: int, root: bytes, extension: str, signers: Sequence[Signer]) -> str:
    text = f"{ORIGIN}\n{size}\n{base64.b64encode(root).decode()}\n{extension}"
    return f"{text}\n{''.join(signer.sign_line(text) for signer in signers)}"


def _hash_leaf(index: int, is_other: bool) -> bytes:
    return hashlib.sha256(f"\0{index}/{is_other}".encode()).digest()


def _hash_node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _hash_root(leaves: Sequence[bytes]) -> bytes:
    """As RFC 6962 defines it, not as the client computes it."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return _hash_node(_hash_root(leaves[:split]), _hash_root(leaves[split:]))
