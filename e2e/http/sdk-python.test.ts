import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { beginAuthorization, finishAuthorization, Svc } from "../../packages/sdk/src/index";
import { FileTokenStore } from "../../packages/sdk/src/node/file-token-store";
import { startCuttingProxy } from "../support/cutting-proxy";
import {
  type CallScene,
  type Expectation,
  expectErrors,
  expectSuccess,
  listReachable,
  OPERATIONS,
} from "../support/declared-calls";
import { useDemo } from "../support/demo";
import { openConsent, openSession, postDecision, readReturn } from "../support/oauth-flow";
import { installPythonClient } from "../support/python-client";
import { runSql } from "../support/run-sql";
import { plantAttempt, plantWebhook } from "../support/webhook-rows";
import { createWorld } from "../support/world";

/** The Python client, as its wheel installs it, against the running service. */
const { test: testPython, run: runPython } = await installPythonClient();
const TESTS = "packages/sdk-python/tests";

const demo = useDemo();
const query = <Row>(text: string, values?: readonly unknown[]) => runSql<Row>(demo.databaseUrl, text, values);
const world = createWorld({ url: demo.databaseUrl, query });
const REDIRECT_URI = "http://127.0.0.1:8976/callback";

interface Writer {
  userId: string;
  billingEntityId: string;
  roomId: string;
  token: string;
}

/** A person in a room of their own, with an access token. */
async function createWriter(scopes?: readonly string[]): Promise<Writer> {
  const { id: userId, billingEntityId } = await world.user();
  const { id: roomId } = await world.room({ billingEntityId });
  await world.enter(roomId, userId, 40);
  await world.board(roomId);
  const audience = `${demo.baseUrl}/v1`;
  const { token } = await world.accessToken({ userId, billingEntityId, audience, ...(scopes ? { scopes } : {}) });
  return { userId, billingEntityId, roomId, token };
}

/** A room with one row of each kind. */
async function createCallScene(): Promise<CallScene & { writer: Writer; usedKey: string; inactiveWebhook: object }> {
  const writer = await createWriter();
  const { roomId, token } = writer;
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  const usedKey = "used";
  const message = await svc.rooms.messages.create(roomId, { body: "First" }, { idempotencyKey: usedKey });
  const task = await svc.rooms.tasks.create(roomId, { title: "Task" });
  const record = await svc.rooms.records.create(roomId, { title: "Record" });
  const content = new TextEncoder().encode("Hello");
  const attachTo = { taskId: task.id };
  const file = await svc.uploadFile(roomId, { fileName: "a.txt", mimeType: "text/plain", content, attachTo });
  const webhookId = await plantWebhook(demo, roomId, { name: "Active" });
  const inactive = await plantWebhook(demo, roomId, { name: "Inactive", isActive: false });
  const ids = {
    roomId,
    messageId: message.id,
    taskId: task.id,
    recordId: record.id,
    fileId: file.id,
    webhookId,
    deliveryId: await plantAttempt(demo, { id: webhookId, roomId }),
  };
  const deliveryId = await plantAttempt(demo, { id: inactive, roomId });
  return { ids, token, writer, usedKey, inactiveWebhook: { webhookId: inactive, deliveryId } };
}

/** The bytes of a new file are in the store, and its upload is not complete. */
async function beginUpload({ roomId, token }: Writer, taskId: string): Promise<string> {
  const svc = new Svc({ baseUrl: demo.baseUrl, accessToken: token });
  const file = { fileName: "b.txt", mimeType: "text/plain", size: 5, taskId };
  const { fileId, uploadUrl, headers } = await svc.rooms.files.create(roomId, file);
  expect((await fetch(uploadUrl, { method: "PUT", headers, body: "Hello" })).ok).toBe(true);
  return fileId;
}

async function findDelivery() {
  const { id: webhookId, roomId } = demo.webhooks.v2;
  const svc = new Svc({ baseUrl: demo.baseUrl, apiKey: demo.apiKeys.org.key });
  const [delivery] = (await svc.rooms.webhooks.deliveries.list(roomId, webhookId, { limit: 1 })).data;
  if (!delivery) throw new Error("The demo has no delivery");
  return { roomId, webhookId, deliveryId: delivery.id };
}

const writeSnake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

interface Outcome {
  code?: string;
  className?: string;
  status: number;
  requestId: string;
}

