from __future__ import annotations

import json
import unittest
from functools import partial
from pathlib import Path

import httpx

from svc import SvcWebhookError, is_v1, is_v2, unwrap

# The vectors of the TypeScript client: every verifier has to have the same results.
VECTORS = json.loads((Path(__file__).parents[2] / "sdk/test-vectors/webhooks.json").read_text(encoding="utf-8"))


class WebhookTest(unittest.TestCase):
    def test_has_the_result_of_every_vector(self) -> None:
        self.assertGreater(len(VECTORS), 5)
        for vector in VECTORS:
            with self.subTest(vector["name"]):
                arguments = (vector["body"].encode(), vector["headers"], vector["secrets"])
                now = partial(float, vector["now"])
                if "refused" in vector:
                    with self.assertRaises(SvcWebhookError) as caught:
                        unwrap(*arguments, now=now)
                    self.assertEqual(caught.exception.reason, vector["refused"])
                else:
                    delivery = unwrap(*arguments, now=now)
                    self.assertEqual(delivery.event, json.loads(vector["body"]))
                    self.assertEqual(delivery.delivery_id, vector["headers"]["Svc-Webhook-Delivery"])

    def test_reads_headers_of_any_case_and_text_and_tells_the_versions_apart(self) -> None:
        vector = next(vector for vector in VECTORS if "refused" not in vector)
        lists = {name.lower(): [value] for name, value in vector["headers"].items()}
        for headers in (httpx.Headers(vector["headers"]), lists):
            delivery = unwrap(vector["body"], headers, vector["secrets"], now=lambda: vector["now"])
            self.assertEqual((is_v2(delivery.event), is_v1(delivery.event)), (True, False))


if __name__ == "__main__":
    unittest.main()
