import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../support/scenes/eventually";
import { createReceivingRoom } from "../support/scenes/receiving-room";
import { useScratchDatabase } from "../support/scenes/scratch-database";
import { type Balancer, startBalancer } from "../support/servers/balancer";
import { startReceiver } from "../support/servers/receiver";
import { type RoleProcess, useServerCommands } from "../support/servers/server-command";
import { startLoad } from "../support/servers/steady-load";

/** Web processes behind a balancer that keeps connections to them leave by SIGTERM alone, while people write. */
const PEOPLE = 16;
/** A hundred times longer than the balancer's interval, because a busy machine is slow to answer. */
const STOP_DELAY_SECONDS = 20;

const database = useScratchDatabase();
const commands = useServerCommands();

let balancer: Balancer;

async function serve(stopDelaySeconds: number): Promise<RoleProcess> {
  const env = { DATABASE_URL: database.url, SVC_STOP_DELAY_SECONDS: String(stopDelaySeconds) };
  return commands.serve("web", env);
}

async function serveTwo(): Promise<RoleProcess[]> {
  const webs = await Promise.all([serve(STOP_DELAY_SECONDS), serve(STOP_DELAY_SECONDS)]);
  for (const { baseUrl } of webs) balancer.add(baseUrl);
  return webs;
}

beforeAll(async () => {
  balancer = await startBalancer();
});
afterAll(() => balancer.close());

test("no request fails while every process is replaced", async () => {
  const receiver = await startReceiver();
  const rooms = await Promise.all(
    Array.from({ length: PEOPLE }, () => createReceivingRoom(database, `${receiver.url}/200`)),
  );
  const before = await serveTwo();
  const load = startLoad(balancer.url, rooms);
  const awaitWrites = async () => {
    const { size } = load.written;
    await eventually(() => expect(load.written.size).toBeGreaterThan(size + PEOPLE));
  };
  await awaitWrites();
  const after = await serveTwo();
  expect(await Promise.all(before.map((web) => web.kill("SIGTERM")))).toEqual([0, 0]);
  const urls = after.map(({ baseUrl }) => baseUrl);
  await eventually(() => expect(balancer.listReady().filter((url) => !urls.includes(url))).toEqual([]));
  await awaitWrites();
  await load.stop();
  expect([load.failed, balancer.broken]).toEqual([[], []]);
  const stored = await database.query<{ id: string }>("SELECT id FROM messages");
  expect(new Set(stored.map(({ id }) => id))).toEqual(load.written);
  await Promise.all(after.map((web) => web.kill()));
  await receiver.close();
});

test("a process that leaves says so while it serves, and ends each connection with its response", async () => {
  // It does not come to the end of this delay: the test kills it.
  const leaving = await serve(300);
  const ask = (path: string) => fetch(`${leaving.baseUrl}${path}`);
  expect((await ask("/api/healthz")).headers.get("connection")).toBe("keep-alive");
  const ended = leaving.kill("SIGTERM");
  await eventually(async () => {
    const ready = await ask("/api/readyz");
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { process: "stopping" } }]);
  });
  for (const path of ["/api/healthz", "/v1/nothing", "/login"])
    expect([path, (await ask(path)).headers.get("connection")]).toEqual([path, "close"]);
  leaving.child.kill("SIGKILL");
  expect(await ended).toBeNull();
});
