import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { beginAuthorization, finishAuthorization } from "../../packages/sdk/src/index";
import { FileTokenStore } from "../../packages/sdk/src/node/file-token-store";
import { openConsent, openSession, postDecision, readReturn } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { openDemoWorld } from "../support/scenes/world";
import { startCuttingProxy } from "../support/servers/http-proxies";
import { noteUntested } from "../support/tables/untested";
import { installPythonClient } from "./python-client";

/** The Python client, as its wheel installs it, against the running service. */
const { test: testPython, run: runPython, hasMypy } = await installPythonClient();
const TESTS = "packages/sdk-python/tests";

const demo = useDemo();
const world = openDemoWorld(demo);
const { query } = world;
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

testPython("passes its own tests where only the wheel is installed", async () => {
  await runPython(["-m", "unittest", "discover", "-s", TESTS]);
});

if (hasMypy)
  testPython("has no type that mypy --strict refuses", async () => {
    const folder = "packages/sdk-python";
    const cache = mkdtempSync(join(tmpdir(), "svc-mypy-"));
    const settings = ["--config-file", `${folder}/pyproject.toml`, "--cache-dir", cache];
    await runPython(["-m", "mypy", ...settings, `${folder}/src`, `${folder}/tests`]);
  });
else noteUntested("the types of the Python client", "The package index has no mypy.");

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
  await proxy.close();
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