async function makeCalls(calls: readonly (Expectation & { isAsync: boolean })[], key: string): Promise<Outcome[]> {
  const otherScopes = new Map<string, Promise<string>>();
  const readOther = (scope: string) => {
    const other = scope === "me:read" ? "rooms:read" : "me:read";
    const token = otherScopes.get(other) ?? createWriter([other]).then((writer) => writer.token);
    otherScopes.set(other, token);
    return token;
  };
  const cases = calls.map(async (call) => {
    const { operation, scene, ids, body, query: parameters, idempotencyKey, isAsync } = call;
    const credentials = {
      token: { access_token: scene.token },
      key: { api_key: key },
      "organization-key": { api_key: demo.apiKeys.org.key },
      expired: { api_key: demo.apiKeys.expired.key },
      revoked: { api_key: demo.apiKeys.revoked.key },
      "unknown-key": { api_key: `svc_test_${"a".repeat(43)}` },
      "unknown-token": { access_token: `svc_at_${"a".repeat(43)}` },
      "other-scope": { access_token: await readOther(operation.scope) },
    };
    return {
      baseUrl: demo.baseUrl,
      isAsync,
      credential: credentials[call.credential],
      method: [...operation.resource, operation.verb].map(writeSnake),
      arguments: [...operation.pathParameters.map((name) => ids[name]), ...(body ? [body] : [])],
      options: { ...parameters, ...(idempotencyKey ? { idempotency_key: idempotencyKey } : {}) },
    };
  });
  const output = await runPython([`${TESTS}/service/conformance.py`], {
    input: JSON.stringify(await Promise.all(cases)),
  });
  return JSON.parse(output) as Outcome[];
}

testPython("passes its own tests where only the wheel is installed", async () => {
  await runPython(["-m", "unittest", "discover", "-s", TESTS]);
});

testPython("succeeds with every operation, at once and awaited", async () => {
  for (const isAsync of [false, true]) {
    const { writer, ...scene } = await createCallScene();
    const upload = await beginUpload(writer, scene.ids["taskId"] ?? "");
    const own: Record<string, Partial<Expectation>> = {
      completeFile: { ids: { ...scene.ids, fileId: upload } },
      // The engine wrote this delivery, so its payload can be sent again.
      redeliver: { ids: await findDelivery(), credential: "organization-key" },
    };
    const calls = OPERATIONS.map((operation) => ({
      ...expectSuccess(operation, scene),
      ...own[operation.id],
      isAsync,
    }));
    const outcomes = await makeCalls(calls, "");
    const failed = outcomes.flatMap((outcome, index) =>
      outcome.code || !outcome.requestId ? [{ operation: calls[index]?.operation.id, ...outcome }] : [],
    );
    expect([failed, outcomes.length]).toEqual([[], OPERATIONS.length]);
  }
});

testPython("raises the class of every code that an operation declares", async () => {
  const plain = await createCallScene();
  const [withoutUnits, refused] = [await createCallScene(), await createCallScene()];
  await world.useUpUnits(withoutUnits.writer.billingEntityId, 1_000_000_000);
  const { userId, billingEntityId } = plain.writer;
  const { key } = await world.apiKey({ userId, billingEntityId });
  const { usedKey, inactiveWebhook } = plain;
  const scenes = { plain, withoutUnits, refused, usedKey, inactiveWebhook };
  const all = OPERATIONS.flatMap((operation) => expectErrors(operation, scenes));
  const calls = all.map((call, index) => ({ ...call, isAsync: index % 2 === 1 }));
  const isBurst = ({ code }: Expectation) => code === "rate_limit_exceeded";
  const made = calls.filter((call) => !isBurst(call));
  const wrong = (expected: typeof calls, outcomes: Outcome[]) =>
    outcomes.flatMap((outcome, index) => {
      const { code, operation } = expected[index] ?? {};
      const isRight = outcome.code === code && outcome.className !== "SvcApiError" && outcome.requestId;
      return isRight ? [] : [{ operation: operation?.id, expected: code, ...outcome }];
    });
  expect(wrong(made, await makeCalls(made, key))).toEqual([]);
  // A new minute may begin between the last refusal and the calls: then once more.
  const bursts = calls.filter(isBurst);
  await useUpBurst(refused.token);
  const first = wrong(bursts, await makeCalls(bursts, key));
  if (first.length > 0) await useUpBurst(refused.token);
  expect(first.length > 0 ? wrong(bursts, await makeCalls(bursts, key)) : []).toEqual([]);
  expect(calls).toHaveLength(OPERATIONS.flatMap(listReachable).length);
});

