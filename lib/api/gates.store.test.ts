import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { useTestDatabase } from "../../e2e/support/database";
import { createWorld } from "../../e2e/support/world";
import { newStorageKey } from "../files/storage";
import { diskStorage } from "../files/storage-store";
import { encrypt } from "../platform/crypto";
import { pool } from "../platform/db";
import { newEventId, newId } from "../platform/ids";
import { apiWriteBurstPerMinute } from "../platform/limits";
import { shared } from "../platform/shared";
import type { BurstBackend } from "../usage/burst";
import { createMemoryBurst } from "../usage/memory-burst";
import type { Endpoint } from "./endpoint";
import type { Answer } from "./exchange";
import { createKernel } from "./kernel";
import { REGISTRY } from "./registry";

beforeAll(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 + 5_000 });
});
afterAll(() => {
  vi.useRealTimers();
});

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

interface Scene {
  token: string;
  params: Record<string, string>;
  billingEntityId: string;
  organizationId: string;
  userId: string;
  appId: string;
}

/** Nobody listens there: a redelivery fails at once, and answers all the same. */
const NOWHERE = "http://127.0.0.1:9/hook";

/** A webhook of the room with one delivery behind it. */
async function addWebhook(roomId: string, billingEntityId: string): Promise<{ webhookId: string; deliveryId: string }> {
  const [webhookId, deliveryId, jobId, eventId, at] = [
    newId("wh"),
    newId("whd"),
    randomUUID(),
    newEventId(),
    new Date(),
  ];
  const payload = JSON.stringify({
    id: eventId,
    type: "message.created",
    apiVersion: "2026-06-09",
    createdAt: at.toISOString(),
    organizationId: "org_1",
    roomId,
    data: { object: { id: "msg_1", type: "message" } },
  });
  await database.query(
    `INSERT INTO webhooks (id, room_id, name, url, events, api_version, created_at, updated_at)
     VALUES ($1, $2, 'Webhook', $3, '{message.created}', '2026-06-09', $4, $4)`,
    [webhookId, roomId, NOWHERE, at],
  );
  await database.query(
    "INSERT INTO webhook_secrets (webhook_id, role, ciphertext, created_at) VALUES ($1, 'CURRENT', $2, $3)",
    [webhookId, encrypt("whsec_test"), at],
  );
  // Of another room, where the tests that count a room's events do not see it.
  await database.query(
    "INSERT INTO events (id, type, room_id, object_type, object_id, created_at) VALUES ($1, 'message.created', 'elsewhere', 'message', 'msg_1', $2)",
    [eventId, at],
  );
  await database.query(
    `INSERT INTO deliveries (id, webhook_id, event_id, billing_entity_id, state, attempts, created_at) VALUES ($1, $2, $3, $4, 'SUCCEEDED', 1, $5)`,
    [jobId, webhookId, eventId, billingEntityId, at],
  );
  await database.query(
    `INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, success, attempt, delivered_at, finalized_at, payload, request_headers, status_code)
     VALUES ($1, $2, $3, 'message.created', $4, true, 1, $5, $5, $6, '{}', 200)`,
    [deliveryId, webhookId, jobId, eventId, at, payload],
  );
  return { webhookId, deliveryId };
}

/** A file of the room, and an upload whose bytes are there and wait to be completed. */
async function addFiles(roomId: string, uploadedById: string): Promise<{ fileId: string; uploadId: string }> {
  const [fileId, uploadId] = [newId("file"), newId("file")];
  const bytes = Buffer.from("hello");
  for (const [id, state, storageKey] of [
    [fileId, "READY", newStorageKey("files")],
    [uploadId, "UPLOADING", newStorageKey("uploads")],
  ] as const) {
    await database.query(
      `INSERT INTO files (id, room_id, file_name, size, mime_type, source, state, uploaded_by_id, storage_key, created_at)
       VALUES ($1, $2, 'a.txt', $3, 'text/plain', 'CHAT', $4::file_state, $5, $6, $7)`,
      [id, roomId, bytes.length, state, uploadedById, storageKey, new Date()],
    );
    const upload = { fileId: id, storageKey, size: bytes.length, mimeType: "text/plain", checksum: null };
    await diskStorage()?.receive(upload, Readable.from([bytes]));
  }
  return { fileId, uploadId };
}

