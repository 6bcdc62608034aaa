import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { eventually } from "../../../e2e/support/scenes/eventually";
import { IS_NIGHT } from "../../../e2e/support/scenes/night";
import { overtakeJob } from "../../../e2e/support/scenes/watched-database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { kill, startKillable } from "../../../e2e/support/servers/child-process";
import { type Receiver, startReceiver } from "../../../e2e/support/servers/receiver";
import { openOwner } from "../../access/open-owner";
import { ensureAuditPartitions } from "../../audit/retention";
import { createStream } from "./create";
import { drainStreams } from "./drain";

const database = useTestDatabase();
const world = createWorld(database);
const KILLS = IS_NIGHT ? 4 : 1;
let receiver: Receiver;
beforeAll(async () => {
  await ensureAuditPartitions();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const makeStream = async (personId: string) =>
  createStream(await openOwner(personId, personId), { kind: "https", format: "ndjson", url: `${receiver.url}/200` });

test("a process that is killed at any moment loses no row", async () => {
  const { id, billingEntityId } = await world.user();
  await makeStream(id);
  let written = 0;
  let isOver = false;
  const write = async () => {
    while (!isOver) {
      await database.query(
        `INSERT INTO audit_log (at, request_id, surface, method, route, status, billing_entity_id)
         SELECT now(), 'req_' || $2::int + n, 'v1', 'GET', '/v1/me', 200, $1 FROM generate_series(1, 4) n`,
        [billingEntityId, written],
      );
      written += 4;
      await sleep(50);
    }
  };
  const writing = write();
  for (let kills = 0; kills < KILLS; kills += 1) {
    const child = await startKillable("sendStreams", database.url);
    await sleep(Math.random() * 400);
    await kill(child);
    await database.query("UPDATE audit_streams SET claimed_until = NULL");
  }
  isOver = true;
  await writing;
  const last = await startKillable("sendStreams", database.url);
  const arrived = new Map<string, number>();
  await eventually(async () => {
    const [queue] = await database.query<{ n: number }>("SELECT count(*)::int AS n FROM audit_stream_rows");
    arrived.clear();
    for (const { body } of receiver.received) {
      for (const line of body.toString().split("\n").filter(Boolean)) {
        const { requestId } = JSON.parse(line) as { requestId: string };
        arrived.set(requestId, (arrived.get(requestId) ?? 0) + 1);
      }
    }
    expect([queue?.n, arrived.size]).toEqual([0, written + 1]);
  });
  await kill(last);
});

test("a process that waited for another goes on where that one ended", async () => {
  await makeStream((await world.user()).id);
  const { before, after } = await overtakeJob(database.url, "audit_tail", drainStreams);
  expect(after).toBeGreaterThanOrEqual(before);
});
