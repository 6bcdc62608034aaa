from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

from fake_log import FIRST, FakeLog
from witness import Witness, size_of

from svc import FileCheckpointStore, KeptCheckpoint, MemoryCheckpointStore

HERE = Path(__file__).parent


class SideBySideTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "deep" / "log.json"

    def test_accuses_nobody_and_keeps_the_younger_checkpoint(self) -> None:
        for store in (MemoryCheckpointStore(), FileCheckpointStore(self.file)):
            slow, fast = Witness(FakeLog(300), store), Witness(FakeLog(300), store)
            slow.check(FakeLog(300))
            before, after = FakeLog(400), FakeLog(500)

            def read(path: str, fast: Witness = fast, before: FakeLog = before, after: FakeLog = after) -> bytes | None:
                if path == "checkpoint":
                    fast.check(after)
                return before.read(path)

            slow.service.read = read
            self.assertEqual(size_of(slow.svc.audit_log.check()), 400)
            kept = store.load()
            self.assertEqual(kept and kept.checkpoint, after.checkpoint)

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
        self.assertEqual(size_of(Witness(None, store).check(FakeLog(300))), 300)
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