/** A person of an organization in a room that holds one of everything; a manager, since webhooks are theirs. */
async function createScene(options: { role?: number; scopes?: string[] } = {}): Promise<Scene> {
  const org = await world.organization({ seats: 50 });
  const user = await world.user();
  await world.join(org.id, user.id);
  const room = await world.room({ organizationId: org.id, billingEntityId: org.billingEntityId });
  await world.enter(room.id, user.id, options.role ?? 30);
  const board = await world.board(room.id);
  const [messageId, taskId, recordId, at] = [newId("msg"), newId("task"), newId("rec"), new Date()];
  await database.query(
    "INSERT INTO messages (id, room_id, author_id, body, created_at, updated_at) VALUES ($1, $2, $3, 'Message', $4, $4)",
    [messageId, room.id, user.id, at],
  );
  await database.query(
    "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', $4, $4)",
    [taskId, room.id, board.id, at],
  );
  await database.query(
    "INSERT INTO records (id, room_id, title, created_by_id, created_at, updated_at) VALUES ($1, $2, 'Record', $3, $4, $4)",
    [recordId, room.id, user.id, at],
  );
  const { token, appId } = await world.accessToken({
    userId: user.id,
    billingEntityId: org.billingEntityId,
    ...(options.scopes ? { scopes: options.scopes } : {}),
  });
  return {
    token,
    appId,
    params: {
      roomId: room.id,
      messageId,
      taskId,
      recordId,
      ...(await addFiles(room.id, user.id)),
      ...(await addWebhook(room.id, org.billingEntityId)),
    },
    billingEntityId: org.billingEntityId,
    organizationId: org.id,
    userId: user.id,
  };
}

const BODIES: Record<string, unknown> = {
  completeFile: {},
  createMessage: { body: "Hello" },
  createTask: { title: "Write it down" },
  updateTask: { title: "Write it up" },
  createRecord: { title: "Minutes" },
  updateRecord: { title: "Better minutes" },
};

/** What hangs on something of the scene has a body of its own in each. */
function bodyOf({ operationId }: Endpoint, params: Record<string, string>): unknown {
  if (operationId !== "createFile") return BODIES[operationId];
  return { fileName: "a.txt", size: 5, mimeType: "text/plain", messageId: params["messageId"] };
}

/** Only an upload can be completed; every other path means the file. */
const idsOf = ({ operationId }: Endpoint, params: Record<string, string>): Record<string, string> =>
  operationId === "completeFile" && params["uploadId"] !== undefined
    ? { ...params, fileId: params["uploadId"] }
    : params;

/** What one success leaves in the outbox. */
const countEvents = ({ operationId }: Endpoint) => (operationId === "createFile" ? 0 : 1);

