from __future__ import annotations

import asyncio
import pickle
import unittest
from functools import partial

import httpx
from fake_log import FIRST, SECOND, THIRD, FakeLog, FakeService, hand_over
from scripted import BASE_URL
from witness import Witness, read_changed, size_of

from svc import (
    AsyncSvc,
    AuditLogSight,
    KeptCheckpoint,
    MemoryCheckpointStore,
    Svc,
    SvcAuditLogError,
    SvcError,
)


class CheckTest(unittest.TestCase):
    def test_follows_a_log_that_grows_without_any_set_up(self) -> None:
        log = FakeLog(300)
        service = FakeService(log)
        svc = Svc(BASE_URL, api_key="key", http_client=httpx.Client(transport=httpx.MockTransport(service)))
        self.assertEqual(svc.audit_log.check(), AuditLogSight(300, log.checkpoint, None))
        for size in (300, 301, 512, 66_000):
            service.log = FakeLog(size)
            sight = svc.audit_log.check()
            self.assertEqual(size_of(sight), size)
            self.assertRegex((sight and sight.grown_from and sight.grown_from.seen_at) or "", r"^20\d\d-.*\.\d{3}Z$")
        service.log = FakeLog(299)
        with self.assertRaisesRegex(SvcAuditLogError, "rewound"):
            svc.audit_log.check()

    def test_proves_the_growth_between_all_sizes_and_refuses_each_fork(self) -> None:
        logs = {size: FakeLog(size) for size in (0, 1, 2, 3, 7, 8, 255, 256, 257, 513)}
        for size, log in logs.items():
            for later in (one for one in logs if one >= size):
                witness = Witness(log)
                witness.check(log)
                self.assertEqual(size_of(witness.check_async(logs[later])), later)
                for fork_at in {0, size // 2, size - 1} & set(range(size)):
                    breach = witness.find_breach(FakeLog(later + 1, fork_at=fork_at))
                    self.assertEqual(breach and breach.reason, "forked")

    def test_sends_no_credential_to_the_public_log(self) -> None:
        witness = Witness(FakeLog(3))
        witness.check(FakeLog(3))
        self.assertEqual([request.headers.get("authorization") for request in witness.sent], [None, None])

    def test_says_what_was_seen_when_of_a_log_that_is_another_one(self) -> None:
        then = r"at 20\d\d-\S+ you saw 300 entries"
        cases: list[tuple[str, FakeLog | None, str]] = [
            ("forked", FakeLog(400, fork_at=299), f"{then}.* of 400 entries"),
            ("forked", FakeLog(300, fork_at=0), then),
            ("rewound", FakeLog(299), f"{then}, and now there are 299"),
            ("unsigned", FakeLog(400, signer=SECOND), "not signed by the key of before"),
            ("unsigned", FakeLog(400, signer=SECOND, named=FIRST), "not signed by the key of before"),
            ("gone", None, then),
            *(
                ("unsigned", FakeLog(400, signer=SECOND, handovers=[hand_over(SECOND, [one])]), "key of before")
                for one in (FIRST, SECOND)
            ),
        ]
        for reason, log, problem in cases:
            for is_async in (False, True):
                with self.subTest(reason, is_async=is_async):
                    store = MemoryCheckpointStore()
                    witness = Witness(FakeLog(300), store)
                    witness.check(FakeLog(300))
                    kept = store.load()
                    with self.assertRaisesRegex(SvcAuditLogError, problem) as caught:
                        (witness.check_async if is_async else witness.check)(log)
                    error = caught.exception
                    self.assertEqual((error.reason, store.evidence), (reason, [error.evidence]))
                    self.assertEqual(error.evidence.kept, kept)
                    shown = error.evidence.shown
                    self.assertEqual(shown and shown.checkpoint, log and log.checkpoint)
                    self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))
                    # It is demanded again, until the log is the one of before.
                    self.assertEqual(store.load(), kept)
                    self.assertEqual(size_of(witness.check(FakeLog(301))), 301)

    def test_refuses_a_first_checkpoint_that_the_named_key_has_not_signed(self) -> None:
        store = MemoryCheckpointStore()
        witness = Witness(None, store)
        changed = FakeLog(300)
        changed.checkpoint = changed.checkpoint.replace("\n300\n", "\n301\n")
        for log in (changed, FakeLog(300, signer=SECOND, named=FIRST)):
            breach = witness.find_breach(log)
            self.assertEqual(breach and breach.reason, "unsigned")
            self.assertIsNone(store.load())

    def test_names_a_store_that_was_changed(self) -> None:
        store = MemoryCheckpointStore()
        other = FakeLog(300, signer=SECOND).checkpoint
        store.save(KeptCheckpoint((FIRST.verifier_key,), other, "2026-01-01T00:00:00.000Z"))
        breach = Witness(None, store).find_breach(FakeLog(400))
        self.assertEqual(breach and breach.reason, "unknown")

    def test_follows_a_key_that_the_one_before_has_introduced_and_does_not_trust_that_one_again(self) -> None:
        witness = Witness(FakeLog(300))
        witness.check(FakeLog(300))
        handovers = [hand_over(SECOND, [FIRST, SECOND]), hand_over(THIRD, [SECOND, THIRD])]
        self.assertEqual(size_of(witness.check(FakeLog(400, signer=THIRD, handovers=handovers))), 400)
        breach = witness.find_breach(FakeLog(500, signer=SECOND, handovers=handovers))
        self.assertEqual(breach and breach.reason, "unsigned")

    def test_keys_that_were_changed_back_do_not_make_the_list_longer_at_each_sight(self) -> None:
        store = MemoryCheckpointStore()
        witness = Witness(FakeLog(300), store)
        handovers = [hand_over(SECOND, [FIRST, SECOND]), hand_over(FIRST, [SECOND, FIRST])]
        for size in (300, 301, 302):
            witness.check(FakeLog(size, handovers=handovers))
            kept = store.load()
            self.assertEqual(kept and kept.keys, (FIRST.verifier_key,))

    def test_reads_a_key_again_that_came_between_two_readings(self) -> None:
        witness = Witness(FakeLog(300))
        witness.check(FakeLog(300))
        before = FakeLog(300)
        after = FakeLog(400, signer=SECOND, handovers=[hand_over(SECOND, [FIRST, SECOND])])
        paths: list[str] = []

        def read(path: str) -> bytes | None:
            paths.append(path)
            return (before if paths == ["keys"] else after).read(path)

        witness.service.read = read
        self.assertEqual(size_of(witness.svc.audit_log.check()), 400)

    def test_keeps_nothing_and_demands_nothing_without_a_store(self) -> None:
        witness = Witness(FakeLog(300), False)
        witness.check(FakeLog(300))
        self.assertEqual(witness.check(FakeLog(10)), AuditLogSight(10, FakeLog(10).checkpoint, None))
        self.assertIsNone(witness.check(None))

    def test_names_a_part_that_is_kept_back_and_keeps_nothing(self) -> None:
        store = MemoryCheckpointStore()
        witness = Witness(FakeLog(300), store)
        witness.check(FakeLog(300))
        kept, grown = store.load(), FakeLog(400)
        witness.service.read = lambda path: None if path.startswith("tile/") else grown.read(path)
        with self.assertRaisesRegex(SvcError, r"keeps back a part of its audit log: there is no tile/"):
            witness.svc.audit_log.check()
        self.assertEqual(store.load(), kept)

    def test_is_an_error_of_this_package_for_whatever_a_service_says(self) -> None:
        log = FakeLog(300)
        for part in (
            b"",
            b"<html>",
            b"[]",
            b"{}",
            b"[" * 100_000,
            b'{"key":7,"handovers":{}}',
            b'{"key":"\\ud800+00000000+AQ==","handovers":["\\ud800",null]}',
            b"\xff",
        ):
            for name in ("keys", "checkpoint"):
                witness = Witness(log)
                witness.service.read = partial(read_changed, log, {name: part})
                with self.subTest(part[:20], name=name), self.assertRaises(SvcError):
                    witness.svc.audit_log.check()


class CancellationTest(unittest.IsolatedAsyncioTestCase):
    async def test_a_cancelled_check_ends_at_once_and_keeps_nothing(self) -> None:
        store = MemoryCheckpointStore()
        is_asked = asyncio.Event()

        async def hang(_: httpx.Request) -> httpx.Response:
            is_asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        client = httpx.AsyncClient(transport=httpx.MockTransport(hang))
        svc = AsyncSvc(BASE_URL, api_key="key", http_client=client, checkpoints=store)
        check = asyncio.ensure_future(svc.audit_log.check())
        await is_asked.wait()
        check.cancel()
        with self.assertRaises(asyncio.CancelledError):
            await check
        self.assertIsNone(store.load())


if __name__ == "__main__":
    unittest.main()
