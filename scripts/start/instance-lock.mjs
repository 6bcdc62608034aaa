import { createHash } from "node:crypto";
import { realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readCode } from "../problem.mjs";
import { showProgress } from "./progress.mjs";

/**
 * A lock on a directory that ends with its process, however that ends: a local socket that only one can listen on.
 * @param {string} directory @param {string} owner the message for the next process that asks
 * @returns {Promise<{ isHeld: true, release: () => Promise<void> } | { isHeld: false, owner: string }>}
 */
export async function acquireLock(directory, owner) {
  const path = namePath(realpathSync(directory));
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const server = createServer((socket) => socket.on("error", () => undefined).end(owner));
    const code = await listen(server, path);
    if (code === undefined)
      return { isHeld: true, release: () => new Promise((resolve) => server.close(() => resolve())) };
    if (code !== "EADDRINUSE") throw new Error(`The lock on ${directory} could not be taken: ${code}`);
    const other = await askOwner(path);
    if (other !== undefined) return { isHeld: false, owner: other };
    if (hasFile(path)) rmSync(path, { force: true });
  }
  return { isHeld: false, owner: "" };
}

/** @template T @param {string} directory @param {() => Promise<T>} work */
export async function withLock(directory, work) {
  for (;;) {
    const lock = await acquireLock(directory, String(process.pid));
    if (!lock.isHeld) {
      await sleep(200);
      continue;
    }
    try {
      return await work();
    } finally {
      await lock.release();
    }
  }
}

/**
 * Work that another process may have done, or be doing: it is asked before and after the wait for the lock.
 * @param {string} label @param {string} directory @param {() => boolean} isDone @param {() => Promise<void>} work
 */
export async function doOnce(label, directory, isDone, work) {
  if (isDone()) return;
  await showProgress(label, () =>
    withLock(directory, async () => {
      if (!isDone()) await work();
    }),
  );
}

/** @param {string} directory */
function namePath(directory) {
  const name = `svc-${createHash("sha256").update(directory).digest("hex").slice(0, 32)}`;
  if (process.platform === "win32") return `\\\\?\\pipe\\${name}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), `${name}.sock`);
}

/** Only where sockets are files does a killed process leave one. @param {string} path */
function hasFile(path) {
  return !path.startsWith("\0") && !path.startsWith("\\\\");
}

/**
 * @param {import("node:net").Server} server @param {string} path
 * @returns {Promise<string | undefined>} the error's code
 */
function listen(server, path) {
  return new Promise((resolve) => {
    server.once("error", (error) => resolve(readCode(error) ?? error.message));
    server.listen({ path }, () => {
      server.unref();
      resolve(undefined);
    });
  });
}

/** @param {string} path @returns {Promise<string | undefined>} undefined when no process holds it any more */
function askOwner(path) {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect({ path });
    socket.setEncoding("utf8").setTimeout(2_000, () => socket.destroy());
    socket.on("data", (text) => {
      answer += text;
    });
    socket.once("error", () => resolve(undefined));
    socket.once("close", () => resolve(answer));
  });
}
