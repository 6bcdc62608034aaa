import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { LIVE_STREAMS_PER_PERSON_MAX } from "../../lib/platform/limits";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";
import { openLive } from "../support/servers/live-stream";

/** Live updates of rooms: for whom, from which process, and how long. */
const demo = useDemo();
const otherProcess = inject("nextDoorUrl");
let database: ConnectedDatabase;
let world: World;

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

async function createScene({ roomType = 0 } = {}) {
  const person = await makePerson(demo);
  const { id: organizationId, billingEntityId } = await world.organization({ seats: 50 });
  await world.join(organizationId, person.id);
  const room = await world.room({ organizationId, billingEntityId, roomType });
  await world.enter(room.id, person.id);
  const { token } = await world.accessToken({
    userId: person.id,
    billingEntityId,
    audience: `${demo.baseUrl}/v1`,
  });
  const cookie = await openSession(demo.baseUrl, person);
  const post = async (baseUrl = demo.baseUrl) => {
    const answer = await fetch(`${baseUrl}/v1/rooms/${room.id}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ body: "Hello" }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  };
  return { person, organizationId, roomId: room.id, cookie, post };
}

const remove = (roomId: string, userId: string) =>
  database.query("DELETE FROM room_members WHERE room_id = $1 AND user_id = $2", [roomId, userId]);

describe("live updates", () => {
  test("a change is told as it happens, uncompressed, whichever process wrote it", async () => {
    const { roomId, cookie, post } = await createScene();
    const live = await openLive(demo.baseUrl, roomId, cookie, { "accept-encoding": "gzip, br" });
    expect([live.status, live.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(live.headers.get("content-encoding")).toBeNull();
    const here = await post();
    expect(await live.readChange()).toMatchObject({ type: "message.created", objectId: here });
    const there = await post(otherProcess);
    expect(await live.readChange()).toMatchObject({ type: "message.created", objectId: there });
    const again = await post();
    // Nothing of the above comes a second time.
    expect(await live.readChange()).toMatchObject({ objectId: again });
    await live.close();
  });

  test("after a break it goes on where it was", async () => {
    const { roomId, cookie, post } = await createScene();
    const live = await openLive(demo.baseUrl, roomId, cookie);
    const first = await post();
    expect(await live.readChange()).toMatchObject({ objectId: first });
    const cursor = live.lastEventId();
    await live.close();
    const missed = await post();
    const resumed = await openLive(otherProcess, roomId, cookie, { "last-event-id": cursor });
    const told = [await resumed.readChange(), await resumed.readChange()].map((change) => change?.objectId);
    expect(told).toContain(missed);
    await resumed.close();

    const asked = await fetch(`${demo.baseUrl}/api/rooms/${roomId}/changes?after=${cursor}`, { headers: { cookie } });
    const { changes } = (await asked.json()) as { changes: { objectId: string }[] };
    expect(changes.map(({ objectId }) => objectId)).toContain(missed);

    const stale = await openLive(demo.baseUrl, roomId, cookie, { "last-event-id": "1600000000000" });
    expect(await stale.readChange()).toMatchObject({ type: "resync" });
    await stale.close();
  });

  test("sends no event of another room, and responds to a room of others as to an unknown one", async () => {
    const [mine, theirs] = [await createScene(), await createScene()];
    const live = await openLive(demo.baseUrl, mine.roomId, mine.cookie);
    await theirs.post();
    const own = await mine.post();
    expect(await live.readChange()).toMatchObject({ objectId: own });
    await live.close();

    const ask = async (kind: string, roomId: string, cookie = mine.cookie) => {
      const answer = await fetch(`${demo.baseUrl}/api/rooms/${roomId}/${kind}`, { headers: { cookie } });
      return [answer.status, await answer.text()];
    };
    for (const kind of ["live", "changes"]) {
      expect(await ask(kind, theirs.roomId)).toEqual(await ask(kind, "room_00000000000000000000000000"));
      expect((await ask(kind, theirs.roomId))[0]).toBe(404);
      expect((await ask(kind, mine.roomId, ""))[0]).toBe(401);
    }
  });

  test("ends when the member is removed, leaves the organization or signs out", async () => {
    const [removed, left, out] = [await createScene(), await createScene(), await createScene()];
    const streams = await Promise.all(
      [removed, left, out].map(({ roomId, cookie }) => openLive(demo.baseUrl, roomId, cookie)),
    );
    await remove(removed.roomId, removed.person.id);
    await database.query("DELETE FROM organization_memberships WHERE organization_id = $1", [left.organizationId]);
    await database.query("UPDATE sessions SET ended_at = now() WHERE user_id = $1", [out.person.id]);
    await Promise.all(streams.map((stream) => stream.awaitEnd()));
    const statuses = [removed, left, out].map(async ({ roomId, cookie }) => {
      const again = await openLive(demo.baseUrl, roomId, cookie);
      await again.close();
      return again.status;
    });
    expect(await Promise.all(statuses)).toEqual([404, 404, 401]);
  });

  test("limits the streams of one person, and grants another when one is closed", async () => {
    const { roomId, cookie } = await createScene({ roomType: 1 });
    const open = () => openLive(demo.baseUrl, roomId, cookie);
    const streams = await Promise.all(Array.from({ length: LIVE_STREAMS_PER_PERSON_MAX }, open));
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
    const refused = await open();
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "10"]);
    await streams.pop()?.close();
    await expect
      .poll(async () => {
        const next = await open();
        streams.push(next);
        return next.status;
      })
      .toBe(200);
    await Promise.all(streams.map((stream) => stream.close()));
  });
});
