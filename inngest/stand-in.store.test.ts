import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createConnectorScene } from "../e2e/support/scenes/connector-scene";
import { useTestDatabase } from "../e2e/support/scenes/database";
import { eventually } from "../e2e/support/scenes/eventually";
import { resetShared } from "../e2e/support/scenes/shared-state";
import { createWebhookScene } from "../e2e/support/scenes/webhook-scene";
import { startGateway } from "../e2e/support/servers/gateway";
import { type Receiver, startReceiver } from "../e2e/support/servers/receiver";
import { readRun } from "../lib/agents/runs/queries";
import { startRun } from "../lib/agents/runs/start-run";
import { closeDatabase } from "../lib/db/pool";
import { connectSignals } from "../lib/platform/background";
import type { StandIn } from "./stand-in";

/** The real server is in e2e/inngest. */
const SERVERS = {
  "takes events and knows no functions": (request, response) =>
    void response
      .writeHead(200, { "content-type": "application/json" })
      .end(request.url?.startsWith("/e/") ? '{"ids":["1"],"status":200}' : '{"ok":true,"status":200}'),
  "refuses us": (_request, response) => void response.writeHead(401).end("Authentication failed"),
  "accepts connections and never answers": () => undefined,
  "is not there": null,
} satisfies Record<string, RequestListener | null>;

const database = useTestDatabase();
/** Each test has minutes of its own, because a tick of a cron counts once. */
const MINUTES_MS = 10 * 60_000;
let startMs = Date.now();
let server: Server;
let receiver: Receiver;
let standIn: StandIn | undefined;

async function load() {
  const [{ createStandIn }, { answerProbe }, { backgroundHealth }] = await Promise.all([
    import("./stand-in"),
    import("./answer-probe"),
    import("../lib/platform/background"),
  ]);
  return { createStandIn, answerProbe, backgroundHealth };
}

async function configure(listener: RequestListener | null): Promise<void> {
  server = createServer(listener ?? undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  if (listener === null) await new Promise((done) => server.close(done));
  await closeDatabase();
  for (const [name, value] of Object.entries({
    INNGEST_EVENT_KEY: "key",
    INNGEST_SIGNING_KEY: "0123456789abcdef".repeat(4),
    INNGEST_BASE_URL: `http://127.0.0.1:${port}`,
  }))
    vi.stubEnv(name, value);
  resetShared();
  // The SDK reads its keys when a client is made.
  vi.resetModules();
  const { inngest } = await import("./client");
  connectSignals((signals) => inngest.send(signals.map((one) => ({ ...one, data: { ...one.data } }))));
}

beforeEach(async () => {
  receiver = await startReceiver();
  vi.useFakeTimers({ toFake: ["Date"], now: startMs });
  startMs += MINUTES_MS;
});
afterEach(async () => {
  await standIn?.stop();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
  await receiver.close();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test.each(Object.entries(SERVERS))("a server that %s is stood in for within a minute", async (_name, listener) => {
  await configure(listener);
  const { createStandIn, backgroundHealth } = await load();
  const scene = await createWebhookScene(database);
  await scene.register(`${receiver.url}/200`);
  await scene.emit("message.created");
  standIn = createStandIn();
  await standIn.check();
  pass(49_000);
  await standIn.check();
  expect([backgroundHealth().isStandingIn, receiver.received.length]).toEqual([false, 0]);
  pass(5_000);
  await standIn.check();
  expect(backgroundHealth().isStandingIn).toBe(true);
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await scene.emit("message.created");
  await eventually(() => expect(receiver.received).toHaveLength(2));
});

test("finishes an agent run whose event Inngest never received", async () => {
  await configure(SERVERS["is not there"]);
  const { createStandIn } = await load();
  const gateway = await startGateway();
  const scene = await createConnectorScene(database, gateway);
  const connector = await scene.connector();
  const { id } = await startRun(scene.memberId, connector, "summarize-record", { recordId: scene.recordId });
  standIn = createStandIn();
  pass(55_000);
  await standIn.check();
  pass(5 * 60_000);
  await eventually(async () => expect(await readRun(scene.memberId, id)).toMatchObject({ state: "succeeded" }));
  await gateway.close();
});

test("hands the functions back once Inngest runs one again", async () => {
  await configure(SERVERS["takes events and knows no functions"]);
  const { createStandIn, answerProbe, backgroundHealth } = await load();
  standIn = createStandIn();
  await standIn.check();
  pass(55_000);
  await standIn.check();
  expect(backgroundHealth().isStandingIn).toBe(true);
  await answerProbe(new Date());
  await standIn.check();
  expect(backgroundHealth().isStandingIn).toBe(false);
  pass(49_000);
  await standIn.check();
  expect(backgroundHealth().isStandingIn).toBe(false);
});

test("counts another process's answers, and probes from one process", async () => {
  const asked: string[] = [];
  await configure((request, response) => {
    asked.push(request.url ?? "");
    SERVERS["takes events and knows no functions"](request, response);
  });
  const { createStandIn } = await load();
  const processes = [createStandIn(), createStandIn(), createStandIn()];
  for (const one of processes) await one.check();
  await eventually(() => expect(asked.filter((url) => url.startsWith("/e/"))).toHaveLength(1));
  await eventually(() => expect(asked.filter((url) => url.startsWith("/fn/register"))).toHaveLength(3));
});