function ask(
  endpoint: Endpoint,
  params: Record<string, string>,
  headers: Record<string, string>,
  options: { body?: unknown; query?: string } = {},
): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idsOf(endpoint, params)[name] ?? "missing");
  const body = options.body ?? bodyOf(endpoint, params);
  return kernel({
    method: endpoint.method,
    target: path + (options.query ?? ""),
    header: (name) => headers[name] ?? null,
    headersBytes: 200,
    body:
      body === undefined ? null : Readable.from([Buffer.from(typeof body === "string" ? body : JSON.stringify(body))]),
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
interface ErrorBody {
  error: { code: string; message: string; requestId: string; details?: Record<string, unknown> };
}
const errorOf = (answer: Answer) => (JSON.parse(answer.body ?? "{}") as ErrorBody).error;
const outcome = (answer: Answer) => [answer.status, answer.status < 400 ? "ok" : errorOf(answer).code];

async function withBurst<T>(backend: BurstBackend, work: () => Promise<T>): Promise<T> {
  const store = Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>;
  const before = shared("burst-backend", createMemoryBurst);
  store.set("burst-backend", backend);
  try {
    return await work();
  } finally {
    store.set("burst-backend", before);
  }
}
const EXHAUSTED: BurstBackend = {
  take: (axes) => Promise.resolve({ allowed: false, used: axes.map(({ limit }) => limit) }),
  isReady: () => Promise.resolve(true),
};
const DOWN: BurstBackend = {
  take: () => Promise.reject(new Error("connection refused")),
  isReady: () => Promise.resolve(false),
};

describe.each(REGISTRY.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  (_name, endpoint) => {
    const isWrite = endpoint.kind === "write";
    const hasRoom = endpoint.path.includes("{roomId}");

    test("succeeds, and its answer has the declared form", async () => {
      const scene = await createScene();
      const answer = await ask(endpoint, scene.params, bearer(scene.token));
      expect(outcome(answer)).toEqual([endpoint.response.status, "ok"]);
      expect(endpoint.response.schema.safeParse(JSON.parse(answer.body ?? "")).error).toBeUndefined();
      expect(answer.headers["svc-api-units-cost"]).toBe(String(endpoint.units));
    });

    if (endpoint.kind === "read") {
      // One more for each thing that the path names within its room.
      const most = /\{(webhookId|fileId)\}/.test(endpoint.path) ? 6 : 5;
      test(`takes at most ${most} statements`, async () => {
        const scene = await createScene();
        const statements = vi.spyOn(pool(), "query");
        expect((await ask(endpoint, scene.params, bearer(scene.token))).status).toBe(200);
        expect(statements.mock.calls.length).toBeGreaterThan(2);
        expect(statements.mock.calls.length).toBeLessThanOrEqual(most);
        statements.mockRestore();
      });
    }

    test("401 without a good credential", async () => {
      const { params } = await createScene();
      expect(outcome(await ask(endpoint, params, {}))).toEqual([401, "unauthenticated"]);
      expect(outcome(await ask(endpoint, params, bearer(`svc_test_${"a".repeat(43)}`)))).toEqual([
        401,
        "invalid_api_key",
      ]);
      expect(outcome(await ask(endpoint, params, bearer(`svc_at_${"a".repeat(43)}`)))).toEqual([
        401,
        "unauthenticated",
      ]);
    });

    test("403 without the scope, before the room is looked at", async () => {
      const { params } = await createScene();
      const stranger = await createScene({ scopes: ["mcp:tools"] });
      const answer = await ask(endpoint, params, bearer(stranger.token));
      expect(outcome(answer)).toEqual([403, "insufficient_scope"]);
      expect(errorOf(answer).details).toEqual({ requiredScope: endpoint.scope });
    });

    if (isWrite) {
      test("403 for keys and agents, before the room is looked at", async () => {
        const scene = await createScene();
        const nowhere = { ...scene.params, roomId: newId("room") };
        const key = await world.apiKey({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        expect(outcome(await ask(endpoint, nowhere, bearer(key.key)))).toEqual([403, "forbidden"]);
        const agent = await world.accessToken({
          userId: scene.userId,
          billingEntityId: scene.billingEntityId,
          actorType: "AGENT",
        });
        expect(outcome(await ask(endpoint, nowhere, bearer(agent.token)))).toEqual([403, "forbidden"]);
      });
    }

    if (isWrite) {
      test("403 for a guest of the room", async () => {
        const scene = await createScene({ role: 10 });
        expect(outcome(await ask(endpoint, scene.params, bearer(scene.token)))).toEqual([403, "forbidden"]);
      });
    }

    if (hasRoom) {
      test("what may not be seen answers byte for byte as what is not there", async () => {
        const scene = await createScene();
        const foreign = await createScene();
        const dm = await world.room({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
          roomType: 1,
        });
        await world.enter(dm.id, scene.userId);
        const notMine = await world.room({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        const bodies = new Set<string>();
        for (const roomId of [
          newId("room"),
          foreign.params["roomId"] ?? "",
          dm.id,
          notMine.id,
          "room_1",
          "%00",
          "..",
          `room_${"z".repeat(26)}`,
        ]) {
          const answer = await ask(
            endpoint,
            { ...scene.params, roomId: encodeURIComponent(roomId) },
            { ...bearer(scene.token), "x-request-id": "same" },
          );
          expect(answer.status).toBe(404);
          bodies.add(JSON.stringify([answer.body, answer.headers]));
        }
        expect([...bodies]).toHaveLength(1);
        expect([...bodies][0]).toContain("room_not_found");
      });
    }

    test("429 when the burst is used up: after 404, before bad input", async () => {
      const scene = await createScene();
      await withBurst(EXHAUSTED, async () => {
        const answer = await ask(endpoint, scene.params, bearer(scene.token), {
          ...(isWrite ? { body: "{" } : {}),
          query: "?limit=0",
        });
        expect(outcome(answer)).toEqual([429, "rate_limit_exceeded"]);
        expect(errorOf(answer).details).toMatchObject({ kind: "burst", scope: isWrite ? "endpoint" : "actor" });
        expect(Number(answer.headers["retry-after"])).toBe(errorOf(answer).details?.["retryAfterSeconds"]);
        expect(answer.headers["ratelimit-remaining"]).toBe("0");
        if (hasRoom)
          expect(outcome(await ask(endpoint, { ...scene.params, roomId: newId("room") }, bearer(scene.token)))).toEqual(
            [404, "room_not_found"],
          );
      });
    });

    test("429 when the units are used up, charged to nobody", async () => {
      const scene = await createScene();
      await world.useUpUnits(scene.billingEntityId, 1_000_000 - (endpoint.units - 1));
      const answer = await ask(endpoint, scene.params, bearer(scene.token));
      expect(outcome(answer)).toEqual([429, "api_units_exceeded"]);
      expect(errorOf(answer).details).toMatchObject({
        kind: "monthly_units",
        limit: 1_000_000,
        remaining: endpoint.units - 1,
      });
      expect(answer.headers["svc-api-units-cost"]).toBe("0");
    });

    if (endpoint.path.includes("{webhookId}")) {
      test("404 for members, guests and strangers to the webhook; managers and the organization's key may", async () => {
        const scene = await createScene();
        const other = await createScene();
        for (const role of [10, 20]) {
          const user = await world.user();
          await world.join(scene.organizationId, user.id);
          await world.enter(scene.params["roomId"] ?? "", user.id, role);
          const { token } = await world.accessToken({ userId: user.id, billingEntityId: scene.billingEntityId });
          expect(outcome(await ask(endpoint, scene.params, bearer(token)))).toEqual([404, "not_found"]);
        }
        for (const params of [
          { ...scene.params, webhookId: other.params["webhookId"] ?? "" },
          { ...scene.params, webhookId: newId("wh") },
          { ...scene.params, webhookId: "wh_1" },
        ])
          expect(outcome(await ask(endpoint, params, bearer(scene.token)))).toEqual([404, "not_found"]);
        const { organizationId, billingEntityId } = scene;
        const key = await world.apiKey({ organizationId, billingEntityId });
        expect(outcome(await ask(endpoint, scene.params, bearer(key.key)))).toEqual([200, "ok"]);
        const agent = await world.accessToken({ userId: scene.userId, billingEntityId, actorType: "AGENT" });
        expect(outcome(await ask(endpoint, scene.params, bearer(agent.token)))).toEqual([200, "ok"]);
      });
    }

    test("503 when the limits cannot be checked, and nothing is done", async () => {
      const scene = await createScene();
      const answer = await withBurst(DOWN, () => ask(endpoint, scene.params, bearer(scene.token)));
      expect(outcome(answer)).toEqual([503, "rate_limit_backend_unavailable"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.params["roomId"]])).toEqual([]);
    });

    if (isWrite) {
      test("idempotency: replay, mismatch, too old, and a failure that leaves the key free", async () => {
        const scene = await createScene();
        const headers = { ...bearer(scene.token), "idempotency-key": "once" };
        expect(outcome(await ask(endpoint, scene.params, headers, { body: { unknown: 1 } }))).toEqual([
          400,
          "validation_error",
        ]);
        const first = await ask(endpoint, scene.params, headers);
        expect(outcome(first)).toEqual([endpoint.response.status, "ok"]);
        const again = await ask(endpoint, scene.params, headers);
        expect([again.status, again.body]).toEqual([first.status, first.body]);
        expect(again.headers).toMatchObject({
          "idempotent-replayed": "true",
          "svc-api-units-cost": "0",
          "svc-api-units-used": String(endpoint.units),
        });
        const other = await ask(endpoint, scene.params, headers, {
          body: { ...(bodyOf(endpoint, scene.params) as object), title: "Other", body: "Other" },
        });
        expect([400, 409]).toContain(other.status);
        expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.params["roomId"]])).toHaveLength(
          countEvents(endpoint),
        );
        expect(
          await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
            scene.billingEntityId,
          ]),
        ).toEqual([{ confirmed: endpoint.units, reserved: 0 }]);
        const day = 24 * 60 * 60 * 1000;
        vi.setSystemTime(Date.now() + day);
        const fresh = await world.accessToken(scene);
        const late = await ask(endpoint, scene.params, { ...headers, ...bearer(fresh.token) });
        vi.setSystemTime(Date.now() - day);
        expect([...outcome(late), errorOf(late).details]).toEqual([
          409,
          "idempotency_conflict",
          { reason: "result_unavailable" },
        ]);
        await world.useUpUnits(scene.billingEntityId, 1_000_000);
        expect(outcome(await ask(endpoint, scene.params, headers))).toEqual([429, "api_units_exceeded"]);
      });
    }
  },
);

