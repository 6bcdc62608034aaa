import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Manifest } from "../../prisma/seed/manifest";
import { approveLogin } from "../support/browser/forms";
import { openSession } from "../support/browser/oauth-flow";
import { eventually } from "../support/scenes/eventually";
import { readManifest } from "../support/scenes/manifest";
import { makeChildEnv } from "../support/servers/child-process";
import { type Service, startService } from "../support/service";

/**
 * The transcript in README.md is what a fresh start prints. `SVC_RECORD=1 npx vitest run --project process e2e/process/first-minutes.test.ts`
 * writes it again after a change.
 */
const BLOCK = /^```console\n([\s\S]*?)^```$/m;

let service: Service;
let demo: Manifest;
let cookie: string;
let shell: ChildProcess;
let output = "";

beforeAll(async () => {
  service = await startService();
  demo = readManifest(service.manifestFile);
  cookie = await openSession(demo.baseUrl, demo.users.owner);
  shell = spawn("bash", ["--noprofile", "--norc"], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: makeChildEnv({
      SVC_DATA_DIR: service.dataDir,
      SVC_ENV_FILE: join(service.dataDir, "env"),
      SVC_CONFIG_DIR: join(service.dataDir, "config"),
      SVC_SECRET_STORE: "file",
    }),
  });
  for (const stream of [shell.stdout, shell.stderr]) stream?.on("data", (text: Buffer) => (output += text.toString()));
});
afterAll(async () => {
  // The group: the shell, and the command that it left in the background.
  if (shell.pid !== undefined) process.kill(-shell.pid, "SIGTERM");
  await service.stop();
});

/** Pastes one command; returns the prompt and everything printed until `isDone`. */
async function paste(command: string, isDone: (printed: string) => boolean = () => true): Promise<string> {
  const from = output.length;
  const mark = `done-${from}`;
  shell.stdin?.write(`${command}\necho ${mark}\n`);
  const read = () => output.slice(from);
  if (command.includes(" login")) {
    await expect.poll(read).toMatch(/[B-Z]{4}-[B-Z]{4}/);
    const [code = ""] = /[B-Z]{4}-[B-Z]{4}/.exec(read()) ?? [];
    expect(await approveLogin({ baseUrl: demo.baseUrl, cookie }, code)).toContain("outcome=approved");
  }
  await expect.poll(() => read().includes(mark) && isDone(read())).toBe(true);
  const printed = read().replace(`${mark}\n`, "").trimEnd();
  return `$ ${command}\n${printed === "" ? "" : `${printed}\n`}`;
}

/** Ids, times, secrets and places differ from machine to machine. */
function mask(transcript: string): string {
  return transcript
    .replaceAll(demo.baseUrl, "http://localhost:3000")
    .replace(/^The token is stored in .*$/m, "The token is stored in the system's store.")
    .replaceAll(/[B-Z]{4}-[B-Z]{4}/g, "BCDF-GHJK")
    .replaceAll(/whsec_[\w+/=-]+/g, "whsec_…")
    .replaceAll(/\b(msg|room|usr)_[0-9a-z]{26}/g, "$1_…")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-23T10:00:03.120Z")
    .replaceAll(/^\d\d:\d\d:\d\d/gm, "10:00:03")
    .replaceAll(/ \d+ ms$/gm, " 0 ms");
}

/** The response of curl ends without a line break, and the event may be printed before or after it. */
function sortArrivals(printed: string): string {
  const [response = ""] = /\{"id".*?\}/.exec(printed) ?? [];
  const [event = ""] = /\d\d:\d\d:\d\d .* ms/.exec(printed) ?? [];
  return `${response}\n${event}\n`;
}

test("three commands and a curl lead to a verified webhook, as README shows", async () => {
  const readme = readFileSync("README.md", "utf8");
  const [, shown = ""] = BLOCK.exec(readme) ?? [];
  const commands = [...shown.matchAll(/^\$ (.*)$/gm)].map(([, command = ""]) => command);
  const before = commands.findIndex((command) => command.startsWith("curl "));
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(3);
  expect(commands).toHaveLength(before + 1);
  const waits: Record<string, string> = { listen: "Signing secret: whsec_", curl: "signature verified" };
  let transcript = "";
  for (const command of commands) {
    const [, awaited = ""] = Object.entries(waits).find(([word]) => command.includes(word)) ?? [];
    transcript += await paste(command, (printed) => printed.includes(awaited) && printed.endsWith("\n"));
  }
  expect(transcript).toMatch(/message\.created +signature verified/);
  const actual = mask(transcript.replace(/(?<=^\$ curl .*\n)[\s\S]*$/m, sortArrivals));
  if (process.env["SVC_RECORD"])
    writeFileSync(
      "README.md",
      readme.replace(BLOCK, () => `\`\`\`console\n${actual}\`\`\``),
    );
  else expect(actual).toBe(shown);
});

test("the demo's agent answers in the first minute", async () => {
  const path = `${demo.baseUrl}/api/connectors/${demo.connectors.demo.id}`;
  const headers = { cookie, origin: demo.baseUrl, "content-type": "application/json" };
  const body = JSON.stringify({ recordId: demo.records.draft.id });
  const started = await fetch(`${path}/actions/summarize-record`, { method: "POST", headers, body });
  expect(started.status).toBe(202);
  const { id } = (await started.json()) as { id: string };
  await eventually(async () => {
    const run = (await (await fetch(`${path}/runs/${id}`, { headers })).json()) as object;
    expect(run).toMatchObject({ state: "succeeded", result: { text: expect.stringContaining("Canned answer") } });
  });
});

test("the demo's webhook delivers while nobody listens on the port of the guides", async () => {
  const startedAt = Date.now();
  const issued = await fetch(`${demo.baseUrl}/api/reference-token`, {
    method: "POST",
    headers: { cookie, origin: demo.baseUrl, "content-type": "application/json" },
    body: JSON.stringify({ operationId: "createMessage", roomId: demo.webhooks.v2.roomId }),
  });
  const { token } = (await issued.json()) as { token: string };
  const room = `${demo.baseUrl}/v1/rooms/${demo.webhooks.v2.roomId}`;
  const key = { authorization: `Bearer ${demo.apiKeys.org.key}` };
  const written = await fetch(`${room}/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ body: "Nobody listens" }),
  });
  expect(written.status).toBe(201);
  await eventually(async () => {
    const list = await fetch(`${room}/webhooks/${demo.webhooks.v2.id}/deliveries?limit=1`, { headers: key });
    const { data } = (await list.json()) as { data: { success: boolean; statusCode: number; deliveredAt: string }[] };
    expect(data[0]).toMatchObject({ success: true, statusCode: 200 });
    expect(Date.parse(data[0]?.deliveredAt ?? "")).toBeGreaterThan(startedAt);
  });
});
