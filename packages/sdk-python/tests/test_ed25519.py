from __future__ import annotations

import unittest

from fake_log import FIRST

from svc import ed25519

# RFC 8032, §7.1: public key, message, signature.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
    (
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
        "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
    ),
]


def flip(data: bytes, bit: int) -> bytes:
    return (int.from_bytes(data, "little") ^ 1 << bit).to_bytes(len(data), "little")


class Ed25519Test(unittest.TestCase):
    def test_accepts_the_signatures_of_rfc_8032_and_no_changed_one(self) -> None:
        for texts in VECTORS:
            key, message, signature = map(bytes.fromhex, texts)
            self.assertTrue(ed25519.verify(key, signature, message))
            self.assertFalse(ed25519.verify(key, signature, message + b"\0"))
            for bit in range(0, 512, 37):
                self.assertFalse(ed25519.verify(key, flip(signature, bit), message))
            for bit in range(0, 256, 37):
                self.assertFalse(ed25519.verify(flip(key, bit), signature, message))

    def test_refuses_a_second_form_of_a_signature_and_texts_of_other_lengths(self) -> None:
        message = b"Hello"
        signature = FIRST.sign(message)
        s = int.from_bytes(signature[32:], "little") + ed25519.L
        for other in (signature[:32] + s.to_bytes(32, "little"), b"", signature[:63], signature + b"\0"):
            self.assertFalse(ed25519.verify(FIRST.public_key, other, message))
        for key in (b"", FIRST.public_key[:31], FIRST.public_key + b"\0"):
            self.assertFalse(ed25519.verify(key, signature, message))

    def test_refuses_keys_that_are_no_points_or_have_a_second_form(self) -> None:
        # No x has y = 2; x = 0 has no sign; 1 + p is 1.
        for number in (2, 1 | 1 << 255, ed25519.P + 1, 2**256 - 1):
            self.assertIsNone(ed25519.decode_point(number.to_bytes(32, "little")))
        self.assertEqual(ed25519.decode_point((1).to_bytes(32, "little")), ed25519.NEUTRAL)


if __name__ == "__main__":
    unittest.main()