async function useUpBurst(token: string): Promise<void> {
  const read = () => fetch(`${demo.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  for (let round = 0; round < 40; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 10 }, async () => (await read()).status));
    if (statuses.includes(429)) return;
  }
  throw new Error("400 requests in a minute were not refused");
}

testPython("Python and Node processes that refresh one grant at once all go on, and the grant lives", async () => {
  const { app, tokens } = await authorize();
  const folder = mkdtempSync(join(tmpdir(), "svc-grant-"));
  const file = join(folder, "tokens.json");
  await new FileTokenStore(file).save({ ...tokens, expiresAt: 0 });
  const child = join(folder, "child.mjs");
  const entryPoints = ["packages/sdk/test/refresh-child.ts"];
  await build({ entryPoints, outfile: child, bundle: true, platform: "node", format: "esm" });
  const runNode = async () =>
    (await promisify(execFile)(process.execPath, [child, demo.baseUrl, app.clientId, file])).stdout;
  const ended = await Promise.all([
    ...Array.from({ length: 8 }, () => runPython([`${TESTS}/service/refresh.py`, demo.baseUrl, app.clientId, file])),
    ...Array.from({ length: 4 }, runNode),
  ]);
  expect(ended).toEqual(ended.map(() => demo.users.owner.id));
  const grants = await query("SELECT id FROM oauth_grants WHERE app_id = $1 AND revoked_at IS NULL", [app.id]);
  expect(grants).toHaveLength(1);
});

async function authorize() {
  const app = await world.oauthApp({ redirectUris: [REDIRECT_URI] });
  const options = { baseUrl: demo.baseUrl, clientId: app.clientId, redirectUri: REDIRECT_URI };
  const pending = await beginAuthorization({ ...options, scopes: ["me:read"] });
  return { app, tokens: await finishAuthorization(options, await approve(pending.url), pending) };
}

/** The demo's owner approves; the callback's URL. */
async function approve(url: string): Promise<string> {
  const cookie = await openSession(demo.baseUrl, demo.users.owner);
  const page = await openConsent(demo.baseUrl, new URL(url).searchParams, cookie);
  const fields = { request: page.request, ticket: page.ticket, context: page.contexts[0] ?? "", decision: "approve" };
  return (await readReturn(await postDecision(demo.baseUrl, cookie, fields))).toString();
}

testPython("200 writes through a proxy that loses every fifth response: none doubled, none lost", async () => {
  const proxy = await startCuttingProxy(demo.baseUrl);
  const writers = await Promise.all(Array.from({ length: 10 }, () => createWriter()));
  const task = { baseUrl: proxy.baseUrl, count: 20, writers };
  await runPython([`${TESTS}/service/write_many.py`], { input: JSON.stringify(task) });
  proxy.close();
  const [written] = await query<{ all: number; different: number }>(
    `SELECT count(*)::int AS all, count(DISTINCT (room_id, body))::int AS different
     FROM messages WHERE room_id = ANY($1)`,
    [writers.map(({ roomId }) => roomId)],
  );
  expect(written).toEqual({ all: 200, different: 200 });
  expect(proxy.count).toBeGreaterThanOrEqual(249);
});

const README = readFileSync("packages/sdk-python/README.md", "utf8");
const BLOCKS = [...README.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, block]) => block);

test("its README shows code", () => expect(BLOCKS.length).toBeGreaterThan(5));

testPython("runs every block of its README", async () => {
  const { roomId, token } = await createWriter();
  const app = await world.oauthApp({ redirectUris: [REDIRECT_URI] });
  const variables = {
    base_url: demo.baseUrl,
    api_key: demo.apiKeys.user.key,
    access_token: token,
    room_id: roomId,
    client_id: app.clientId,
    redirect_uri: REDIRECT_URI,
    token_file: join(mkdtempSync(join(tmpdir(), "svc-readme-")), "tokens.json"),
    ...signDelivery(),
  };
  await runPython([`${TESTS}/service/readme.py`], {
    input: JSON.stringify({ blocks: BLOCKS, variables }),
    answer: approve,
  });
});

function signDelivery() {
  const body = JSON.stringify({ type: "message.created", apiVersion: "2026-06-09", data: { object: { id: "msg_1" } } });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hex = createHmac("sha256", "next").update(`${timestamp}.${body}`).digest("hex");
  const headers = {
    "Svc-Webhook-Id": "evt_1",
    "Svc-Webhook-Delivery": "delivery_1",
    "Svc-Webhook-Timestamp": timestamp,
    "Svc-Webhook-Signature": `v1=${hex}`,
  };
  return { raw_body: body, headers, secret: "current", next_secret: "next" };
}
