import { readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { createReceivingRoom } from "../support/scenes/receiving-room";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { type Receiver, startReceiver } from "../support/servers/receiver";
import { type RoleProcess, useServerCommands } from "../support/servers/server-command";
import { TEST_ENV } from "../support/test-env.mjs";

/**
 * Two processes of a running service whose secrets are rotated. After each step one of them is restarted, so that
 * neighbouring steps run side by side; nobody is signed out, no cursor is refused, no delivery goes unsigned.
 */
const database = useScratchDatabase();
const commands = useServerCommands();
const file = `${commands.directory}/env`;

let receiver: Receiver;
let processes: RoleProcess[];
let room: { id: string; token: string };

/** The secrets come from the file alone. */
const env = () => ({ DATABASE_URL: database.url, SVC_SESSION_SECRET: "", SVC_ENCRYPTION_KEY: "", SVC_ENV_FILE: file });
const readFile = () => parseEnv(readFileSync(file, "utf8"));

beforeAll(async () => {
  writeFileSync(
    file,
    `# Secrets\nSVC_SESSION_SECRET=${TEST_ENV.SVC_SESSION_SECRET}\nSVC_ENCRYPTION_KEY=${TEST_ENV.SVC_ENCRYPTION_KEY}\nSVC_DEMO=false\n`,
  );
  receiver = await startReceiver();
  room = await createReceivingRoom(database, `${receiver.url}/200`);
  processes = await Promise.all([commands.serve("all", env()), commands.serve("all", env())]);
  for (const body of ["one", "two", "three"]) await write(0, body);
});
afterAll(() => receiver.close());

interface Call {
  method?: string;
  body?: object;
}

function ask(index: number, path: string, { method = "GET", body }: Call = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${room.token}`, "content-type": "application/json" };
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${processes[index]?.baseUrl}${path}`, { method, headers, ...init });
}

async function write(index: number, body: string): Promise<void> {
  const response = await ask(index, `/v1/rooms/${room.id}/messages`, { method: "POST", body: { body } });
  expect(response.status).toBe(201);
  const { id } = (await response.json()) as { id: string };
  await eventually(() => expect(receiver.received.some(({ body: sent }) => sent.includes(id))).toBe(true));
}

async function takeStep(...step: string[]): Promise<string> {
  const { code, output } = await commands.run(["rotate", ...step], env());
  expect([step, code, output]).toEqual([step, 0, expect.any(String)]);
  return output;
}

async function restart(index: number): Promise<void> {
  expect(await processes[index]?.kill("SIGTERM")).toBe(0);
  await processes[index]?.restart();
}

/** Signatures of each process are good at the other one. */
async function expectUnderstanding(): Promise<void> {
  for (const [from, to] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const page = (await (await ask(from, `/v1/rooms/${room.id}/messages?limit=1`)).json()) as { nextCursor: string };
    const next = await ask(to, `/v1/rooms/${room.id}/messages?limit=1&cursor=${page.nextCursor}`);
    expect([from, next.status]).toEqual([from, 200]);
    await write(from, `from ${from}`);
  }
}

let said = "";

test.each(["add", "switch", "remove"])(
  "step %s of both secrets: cursors of both are in use, and webhooks are signed with what the key seals",
  async (step) => {
    await takeStep("session-secret", step);
    said = await takeStep("encryption-key", step);
    await restart(0);
    await expectUnderstanding();
    await restart(1);
    await expectUnderstanding();
  },
);

test("afterwards the new secrets are the only ones, and seal every value", async () => {
  expect(said).toMatch(/^Re-encrypted \d+ values\.$/m);
  const { SVC_SESSION_SECRET, SVC_SESSION_SECRET_FALLBACK, SVC_ENCRYPTION_KEY, SVC_DEMO } = readFile();
  expect(SVC_SESSION_SECRET).not.toBe(TEST_ENV.SVC_SESSION_SECRET);
  expect([SVC_SESSION_SECRET_FALLBACK, SVC_DEMO]).toEqual([undefined, "false"]);
  expect(SVC_ENCRYPTION_KEY).toMatch(/^dev_k2:[^,]+$/);
  const ids = "SELECT DISTINCT split_part(ciphertext, '.', 2) AS id FROM webhook_secrets";
  expect(await database.query(ids)).toEqual([{ id: "dev_k2" }]);
  expect(readFileSync(file, "utf8")).toContain("# Secrets\n");
});

test("steps out of their order are refused with the next one, and change nothing", async () => {
  const before = readFileSync(file, "utf8");
  for (const [secret, step, reason] of [
    ["session-secret", "switch", "First: svc-server rotate session-secret add"],
    ["session-secret", "remove", "There is nothing to remove"],
    ["encryption-key", "switch", "First: svc-server rotate encryption-key add"],
    ["encryption-key", "remove", "There is nothing to remove"],
  ]) {
    const { code, output } = await commands.run(["rotate", secret ?? "", step ?? ""], env());
    expect([code, output]).toEqual([1, expect.stringContaining(reason ?? "")]);
  }
  expect(readFileSync(file, "utf8")).toBe(before);
});

test("an old key that still seals a value stays", async () => {
  await takeStep("encryption-key", "add");
  await takeStep("encryption-key", "switch");
  const before = readFile()["SVC_ENCRYPTION_KEY"];
  await database.query("UPDATE webhook_secrets SET ciphertext = 'v2.dev_k2.AAAA.AAAA.AAAA'");
  const { code, output } = await commands.run(["rotate", "encryption-key", "remove"], env());
  expect([code, output]).toEqual([1, expect.stringContaining("Values are still encrypted with dev_k2 (1)")]);
  expect(readFile()["SVC_ENCRYPTION_KEY"]).toBe(before);
});

test("where the secrets are variables of the environment, the lines to set are shown", async () => {
  const { code, output } = await commands.run(["rotate", "session-secret", "add"], { SVC_ENV_FILE: `${file}.none` });
  expect([code, output]).toEqual([0, expect.stringMatching(/^Set these .*\nSVC_SESSION_SECRET_FALLBACK=dev_\S{43}\n/)]);
});
