import { Readable } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { IS_NIGHT } from "../../e2e/support/scenes/night";
import { createWorld } from "../../e2e/support/scenes/world";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { shared } from "../platform/shared";
import type { BurstBackend } from "../usage/burst";
import { createKernel } from "./kernel";

const REQUESTS = IS_NIGHT ? 10_000 : 1_000;
const AT_ONCE = 50;

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

const hostileText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom(
    "\u0000",
    "a\u0000b",
    "\ud800",
    "x\udc00y",
    "",
    "\u202e",
    "'; DROP TABLE rooms; --",
    "{{7*7}}",
    "../../etc/passwd",
  ),
  fc.constantFrom(10_001, 200_001).map((length) => "é".repeat(length)),
);
const hostileValue = fc.oneof(
  fc.jsonValue(),
  hostileText,
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 2, [], {}, [[]]),
  fc.constantFrom(
    "2026-02-30T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-14:00",
    "tomorrow",
    "2026-06-09",
  ),
);
const member = fc.constantFrom(
  "name",
  "title",
  "body",
  "description",
  "content",
  "status",
  "dueDate",
  "assigneeId",
  "version",
  "boardId",
  "replyToMessageId",
  "fileName",
  "size",
  "mimeType",
  "checksum",
  "messageId",
  "taskId",
  "__proto__",
  "constructor",
  "extra",
);
const hostileBody: fc.Arbitrary<Buffer | null> = fc.oneof(
  fc.dictionary(member, hostileValue).map((body) => Buffer.from(JSON.stringify(body))),
  fc.json().map((json) => Buffer.from(json)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.integer({ min: 1, max: 100_000 }).map((depth) => Buffer.from("[".repeat(depth))),
  fc.integer({ min: 1, max: 50_000 }).map((depth) => Buffer.from(`{"title":${"[".repeat(depth)}${"]".repeat(depth)}}`)),
  fc
    .constantFrom(
      '{"version":1e400}',
      '{"title":"\\ud800"}',
      '{"title":"a\\u0000"}',
      '{"title":"a","title":{}}',
      "NaN",
      '{"title":',
      "\ufeff{}",
    )
    .map((text) => Buffer.from(text)),
  fc.constant(null),
);
const hostileQuery = fc.oneof(
  fc.constant(""),
  fc
    .tuple(
      fc.constantFrom("limit", "cursor", "status", "assigneeId", "updatedSince", "type", "x"),
      fc.oneof(hostileText, fc.constantFrom("0", "201", "-1", "1e2", "50.0", " 5", "MS5saXN0")),
    )
    .map(([name, value]) => `?${name}=${encodeURIComponent(value.toWellFormed().slice(0, 2_000))}`),
  fc.constantFrom(
    "?limit=1&limit=2",
    "?cursor=a&cursor=b",
    "?%",
    "?limit=%zz",
    "?limit",
    "?cursor=",
    "??",
    `?cursor=${"A".repeat(5_000)}`,
  ),
);
const hostileId = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 500)) || "-"),
  fc.constantFrom(
    "%00",
    "%",
    "%ff",
    "room_",
    "room_0",
    `room_${"0".repeat(26)}`,
    "..",
    "null",
    "1 OR 1=1",
    "a".repeat(4_000),
  ),
);
const hostileRequest = fc.record({
  endpoint: fc.constantFrom(...REGISTRY),
  useRealIds: fc.boolean(),
  id: hostileId,
  query: hostileQuery,
  body: hostileBody,
  requestId: fc.option(hostileText, { nil: null }),
  idempotencyKey: fc.option(fc.string({ maxLength: 300 }), { nil: null }),
  contentType: fc.constantFrom(
    "application/json",
    "text/plain",
    "application/json; charset=utf-16",
    "",
    "multipart/form-data",
  ),
});

test(`${REQUESTS} hostile requests: a clear answer each, never a 500, and nothing written by what was refused`, async () => {
  const unlimited: BurstBackend = {
    take: (axes) => Promise.resolve({ allowed: true, used: axes.map(() => 1) }),
    isReady: () => Promise.resolve(true),
  };
  shared("burst-backend", () => unlimited);
  const org = await world.organization({ plan: "UNLIMITED" });
  const user = await world.user();
  await world.join(org.id, user.id);
  const room = await world.room({ organizationId: org.id, billingEntityId: org.billingEntityId });
  await world.enter(room.id, user.id);
  const board = await world.board(room.id);
  const [taskId, recordId] = [newId("task"), newId("rec")];
  await database.query(
    "INSERT INTO tasks (id, room_id, board_id, title, created_at, updated_at) VALUES ($1, $2, $3, 'Task', now(), now())",
    [taskId, room.id, board.id],
  );
  await database.query(
    "INSERT INTO records (id, room_id, title, created_by_id, created_at, updated_at) VALUES ($1, $2, 'Record', $3, now(), now())",
    [recordId, room.id, user.id],
  );
  const { token } = await world.accessToken({ userId: user.id, billingEntityId: org.billingEntityId });
  const real: Record<string, string> = { roomId: room.id, taskId, recordId };
  let written = 0;
  const statuses = new Set<number>();

  async function send(request: typeof hostileRequest extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const { endpoint } = request;
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      request.useRealIds ? (real[name] ?? "") : request.id,
    );
    const headers: Record<string, string | null> = {
      authorization: `Bearer ${token}`,
      "x-request-id": request.requestId,
      "idempotency-key": request.idempotencyKey,
      "content-type": request.contentType,
    };
    const answer = await kernel({
      method: endpoint.method,
      target: path + request.query,
      header: (name) => headers[name] ?? null,
      headersBytes: 500,
      address: "192.0.2.7",
      body: request.body && Readable.from([request.body]),
    });
    statuses.add(answer.status);
    expect(
      answer.status,
      `${endpoint.method} ${path.slice(0, 200)} ${request.body?.toString().slice(0, 200)}`,
    ).toBeLessThan(500);
    // The begin of an upload is no event yet.
    const isEvent = endpoint.kind === "write" && endpoint.operationId !== "createFile";
    if (isEvent && answer.status < 300 && !answer.headers["idempotent-replayed"]) written += 1;
    if (answer.status < 400) return;
    const { error } = JSON.parse(answer.body ?? "") as { error: { code: string; message: string; requestId: string } };
    expect(error.code).toMatch(/^[a-z_]+$/);
    expect(error.message.length).toBeGreaterThan(0);
    expect(error.requestId).toBe(answer.headers["x-request-id"]);
  }

  await fc.assert(
    fc.asyncProperty(fc.array(hostileRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      await Promise.all(requests.map(send));
    }),
    { numRuns: REQUESTS / AT_ONCE, endOnFailure: true },
  );
  expect(await database.query("SELECT count(*)::int AS n FROM events")).toEqual([{ n: written }]);
  expect(await database.query("SELECT count(*)::int AS n FROM audit_log")).toEqual([{ n: REQUESTS }]);
  expect(await database.query("SELECT reserved FROM unit_ledger")).toEqual([{ reserved: 0 }]);
  expect([...statuses]).toEqual(expect.arrayContaining([400, 404]));
});
