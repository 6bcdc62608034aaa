import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openConnection, type RawConnection } from "../support/attacks/raw-http";
import { openSession } from "../support/browser/oauth-flow";
import { readManifest } from "../support/scenes/manifest";
import { connectDatabase } from "../support/scenes/run-sql";
import { createWorld } from "../support/scenes/world";
import { openLive } from "../support/servers/live-stream";
import { startService } from "../support/service";

const PATIENCE_MS = 30_000;

/** The last connection that was accepted may still be open. */
async function awaitRefusal(baseUrl: string): Promise<void> {
  for (const startedMs = Date.now(); Date.now() - startedMs < PATIENCE_MS; await sleep(50)) {
    const connection = await openConnection(baseUrl).catch(() => null);
    if (!connection) return;
    connection.destroy();
  }
  throw new Error("The service still accepts new connections.");
}

test("SIGTERM ends live streams in good order, finishes the write in flight and refuses new connections", async () => {
  const service = await startService();
  try {
    const demo = readManifest(service.manifestFile);
    const cookie = await openSession(service.baseUrl, demo.users.owner);
    const streams = await Promise.all(
      [demo.rooms.general, demo.rooms.dm].map(({ id }) => openLive(service.baseUrl, id, cookie)),
    );
    const database = connectDatabase(demo.databaseUrl);
    const world = createWorld(database);
    const { id: userId, billingEntityId } = await world.user();
    const room = await world.room({ billingEntityId });
    await world.enter(room.id, userId);
    const { token } = await world.accessToken({ userId, billingEntityId, audience: `${demo.baseUrl}/v1` });

    const body = JSON.stringify({ body: "finished after SIGTERM" });
    const [busy, idle] = [await openConnection(service.baseUrl), await openConnection(service.baseUrl)];
    const send = (connection: RawConnection, line: string, headers: readonly string[] = [], start = "") =>
      connection.write([`${line} HTTP/1.1`, `Host: ${new URL(demo.baseUrl).host}`, ...headers, "", start].join("\r\n"));
    send(idle, "GET /v1/nothing");
    expect((await idle.read()).status).toBe(404);
    const headers = [
      `Authorization: Bearer ${token}`,
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
    ];
    // The second write is never finished: PostgreSQL, which stops with the service, can be asked until it is given up.
    const unfinished = await openConnection(service.baseUrl);
    for (const connection of [busy, unfinished])
      send(connection, `POST /v1/rooms/${room.id}/messages`, headers, body.slice(0, 10));
    await Promise.all([busy.readContinue(), unfinished.readContinue()]);

    service.child.kill("SIGTERM");
    // A stream that is cut off after the grace period would break in the reader's hands instead of ending.
    await Promise.all([...streams.map((stream) => stream.awaitEnd()), idle.ended]);
    await awaitRefusal(service.baseUrl);
    expect(service.child.exitCode).toBeNull();
    busy.write(body.slice(10));
    expect((await busy.read()).status).toBe(201);
    expect(await database.query("SELECT body FROM messages WHERE room_id = $1", [room.id])).toEqual([
      { body: "finished after SIGTERM" },
    ]);
    await database.close();
    unfinished.destroy();
    expect(await service.stop()).toBe(0);
  } finally {
    await service.stop();
  }
});
