import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { hear } from "../support/servers/child-process";

test("hears a word that came together with the one before", async () => {
  const child = new EventEmitter() as ChildProcess;
  const ready = hear(child, "ready");
  child.emit("message", "ready");
  child.emit("message", "done");
  await ready;
  await hear(child, "done");
});

test("says which word a process did not say before it ended", async () => {
  const child = new EventEmitter() as ChildProcess;
  const done = hear(child, "done");
  child.emit("message", "ready");
  child.emit("exit", 1);
  await expect(done).rejects.toThrow('The process ended before it said "done".');
});
