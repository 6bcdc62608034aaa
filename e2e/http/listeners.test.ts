import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { openSession } from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { openCliSession } from "../support/scenes/sessions";
import { openDemoWorld } from "../support/scenes/world";

/** The doors of `svc listen`, tried by callers who must not pass. */
const demo = useDemo();
const world = openDemoWorld(demo);
const { query } = world;

let manager = "";
let listenerId = "";
const strangers: Record<string, string> = {};
let cookie = "";
let roomId = "";

const ANSWER = { statusCode: 200, error: null, durationMs: 1, preview: "" };

/** Every door of a listener. */
const listDoors = (id: string) => [
  { method: "GET", path: `/api/cli/listeners/${id}/stream` },
  { method: "POST", path: `/api/cli/listeners/${id}/beat`, body: {} },
  { method: "POST", path: `/api/cli/listeners/${id}/deliveries/${randomUUID()}`, body: ANSWER },
  { method: "DELETE", path: `/api/cli/listeners/${id}` },
];

async function ask(
  { method, path, body }: { method: string; path: string; body?: unknown },
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const json = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(demo.baseUrl + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...json,
  });
  const requestId = response.headers.get("x-request-id") ?? "none";
  return { status: response.status, text: (await response.text()).replaceAll(requestId, "ID") };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const start = (token: string) => ask({ method: "POST", path: "/api/cli/listeners", body: { roomId } }, bearer(token));

async function signIn(personId: string): Promise<string> {
  return (await openCliSession(world, personId)).token;
}

beforeAll(async () => {
  const organization = await world.organization({ seats: 50 });
  const [owner, member, guest] = [
    await makePerson(demo, { name: "Manager" }),
    await makePerson(demo, { name: "Member" }),
    await makePerson(demo, { name: "Guest" }),
  ];
  for (const { id } of [owner, member]) await world.join(organization.id, id);
  const { id: organizationId, billingEntityId } = organization;
  const room = await world.room({ organizationId, billingEntityId });
  roomId = room.id;
  await world.enter(roomId, owner.id, 30);
  await world.enter(roomId, member.id, 20);
  await world.enter(roomId, guest.id, 10);
  const outsider = await makePerson(demo, { name: "Outsider" });
  await world.join(demo.organizations.globex.id, outsider.id, 40);
  manager = await signIn(owner.id);
  Object.assign(strangers, {
    "another tenant": await signIn(outsider.id),
    "a member of the room": await signIn(member.id),
    "a guest of the room": await signIn(guest.id),
    "the same person on another machine": await signIn(owner.id),
  });
  cookie = await openSession(demo.baseUrl, owner);
  const started = await start(manager);
  expect(started.status).toBe(200);
  listenerId = (JSON.parse(started.text) as { id: string }).id;
});

describe.each(["another tenant", "a member of the room", "a guest of the room", "the same person on another machine"])(
  "%s",
  (name) => {
    test("finds the listener as little as one that does not exist", async () => {
      const headers = bearer(strangers[name] ?? "");
      const unknown = `wh_${listenerId.slice(3).split("").reverse().join("")}`;
      for (const [index, door] of listDoors(listenerId).entries()) {
        const found = await ask(door, headers);
        expect(found).toEqual(await ask(listDoors(unknown)[index] ?? door, headers));
        expect(found.status).toBe(404);
      }
    });
  },
);

test.each(["another tenant", "a member of the room", "a guest of the room"])(
  "%s can start none in the room",
  async (name) => {
    const refused = await start(strangers[name] ?? "");
    expect([403, 404]).toContain(refused.status);
    const rows = await query<{ userId: string }>(
      `SELECT user_id AS "userId" FROM webhook_listeners l JOIN webhooks w ON w.id = l.webhook_id WHERE w.room_id = $1`,
      [roomId],
    );
    expect(rows).toHaveLength(1);
  },
);

test("a cookie, an API key, an access token's shape and no credential at all are none here", async () => {
  const credentials = [{}, { cookie }, bearer(demo.apiKeys.org.key), { "x-api-key": demo.apiKeys.org.key }];
  for (const headers of credentials)
    for (const door of listDoors(listenerId)) expect((await ask(door, headers)).status).toBe(401);
});

test("after all of them its own session finds it as it was", async () => {
  const again = await start(manager);
  expect(JSON.parse(again.text)).toMatchObject({ id: listenerId, isResumed: true, held: 0 });
  const { status } = await ask({ method: "DELETE", path: `/api/cli/listeners/${listenerId}` }, bearer(manager));
  expect(status).toBe(200);
});
