import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { scriptFetch } from "../../sdk/test/scripted-fetch";
import { run } from "../src/program";
import type { Surroundings } from "../src/surroundings";

export const SERVICE = "https://svc.test";

type Replies = Parameters<typeof scriptFetch>;

/** A machine of its own, whose service gives these replies one by one. */
export function createMachine(replies: Replies = [], changes: Partial<Surroundings> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "svc-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const directory = join(folder, "config");
  const script = scriptFetch(...replies);
  const written = { stdout: "", stderr: "" };
  const streamOf = (name: "stdout" | "stderr") => ({
    write: (text: string | Uint8Array) => {
      written[name] += String(text);
      return true;
    },
  });
  const opened: string[] = [];
  const surroundings: Surroundings = {
    env: { SVC_CONFIG_DIR: directory, SVC_URL: SERVICE, SVC_SECRET_STORE: "file", ...changes.env },
    stdin: Readable.from([]),
    stdout: streamOf("stdout"),
    stderr: streamOf("stderr"),
    fetch: script.fetch,
    platform: "linux",
    homeDirectory: directory,
    deviceName: "laptop",
    openBrowser: async (url) => opened.push(url) > 0,
    runTool: async () => ({ code: null, output: "" }),
    signal: new AbortController().signal,
    ...Object.fromEntries(Object.entries(changes).filter(([name]) => name !== "env")),
  };
  return {
    directory,
    sent: script.sent,
    opened,
    surroundings,
    /** Runs one command, with its exit code and the text of both streams. */
    async run(...args: string[]) {
      Object.assign(written, { stdout: "", stderr: "" });
      const code = await run(args, surroundings);
      return { code, ...written };
    },
  };
}

export function createScriptedMachine(...replies: Replies) {
  return createMachine(replies, { env: { SVC_API_KEY: "svc_test_key" } });
}

export function refuse(status: number, code: string): Response {
  const headers = { link: `<${SERVICE}/docs/errors/${code}>; rel="help"` };
  return Response.json({ error: { code, message: "It is refused.", requestId: "req_1" } }, { status, headers });
}
