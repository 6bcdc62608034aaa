"""
Verification of Ed25519 signatures (RFC 8032, §5.1.7). Everything in it is public, so it need not run in constant time:
code that signs has no place here.
"""

from __future__ import annotations

import hashlib

# The field, the order of the base point, and the constant of the curve -x² + y² = 1 + dx²y².
P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)

# x and y are X/Z and Y/Z, and T is XY/Z: additions then need no division.
Point = tuple[int, int, int, int]
NEUTRAL: Point = (0, 1, 1, 0)


def verify(public_key: bytes, signature: bytes, message: bytes) -> bool:
    point = decode_point(public_key)
    s = int.from_bytes(signature[32:], "little")
    # A larger s would be a second signature of the same message.
    if point is None or len(signature) != 64 or s >= L:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    h = int.from_bytes(digest, "little") % L
    x, y, z, t = multiply(h, point)
    return encode_point(add(multiply(s, BASE), (P - x, y, z, P - t))) == signature[:32]


def decode_point(encoded: bytes) -> Point | None:
    number = int.from_bytes(encoded, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(encoded) != 32 or y >= P:
        return None
    x = _recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def encode_point(point: Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return ((x * inverse % P & 1) << 255 | y * inverse % P).to_bytes(32, "little")


def add(a: Point, b: Point) -> Point:
    m, n = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    t, z = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = n - m, z - t, z + t, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(factor: int, point: Point) -> Point:
    product = NEUTRAL
    while factor > 0:
        if factor & 1:
            product = add(product, point)
        point = add(point, point)
        factor >>= 1
    return product


def _recover_x(y: int, sign: int) -> int | None:
    """The root of (y² - 1) / (dy² + 1) with this sign; None: the curve has no such point."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P != 0 or (x == 0 and sign == 1):
        return None
    return x if x & 1 == sign else P - x


def _find_base() -> Point:
    y = 4 * pow(5, -1, P) % P
    x = _recover_x(y, 0) or 0
    return x, y, 1, x * y % P


BASE = _find_base()
