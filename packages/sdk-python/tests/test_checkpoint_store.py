from __future__ import annotations

import asyncio
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from fake_log import FIRST, SECOND, THIRD, FakeLog, Signer, hand_over
from witness import Witness, size_of

from svc import (
    AuditLogSight,
    CheckpointStore,
    FileCheckpointStore,
    KeptCheckpoint,
    MemoryCheckpointStore,
    SvcAuditLogError,
)

HERE = Path(__file__).parent


def check_at_once(
    store: CheckpointStore, log: FakeLog, other: FakeLog, after: FakeLog | None = None, is_async: bool = False
) -> AuditLogSight | None:
    """By a process that reads its checkpoint just before another one has done a whole check. `after` is the log from then on."""
    slow, fast = Witness(log, store), Witness(None, store)
    read_later = slow.service.read

    def read(path: str) -> bytes | None:
        part = log.read(path)
        if path == "checkpoint":
            # In a thread: it may be a loop of its own.
            with ThreadPoolExecutor() as pool:
                pool.submit(fast.check, other).result()
            slow.service.log, slow.service.read = after or log, read_later
        return part

    slow.service.read = read
    return asyncio.run(slow.async_svc.audit_log.check()) if is_async else slow.svc.audit_log.check()


class SideBySideTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "deep" / "log.json"

    def test_accuses_nobody_and_keeps_the_younger_checkpoint(self) -> None:
        introduced = [hand_over(SECOND, [FIRST, SECOND])]
        twice = [*introduced, hand_over(THIRD, [SECOND, THIRD])]
        cases: list[tuple[FakeLog, FakeLog, Signer, list[str]]] = [
            (FakeLog(400), FakeLog(500), FIRST, []),
            (FakeLog(500), FakeLog(400), FIRST, []),
            (FakeLog(400), FakeLog(400), FIRST, []),
            (FakeLog(400), FakeLog(500, signer=SECOND, handovers=introduced), SECOND, introduced),
            (FakeLog(400), FakeLog(400, signer=SECOND, handovers=introduced), SECOND, introduced),
            (FakeLog(500, signer=SECOND, handovers=introduced), FakeLog(400), SECOND, introduced),
            (FakeLog(400, signer=SECOND, handovers=introduced), FakeLog(400), SECOND, introduced),
            (FakeLog(400), FakeLog(500, signer=THIRD, handovers=twice), THIRD, twice),
            (FakeLog(500, signer=THIRD, handovers=twice), FakeLog(400), THIRD, twice),
        ]
        for log, other, signer, handovers in cases:
            younger = log if len(log.levels[0]) > len(other.levels[0]) else other
            latest = FakeLog(500, signer=signer, handovers=handovers)
            for is_first, store in (
                (True, MemoryCheckpointStore()),
                (False, MemoryCheckpointStore()),
                (True, FileCheckpointStore(self.file)),
            ):
                with self.subTest(log.checkpoint, other=other.checkpoint, store=store, is_first=is_first):
                    if not is_first:
                        Witness(None, store).check(FakeLog(300))
                    sight = check_at_once(store, log, other, after=latest)
                    self.assertEqual(size_of(sight), len(log.levels[0]))
                    kept = store.load()
                    self.assertEqual(kept and kept.checkpoint, younger.checkpoint)
                    # The keys that are kept lead on.
                    self.assertEqual(size_of(Witness(None, store).check(latest)), 500)
            self.file.unlink()

    def test_different_logs_that_are_shown_at_once_are_an_error_at_once(self) -> None:
        introduced = [hand_over(SECOND, [FIRST, SECOND])]
        cases: list[tuple[str, FakeLog, FakeLog]] = [
            ("forked", FakeLog(500, fork_at=350), FakeLog(400)),
            ("forked", FakeLog(400), FakeLog(500, fork_at=350)),
            ("forked", FakeLog(400, fork_at=399), FakeLog(400)),
            ("unsigned", FakeLog(500, signer=SECOND), FakeLog(400)),
            ("unsigned", FakeLog(500), FakeLog(400, signer=SECOND, handovers=introduced)),
        ]
        for reason, log, other in cases:
            for is_async in (False, True):
                with self.subTest(reason, log=log.checkpoint, is_async=is_async):
                    store = MemoryCheckpointStore()
                    with self.assertRaises(SvcAuditLogError) as caught:
                        check_at_once(store, log, other, is_async=is_async)
                    self.assertEqual((caught.exception.reason, store.evidence), (reason, [caught.exception.evidence]))
                    kept, shown = caught.exception.evidence.kept, caught.exception.evidence.shown
                    self.assertEqual(kept, store.load())
                    self.assertEqual((kept and kept.checkpoint), other.checkpoint)
                    self.assertEqual((shown and shown.checkpoint), log.checkpoint)

    def test_only_a_handover_joins_the_logs_of_two_keys_that_are_seen_for_the_first_time(self) -> None:
        introduced = [hand_over(SECOND, [FIRST, SECOND])]
        old, new = FakeLog(400), FakeLog(500, signer=SECOND)
        handed_over = FakeLog(500, signer=SECOND, handovers=introduced)
        fork = FakeLog(500, fork_at=350, signer=SECOND, handovers=introduced)
        rewound = FakeLog(400, signer=SECOND, handovers=introduced)
        cases: list[tuple[str, FakeLog, FakeLog, FakeLog]] = [
            ("unsigned", old, new, new),
            *(
                ("unsigned", old, new, FakeLog(500, signer=SECOND, handovers=[hand_over(SECOND, signers)]))
                for signers in ([SECOND], [FIRST], [SECOND, THIRD])
            ),
            ("rewound", old, new, FakeLog(400, handovers=[hand_over(FIRST, [FIRST, SECOND])])),
            ("forked", old, fork, fork),
            ("forked", handed_over, FakeLog(400, fork_at=350), handed_over),
            ("unsigned", FakeLog(500), rewound, rewound),
            ("rewound", rewound, FakeLog(500), handed_over),
        ]
        for reason, log, other, after in cases:
            with self.subTest(reason, log=log.checkpoint, after=after.keys):
                store = MemoryCheckpointStore()
                with self.assertRaises(SvcAuditLogError) as caught:
                    check_at_once(store, log, other, after)
                evidence = caught.exception.evidence
                self.assertEqual((caught.exception.reason, store.evidence), (reason, [evidence]))
                self.assertEqual(evidence.kept and evidence.kept.checkpoint, other.checkpoint)
                self.assertEqual(evidence.shown and evidence.shown.checkpoint, log.checkpoint)
                kept = store.load()
                self.assertEqual(kept and kept.checkpoint, other.checkpoint)

    def test_compares_and_replaces_the_kept_checkpoint_in_one_step(self) -> None:
        younger = KeptCheckpoint((FIRST.verifier_key,), FakeLog(500).checkpoint, "2026-01-01T00:00:00.000Z")

        class BusyStore(FileCheckpointStore):
            @contextmanager
            def exclusively(self) -> Iterator[None]:
                """Another process had the lock until now."""
                with super().exclusively():
                    self.save(younger)
                    yield

        store = BusyStore(self.file)
        witness, log, grown = Witness(None, store), FakeLog(300), FakeLog(500)
        witness.service.read = lambda path: (grown if path.startswith("tile/") else log).read(path)
        self.assertEqual(size_of(witness.svc.audit_log.check()), 300)
        self.assertEqual(store.load(), younger)

    def test_a_file_remembers_for_other_processes_and_keeps_each_contradiction_once(self) -> None:
        Witness(None, FileCheckpointStore(self.file)).check(FakeLog(300))
        if os.name != "nt":
            self.assertEqual(stat.S_IMODE(self.file.stat().st_mode), 0o600)
        witness = Witness(None, FileCheckpointStore(str(self.file)))
        for _ in range(2):
            breach = witness.find_breach(FakeLog(310, fork_at=4))
            self.assertEqual(breach and breach.reason, "forked")
        log_file, evidence = sorted(self.file.parent.iterdir(), key=lambda file: len(file.name))
        self.assertEqual(log_file, self.file)
        told = json.loads(evidence.read_text(encoding="utf-8"))
        self.assertIn("The log was forked", told["problem"])
        self.assertEqual(set(told), {"problem", "foundAt", "kept", "shown"})

    def test_leaves_the_other_members_of_the_file_alone(self) -> None:
        witness = Witness(None, FileCheckpointStore(self.file))
        witness.check(FakeLog(300))
        rows = {"service": {"number": 7}}
        kept = json.loads(self.file.read_text(encoding="utf-8"))
        self.file.write_text(json.dumps({**kept, "lastRows": rows}), encoding="utf-8")
        witness.check(FakeLog(301))
        self.assertEqual(json.loads(self.file.read_text(encoding="utf-8"))["lastRows"], rows)

    def start(self, program: str) -> subprocess.Popen[str]:
        start = f"import sys; sys.path.insert(0, {str(HERE)!r}); file = sys.argv[1]\n"
        arguments = [sys.executable, "-c", start + program, str(self.file)]
        return subprocess.Popen(arguments, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)

    def test_a_process_that_is_killed_while_it_writes_leaves_a_whole_file(self) -> None:
        Witness(None, FileCheckpointStore(self.file)).check(FakeLog(300))
        for dies_at in ("fsync", "replace"):
            child = self.start(
                "import os, signal\n"
                "from test_checkpoint_store import *\n"
                f"os.{dies_at} = lambda *_: os.kill(os.getpid(), getattr(signal, 'SIGKILL', signal.SIGTERM))\n"
                "Witness(None, FileCheckpointStore(file)).check(FakeLog(400))\n"
            )
            child.communicate(timeout=60)
            self.assertNotEqual(child.returncode, 0)
            # Its lock is taken over when it has become old.
            lock = Path(f"{self.file}.lock")
            self.assertTrue(lock.exists())
            os.utime(lock, (0, 0))
            sight = Witness(None, FileCheckpointStore(self.file)).check(FakeLog(400))
            self.assertEqual(sight and sight.grown_from and sight.grown_from.size, 300)
            self.file.unlink()
            Witness(None, FileCheckpointStore(self.file)).check(FakeLog(300))

    def test_processes_that_follow_one_log_at_once_end_with_its_newest_checkpoint(self) -> None:
        program = (
            "from test_checkpoint_store import *\n"
            "witness = Witness(None, FileCheckpointStore(file))\n"
            "for line in sys.stdin: print(witness.check(FakeLog(int(line))).size, flush=True)\n"
        )
        children = [self.start(program) for _ in range(3)]
        for size in (100, 101, 256, 257, 300):
            for child in children:
                if child.stdin is not None:
                    child.stdin.write(f"{size}\n")
                    child.stdin.flush()
            answers = [child.stdout.readline() if child.stdout else "" for child in children]
            self.assertEqual(answers, [f"{size}\n"] * len(children))
            kept = FileCheckpointStore(self.file).load()
            self.assertEqual(kept and kept.checkpoint, FakeLog(size).checkpoint)
        for child in children:
            child.communicate(timeout=60)
            self.assertEqual(child.returncode, 0)
        self.assertEqual([file.name for file in self.file.parent.iterdir()], [self.file.name])


if __name__ == "__main__":
    unittest.main()
