"""
Runs the blocks of the README in one namespace.
They begin an authorization that a person approves: its URL goes out, the callback comes in.
"""

from __future__ import annotations

import contextlib
import json
import sys

task = json.loads(sys.stdin.readline())
names: dict[str, object] = dict(task["variables"])
for block in task["blocks"]:
    if "pending" in names and "callback_url" not in names:
        print(names["pending"].url, flush=True)  # type: ignore[attr-defined]
        names["callback_url"] = sys.stdin.readline().strip()
    with contextlib.redirect_stdout(sys.stderr):
        exec(compile(block, "README.md", "exec"), names)