test("a mismatch is a different body under the same key", async () => {
  const scene = await createScene();
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "createMessage") as Endpoint;
  const headers = { ...bearer(scene.token), "idempotency-key": "k" };
  await ask(endpoint, scene.params, headers);
  const answer = await ask(endpoint, scene.params, headers, { body: { body: "Other" } });
  expect([...outcome(answer), errorOf(answer).details]).toEqual([409, "idempotency_conflict", { reason: "mismatch" }]);
});

test("100 requests at once with one idempotency key write one row", async () => {
  const scene = await createScene();
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "createMessage") as Endpoint;
  const headers = { ...bearer(scene.token), "idempotency-key": "race" };
  const answers = await withBurst(
    {
      take: (axes) => Promise.resolve({ allowed: true, used: axes.map(() => 1) }),
      isReady: () => Promise.resolve(true),
    },
    () => Promise.all(Array.from({ length: 100 }, () => ask(endpoint, scene.params, headers))),
  );
  expect(
    await database.query("SELECT 1 FROM messages WHERE room_id = $1 AND body = 'Hello'", [scene.params["roomId"]]),
  ).toHaveLength(1);
  const created = answers.filter(({ status }) => status === 201);
  expect(new Set(created.map(({ body }) => body)).size).toBe(1);
  expect(
    answers
      .filter(({ status }) => status !== 201)
      .every((answer) => errorOf(answer).details?.["reason"] === "in_progress"),
  ).toBe(true);
  expect(
    await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
      scene.billingEntityId,
    ]),
  ).toEqual([{ confirmed: 3, reserved: 0 }]);
  expect(
    await database.query("SELECT count(*)::int AS n FROM audit_log WHERE billing_entity_id = $1", [
      scene.billingEntityId,
    ]),
  ).toEqual([{ n: 100 }]);
});

