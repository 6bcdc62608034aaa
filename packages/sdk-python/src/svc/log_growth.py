"""Proves from the public tiles of the audit log (C2SP tlog-tiles) that a log has only grown. It does no I/O itself."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Generator, Sequence, TypeVar, Union

from .checkpoint import TreeHead
from .errors import SvcError

# A tile holds 256 hashes of one level, the roots of as many tiles below.
TILE_WIDTH = 256
TILE_LEVELS = 8
HASH_BYTES = 32

T = TypeVar("T")
Reading = Generator[str, Union[bytes, None], T]
"""Yields paths below `/audit/log` and is sent their bytes; None: there is no such part."""


class MissingPartError(SvcError):
    """The service shows no tile that the log of a signed checkpoint has."""


@dataclass(frozen=True)
class _Subtree:
    level: int
    index: int


_Rooted = tuple[int, bytes]
"""The level of a perfect subtree, and its root."""


def is_extension(before: TreeHead, now: TreeHead) -> Reading[bool]:
    """Whether `now` is the log of `before`, grown at its end alone: both roots must follow from the same hashes."""
    if now.size < before.size:
        return False
    if now.size == before.size:
        return now.root == before.root
    old = yield from _read_roots(_split_range(0, before.size), now.size)
    added = yield from _read_roots(_split_range(before.size, now.size), now.size)
    return _fold_roots(old) == before.root and _fold_roots([*old, *added]) == now.root


def _split_range(start: int, end: int) -> list[_Subtree]:
    """The fewest perfect subtrees over the leaves `start` to `end`, from left to right."""
    parts: list[_Subtree] = []
    while start < end:
        level = 0
        while start + 2 ** (level + 1) <= end and start % 2 ** (level + 1) == 0:
            level += 1
        parts.append(_Subtree(level, start >> level))
        start += 2**level
    return parts


def _fold_roots(parts: Sequence[_Rooted]) -> bytes:
    """The root over perfect subtrees that begin with the first leaf."""
    merged: list[_Rooted] = []
    for level, root in parts:
        while merged and merged[-1][0] == level:
            root = _hash_node(merged.pop()[1], root)
            level += 1
        merged.append((level, root))
    if not merged:
        return hashlib.sha256().digest()
    right = merged.pop()[1]
    while merged:
        right = _hash_node(merged.pop()[1], right)
    return right


def _read_roots(parts: Sequence[_Subtree], size: int) -> Reading[list[_Rooted]]:
    roots: list[_Rooted] = []
    for part in parts:
        roots.append((part.level, (yield from _read_root(part, size))))
    return roots


def _read_root(part: _Subtree, size: int) -> Reading[bytes]:
    """From the tile that holds its hashes."""
    count = 2 ** (part.level % TILE_LEVELS)
    tile_level = part.level // TILE_LEVELS
    tile, first = divmod(part.index * count, TILE_WIDTH)
    width = min(TILE_WIDTH, size // TILE_WIDTH**tile_level - tile * TILE_WIDTH)
    partial = f".p/{width}" if width < TILE_WIDTH else ""
    path = f"tile/{tile_level}/{_write_number(tile)}{partial}"
    data = yield path
    if data is None:
        raise MissingPartError(f"The service keeps back a part of its audit log: there is no {path}")
    hashes = [data[at * HASH_BYTES : (at + 1) * HASH_BYTES] for at in range(first, first + count)]
    while len(hashes) > 1:
        hashes = [_hash_node(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def _hash_node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _write_number(tile: int) -> str:
    """1234067 → x001/x234/067"""
    digits = str(tile)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    groups = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    return "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
