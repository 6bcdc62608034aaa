import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { useFrozenMinute } from "../../e2e/support/scenes/frozen-minute";
import { openCliSession } from "../../e2e/support/scenes/sessions";
import { createWorld } from "../../e2e/support/scenes/world";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { createKernel } from "./kernel";

useFrozenMinute();

const database = useTestDatabase();
const world = createWorld(database);
const doors = { cli: createKernel(REGISTRY, "cli"), v1: createKernel(REGISTRY) };
let scene: Awaited<ReturnType<typeof createScene>>;

async function createScene() {
  const { userId, organizationId, roomId } = await createRoom(0);
  const foreign = await createRoom(0);
  const direct = newId("room");
  await database.query(
    `INSERT INTO rooms (id, name, room_type, organization_id, billing_entity_id, created_at, updated_at)
     SELECT $1, 'direct', 1, organization_id, billing_entity_id, now(), now() FROM rooms WHERE id = $2`,
    [direct, roomId],
  );
  await seat(direct, userId);
  const { id: sessionId, token } = await openCliSession(database, userId);
  return { userId, organizationId, roomId, direct, token, sessionId, foreign };
}

const seat = (roomId: string, userId: string) =>
  database.query("INSERT INTO room_members (id, room_id, user_id, role, created_at) VALUES ($1, $2, $3, 20, now())", [
    newId("mem"),
    roomId,
    userId,
  ]);

async function createRoom(roomType: number) {
  const user = await world.user();
  const [organizationId, billingEntityId, roomId] = [newId("org"), newId("bil"), newId("room")];
  await database.query(
    "INSERT INTO billing_entities (id, kind, seats, created_at) VALUES ($1, 'ORGANIZATION', 1, now())",
    [billingEntityId],
  );
  await database.query(
    "INSERT INTO organizations (id, name, billing_entity_id, created_at) VALUES ($1, 'Acme', $2, now())",
    [organizationId, billingEntityId],
  );
  await world.join(organizationId, user.id, 20);
  await database.query(
    `INSERT INTO rooms (id, name, room_type, organization_id, billing_entity_id, created_at, updated_at)
     VALUES ($1, 'room', $2, $3, $4, now(), now())`,
    [roomId, roomType, organizationId, billingEntityId],
  );
  await seat(roomId, user.id);
  return { userId: user.id, organizationId, roomId };
}

async function ask(door: "cli" | "v1", target: string, headers: Record<string, string> = {}, body?: object) {
  const sent: Record<string, string> = { authorization: `Bearer ${scene.token}`, ...headers };
  const response = await doors[door]({
    method: body ? "POST" : "GET",
    target,
    header: (name) => sent[name] ?? null,
    headersBytes: 200,
    address: "192.0.2.9",
    body: body ? Readable.from([Buffer.from(JSON.stringify(body))]) : null,
  });
  const parsed = JSON.parse(response.body ?? "{}") as {
    data?: { id: string }[];
    error?: { code: string };
    id?: string;
  };
  return { ...response, parsed };
}

beforeAll(async () => {
  scene = await createScene();
});

test("lists are those of the named organization, otherwise of the person's own area", async () => {
  const named = await ask("cli", "/v1/rooms", { "svc-organization": scene.organizationId });
  expect([named.status, named.parsed.data?.map(({ id }) => id)]).toEqual([200, [scene.roomId]]);
  expect((await ask("cli", "/v1/rooms")).parsed.data).toEqual([]);
});

test("an organization that is not theirs, or is no longer active, is none: the call is of their own area", async () => {
  const left = await createRoom(0);
  await world.join(left.organizationId, scene.userId);
  const areaOf = async (organization: string) => {
    const { headers, parsed } = await ask("cli", "/v1/organizations", { "svc-organization": organization });
    const [row] = await database.query<{ organization: string | null }>(
      `SELECT organization_id AS organization FROM audit_log WHERE request_id = $1`,
      [headers["x-request-id"]],
    );
    return [row?.organization, parsed.data?.map(({ id }) => id)];
  };
  expect(await areaOf(left.organizationId)).toEqual([left.organizationId, [left.organizationId]]);
  await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [left.organizationId]);
  for (const organization of [scene.foreign.organizationId, left.organizationId, newId("org"), "x"])
    expect(await areaOf(organization)).toEqual([null, []]);
});

test("a write is done once for a key, charged, and audited with the session", async () => {
  const [path, key] = [`/v1/rooms/${scene.roomId}/messages`, { "idempotency-key": "once" }];
  const written = await ask("cli", path, key, { body: "Hello" });
  const repeated = await ask("cli", path, key, { body: "Hello" });
  expect([written.status, repeated.status, repeated.headers["idempotent-replayed"]]).toEqual([201, 201, "true"]);
  expect(repeated.parsed.id).toBe(written.parsed.id);
  const rows = await database.query(
    `SELECT surface, route, auth_method AS method, actor_type AS actor, user_id AS "user", external_token_id AS token,
       units_cost AS units, organization_id AS organization FROM audit_log WHERE request_id = $1`,
    [written.headers["x-request-id"]],
  );
  const { userId, sessionId, organizationId } = scene;
  expect(rows).toEqual([
    {
      surface: "v1",
      route: "/v1/rooms/{roomId}/messages",
      method: "cli_session",
      actor: "user",
      user: userId,
      token: sessionId,
      units: 3,
      organization: organizationId,
    },
  ]);
});

test("rooms of others and of direct messages are not there", async () => {
  for (const room of [scene.foreign.roomId, scene.direct, "room_x"]) {
    expect((await ask("cli", `/v1/rooms/${room}`)).parsed.error?.code).toBe("room_not_found");
  }
});

test("the token is none on /v1, and keys are none here", async () => {
  expect((await ask("v1", "/v1/rooms")).parsed.error?.code).toBe("unauthenticated");
  const user = await world.user();
  const { key } = await world.apiKey({ userId: user.id, billingEntityId: user.billingEntityId });
  for (const authorization of [`Bearer ${key}`, "Bearer x", "Basic x"]) {
    expect((await ask("cli", "/v1/rooms", { authorization })).status).toBe(401);
  }
});

test("an ended session is refused from the next request", async () => {
  await database.query("UPDATE sessions SET ended_at = now() WHERE id = $1", [scene.sessionId]);
  expect((await ask("cli", "/v1/rooms")).status).toBe(401);
});
