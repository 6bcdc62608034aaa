import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { overtakeJob } from "../../e2e/support/scenes/watched-database";
import { createWorld } from "../../e2e/support/scenes/world";
import { type AuditRow, settle } from "../audit/settle";
import { newId, newRequestId } from "../platform/ids";
import { countRequests, eraseOldHours } from "./count";
import { openRequests } from "./open-viewer";
import { readUsage } from "./usage";

const database = useTestDatabase();
const world = createWorld(database);

const HOUR_MS = 3_600_000;

function draft(entityId: string, changes: Partial<AuditRow> = {}): AuditRow {
  return {
    at: new Date().toISOString(),
    requestId: newRequestId(),
    surface: "v1",
    method: "GET",
    route: "/v1/me",
    status: 200,
    errorCode: null,
    authMethod: "api_key",
    actorType: "app",
    actorId: "key_1",
    scopes: "",
    billingEntityId: entityId,
    organizationId: null,
    userId: null,
    apiKeyId: "key_1",
    appId: null,
    grantId: null,
    externalTokenId: null,
    unitsCost: 1,
    durationMs: 5,
    ...changes,
  };
}

const write = (audit: AuditRow, facts = {}) =>
  settle({ row: audit, mode: "release", units: null, detail: { roomId: "room_1", facts } });

/** Transactions of other test files delay the count until they end. */
async function countAll(entityId: string, rows: number): Promise<void> {
  await expect
    .poll(async () => {
      await countRequests();
      const [sum] = await database.query<{ n: number }>(
        "SELECT coalesce(sum(requests), 0)::int AS n FROM request_hours WHERE billing_entity_id = $1",
        [entityId],
      );
      return sum?.n;
    })
    .toBe(rows);
}

const sumsOf = (entityId: string) =>
  database.query(
    `SELECT hour, status, axis, requests::int AS requests, units::int AS units FROM request_hours
     WHERE billing_entity_id = $1 ORDER BY hour, status, axis`,
    [entityId],
  );

describe("rollups", () => {
  test("counts each request once with two jobs, repeats and late rows", async () => {
    const user = await world.user();
    const entityId = user.billingEntityId;
    // An hour that ends in between would have a row of its own, so all rows share one instant.
    const at = new Date();
    for (let n = 0; n < 40; n += 1) await write(draft(entityId, { at: at.toISOString() }));
    await Promise.all([countRequests(), countRequests(), countRequests()]);
    await countAll(entityId, 40);
    await Promise.all([countRequests(), countRequests()]);
    await countAll(entityId, 40);
    await write(draft(entityId, { at: new Date(at.getTime() - 50 * HOUR_MS).toISOString() }));
    await countAll(entityId, 41);
    expect(await sumsOf(entityId)).toMatchObject([
      { requests: 1, units: 1 },
      { requests: 40, units: 40 },
    ]);
    expect(
      await database.query(
        "SELECT sum(requests)::int AS requests FROM request_room_hours WHERE billing_entity_id = $1",
        [entityId],
      ),
    ).toEqual([{ requests: 41 }]);
  });

  test("loses and doubles nothing while writing and counting at once", async () => {
    const user = await world.user();
    const entityId = user.billingEntityId;
    const writing = Array.from({ length: 400 }, () => write(draft(entityId)));
    const counting = Array.from({ length: 20 }, () => countRequests());
    await Promise.all([...writing, ...counting]);
    await countAll(entityId, 400);
  });

  test("counts more rows than a piece takes, from many transactions and one", async () => {
    const user = await world.user();
    const entityId = user.billingEntityId;
    await write(draft(entityId));
    const copy = (rows: number) =>
      database.query(
        `INSERT INTO request_details (at, billing_entity_id, request_id, surface, method, route, status, duration_ms,
           units_cost, facts, transaction_id)
         SELECT at, billing_entity_id, request_id || n, surface, method, route, status, duration_ms, units_cost, facts,
           pg_current_xact_id()::text::bigint
         FROM request_details, generate_series(1, $2::int) n WHERE billing_entity_id = $1 LIMIT $2`,
        [entityId, rows],
      );
    await copy(12_000);
    for (let n = 0; n < 5; n += 1) await copy(2_100);
    await countAll(entityId, 22_501);
    expect(await countRequests()).toBe(true);
    const [total] = await database.query(
      "SELECT sum(requests)::int AS requests, sum(units)::int AS units FROM request_entity_hours WHERE billing_entity_id = $1",
      [entityId],
    );
    expect(total).toEqual({ requests: 22_501, units: 22_501 });
  });

  test("continues after another job's end", async () => {
    const { before, after } = await overtakeJob(database.url, "request_rollups", countRequests);
    expect(after).toBeGreaterThanOrEqual(before);
  });

  test("returns the same usage before and after counting", async () => {
    const user = await world.user();
    const entityId = user.billingEntityId;
    const keyId = newId("key");
    await write(draft(entityId, { at: new Date(Date.now() - 30 * HOUR_MS).toISOString() }));
    await countAll(entityId, 1);
    await write(draft(entityId));
    await write(draft(entityId, { apiKeyId: keyId, actorId: keyId, method: "POST", unitsCost: 3 }));
    await write(draft(entityId, { status: 429, errorCode: "rate_limit_exceeded", unitsCost: 0 }), { x: "api_key" });
    await write(draft(entityId, { status: 500, errorCode: "internal_error", unitsCost: 0, userId: user.id }));
    const viewer = await openRequests(user.id);
    const before = await readUsage(viewer);
    expect(before.total).toMatchObject({ requests: 5, units: 5, refused: 1, failed: 1 });
    expect(before.axes).toEqual([{ axis: "api_key", requests: 1 }]);
    expect(before.credentials.map(({ actor, requests }) => [actor.credential?.id, requests])).toEqual([
      ["key_1", 4],
      [keyId, 1],
    ]);
    expect(before.people).toMatchObject([{ person: { id: user.id, name: "Test Person" }, requests: 1 }]);
    expect(before.days.filter(({ requests }) => requests > 0)).toHaveLength(2);
    await countAll(entityId, 5);
    const { until: _, ...after } = await readUsage(viewer);
    expect(before).toMatchObject(after);
    expect(await readUsage(viewer, { credentialId: keyId })).toMatchObject({ total: { requests: 1, units: 3 } });
  });

  test("shows a member their own use and managers everyone's", async () => {
    const org = await world.organization();
    const [member, manager, other] = [await world.user(), await world.user(), await world.user()];
    await world.join(org.id, member.id, 20);
    await world.join(org.id, manager.id, 30);
    await write(draft(org.billingEntityId, { userId: member.id }));
    await write(draft(org.billingEntityId, { userId: manager.id }));
    const read = async (userId: string) => readUsage(await openRequests(userId), { ownerId: org.id });
    expect((await read(member.id)).people.map(({ person }) => person.id)).toEqual([member.id]);
    expect((await read(manager.id)).total.requests).toBe(2);
    await expect(read(other.id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("erases sums after 400 days", async () => {
    const user = await world.user();
    await write(draft(user.billingEntityId));
    await countAll(user.billingEntityId, 1);
    await database.query("UPDATE request_hours SET hour = hour - interval '401 days' WHERE billing_entity_id = $1", [
      user.billingEntityId,
    ]);
    await Promise.all([eraseOldHours(), eraseOldHours()]);
    expect(await sumsOf(user.billingEntityId)).toEqual([]);
  });
});