test("of 20 updates from one version exactly one wins", async () => {
  const scene = await createScene();
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "updateTask") as Endpoint;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ask(endpoint, scene.params, bearer(scene.token), { body: { title: `Title ${n}`, version: 1 } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const lost = answers
    .filter(({ status }) => status === 409)
    .map((answer) => [errorOf(answer).code, errorOf(answer).details]);
  expect(lost).toEqual(Array.from({ length: 19 }, () => ["version_conflict", { currentVersion: 2 }]));
});

test("the write burst of a person is 30 a minute", async () => {
  const scene = await createScene();
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "createMessage") as Endpoint;
  const answers = await Promise.all(
    Array.from({ length: apiWriteBurstPerMinute + 1 }, () => ask(endpoint, scene.params, bearer(scene.token))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(apiWriteBurstPerMinute);
});

describe("redelivery", () => {
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "redeliver") as Endpoint;
  const rowsOf = ({ params }: Scene) =>
    database.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery_attempts WHERE webhook_id = $1", [
      params["webhookId"],
    ]);

  test("answers 200 with the failed attempt, costs 1, keeps the event and has an id of its own", async () => {
    const scene = await createScene();
    const answer = await ask(endpoint, scene.params, bearer(scene.token));
    const { delivery } = JSON.parse(answer.body ?? "") as { delivery: Record<string, unknown> };
    const [original] = await database.query<{ eventId: string; deliveryId: string }>(
      `SELECT event_id AS "eventId", delivery_id::text AS "deliveryId" FROM delivery_attempts WHERE id = $1`,
      [scene.params["deliveryId"]],
    );
    expect(delivery).toMatchObject({
      webhookId: scene.params["webhookId"],
      event: "message.created",
      eventId: original?.eventId,
      success: false,
      statusCode: null,
      error: "connection_failed",
      attempt: 1,
      nextRetryAt: null,
    });
    expect(delivery["deliveryId"]).not.toBe(original?.deliveryId);
    expect(Object.keys(delivery)).not.toContain("payload");
    expect(
      await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
        scene.billingEntityId,
      ]),
    ).toEqual([{ confirmed: 1, reserved: 0 }]);
  });

  test("404, then 409, then 422; each of them free, and none of them a delivery", async () => {
    const scene = await createScene();
    const params = { ...scene.params, deliveryId: newId("whd") };
    await database.query("UPDATE delivery_attempts SET payload = '{}' WHERE id = $1", [scene.params["deliveryId"]]);
    await database.query("UPDATE webhooks SET is_active = false WHERE id = $1", [scene.params["webhookId"]]);
    const askFor = async (which: Record<string, string>) => outcome(await ask(endpoint, which, bearer(scene.token)));
    expect(await askFor(params)).toEqual([404, "not_found"]);
    expect(await askFor(scene.params)).toEqual([409, "webhook_inactive"]);
    await database.query("UPDATE webhooks SET is_active = true WHERE id = $1", [scene.params["webhookId"]]);
    expect(await askFor(scene.params)).toEqual([422, "validation_error"]);
    expect(await rowsOf(scene)).toEqual([{ n: 1 }]);
    expect(
      await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
        scene.billingEntityId,
      ]),
    ).toEqual([{ confirmed: 0, reserved: 0 }]);
  });

  test("a history row without its delivery can be sent again from what it holds", async () => {
    const scene = await createScene();
    await database.query("UPDATE delivery_attempts SET delivery_id = NULL WHERE id = $1", [scene.params["deliveryId"]]);
    await database.query("DELETE FROM events WHERE id IN (SELECT event_id FROM delivery_attempts WHERE id = $1)", [
      scene.params["deliveryId"],
    ]);
    expect(outcome(await ask(endpoint, scene.params, bearer(scene.token)))).toEqual([200, "ok"]);
  });
});
