import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { REQUEST_BODY_MAX_BYTES } from "../../lib/platform/limits";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { type ConnectedDatabase, connectDatabase } from "../support/scenes/run-sql";
import { createWorld, type World } from "../support/scenes/world";
import { type LiveStream, openLive } from "../support/servers/live-stream";

/** People who are in a room or write there: who is told of them, and from which process. */
const demo = useDemo();
const otherProcess = inject("nextDoorUrl");
let database: ConnectedDatabase;
let world: World;

beforeAll(async () => {
  database = connectDatabase(demo.databaseUrl);
  world = createWorld(database);
});
afterAll(() => database.close());

async function makeRoom() {
  const { id: organizationId, billingEntityId } = await world.organization({ seats: 50 });
  const { id: roomId } = await world.room({ organizationId, billingEntityId });
  const seat = async (name: string, role = 20) => {
    const person = await makePerson(demo, { name });
    await world.join(organizationId, person.id);
    await world.enter(roomId, person.id, role);
    return { id: person.id, name, cookie: await openSession(demo.baseUrl, person) };
  };
  return { roomId, seat };
}

const write = (roomId: string, cookie: string, isWriting: unknown = true, baseUrl = demo.baseUrl) =>
  fetch(`${baseUrl}/api/rooms/${roomId}/writing`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ isWriting }),
  }).then(({ status }) => status);

/** Reads on until the stream tells this; what it told before was on the way there. */
async function awaitPeople(live: LiveStream, people: readonly string[], writing: readonly string[] = []) {
  const wanted = JSON.stringify([people, writing]);
  for (let told = await live.readPeople(); told; told = await live.readPeople()) {
    const names = [told.people, told.writing].map((list) => list.map(({ name }) => name).sort());
    if (JSON.stringify(names) === wanted) return told;
  }
  throw new Error("The stream has ended.");
}

/** Signals expire while a slow machine tells of them, so it signals as a browser does: again and again. */
async function signalUntil<Result>(roomId: string, cookie: string, told: Promise<Result>): Promise<Result> {
  const timer = setInterval(() => void write(roomId, cookie).catch(() => null), 3_000);
  try {
    expect(await write(roomId, cookie)).toBe(204);
    return await told;
  } finally {
    clearInterval(timer);
  }
}

describe("people in a room", () => {
  test("see each other whichever process holds their stream, and see them leave", async () => {
    const { roomId, seat } = await makeRoom();
    const [ann, ben] = [await seat("Ann"), await seat("Ben")];
    const here = await openLive(demo.baseUrl, roomId, ann.cookie);
    const there = await openLive(otherProcess, roomId, ben.cookie);
    const told = await awaitPeople(here, ["Ann", "Ben"]);
    expect(told.count).toBe(2);
    await awaitPeople(there, ["Ann", "Ben"]);
    await there.close();
    await awaitPeople(here, ["Ann"]);
    await here.close();
  });

  test("are told who writes, and no one writes for ever", async () => {
    const { roomId, seat } = await makeRoom();
    const [ann, ben] = [await seat("Ann"), await seat("Ben")];
    const here = await openLive(demo.baseUrl, roomId, ann.cookie);
    const there = await openLive(otherProcess, roomId, ben.cookie);
    await awaitPeople(there, ["Ann", "Ben"]);
    await signalUntil(roomId, ann.cookie, awaitPeople(there, ["Ann", "Ben"], ["Ann"]));
    await awaitPeople(there, ["Ann", "Ben"]);
    await Promise.all([here.close(), there.close()]);
  });

  test("are not told of someone who does not want to be seen, who sees them", async () => {
    const { roomId, seat } = await makeRoom();
    const [ann, ben, cy] = [await seat("Ann"), await seat("Ben"), await seat("Cy")];
    await database.query("UPDATE users SET hides_presence = true WHERE id = $1", [ann.id]);
    const shy = await openLive(demo.baseUrl, roomId, ann.cookie);
    const other = await openLive(otherProcess, roomId, ben.cookie);
    await awaitPeople(shy, ["Ben"]);
    expect(await write(roomId, ann.cookie)).toBe(204);
    // Someone comes after the signal: it was heard by then, and told nothing.
    const told = await signalUntil(roomId, cy.cookie, awaitPeople(other, ["Ben"], ["Cy"]));
    expect(told.writing.map(({ name }) => name)).toEqual(["Cy"]);
    await Promise.all([shy.close(), other.close()]);
  });
});

test("guests, strangers and people of other rooms signal nothing", async () => {
  const [mine, theirs] = [await makeRoom(), await makeRoom()];
  const [ann, guest] = [await mine.seat("Ann"), await mine.seat("Gus", 10)];
  expect(await write(mine.roomId, guest.cookie)).toBe(403);
  expect(await write(theirs.roomId, ann.cookie)).toBe(404);
  expect(await write("room_00000000000000000000000000", ann.cookie)).toBe(404);
  expect(await write(mine.roomId, "")).toBe(401);
  expect(await write(mine.roomId, ann.cookie, "yes")).toBe(404);
});

test("bodies of the workspace's own requests are read no further than those of /v1", async () => {
  const { roomId, seat } = await makeRoom();
  const { cookie } = await seat("Ann");
  const body = JSON.stringify({ isWriting: true, padding: "x".repeat(2 * REQUEST_BODY_MAX_BYTES) });
  const headers = { cookie, "content-type": "application/json" };
  for (const path of ["writing", "read", "files"]) {
    const { status } = await fetch(`${demo.baseUrl}/api/rooms/${roomId}/${path}`, { method: "POST", headers, body });
    expect([path, status]).toEqual([path, 413]);
  }
});
