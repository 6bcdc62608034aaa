import { describe, expect, test, vi } from "vitest";
import { askEndpoint, bearer, bodyOf, errorOf, outcome, withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { apiWriteBurstPerMinute } from "../platform/limits";
import type { Endpoint } from "./endpoint";

const { database, world, createScene } = useEndpointScenes();
const WRITES = REGISTRY.filter(({ kind }) => kind === "write");

/** The rows that one success leaves in the outbox. */
const countEvents = ({ operationId }: Endpoint) => (["createFile", "updateRoom"].includes(operationId) ? 0 : 1);

describe.each(WRITES.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s",
  (_name, endpoint) => {
    test("idempotency: replay, mismatch, too old, and a failure that leaves the key free", async () => {
      const scene = await createScene();
      const headers = { ...bearer(scene.token), "idempotency-key": "once" };
      expect(outcome(await askEndpoint(endpoint, scene.params, headers, { body: { unknown: 1 } }))).toEqual([
        400,
        "validation_error",
      ]);
      const first = await askEndpoint(endpoint, scene.params, headers);
      expect(outcome(first)).toEqual([endpoint.response.status, "ok"]);
      const again = await askEndpoint(endpoint, scene.params, headers);
      expect([again.status, again.body]).toEqual([first.status, first.body]);
      expect(again.headers).toMatchObject({
        "idempotent-replayed": "true",
        "svc-api-units-cost": "0",
        "svc-api-units-used": String(endpoint.units),
      });
      const other = await askEndpoint(endpoint, scene.params, headers, {
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
      const late = await askEndpoint(endpoint, scene.params, { ...headers, ...bearer(fresh.token) });
      vi.setSystemTime(Date.now() - day);
      expect([...outcome(late), errorOf(late).details]).toEqual([
        409,
        "idempotency_conflict",
        { reason: "result_unavailable" },
      ]);
      await world.useUpUnits(scene.billingEntityId, 1_000_000);
      expect(outcome(await askEndpoint(endpoint, scene.params, headers))).toEqual([429, "api_units_exceeded"]);
    });
  },
);

test("a mismatch is a different body under the same key", async () => {
  const scene = await createScene();
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "createMessage") as Endpoint;
  const headers = { ...bearer(scene.token), "idempotency-key": "k" };
  await askEndpoint(endpoint, scene.params, headers);
  const answer = await askEndpoint(endpoint, scene.params, headers, { body: { body: "Other" } });
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
    () => Promise.all(Array.from({ length: 100 }, () => askEndpoint(endpoint, scene.params, headers))),
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
      askEndpoint(endpoint, scene.params, bearer(scene.token), { body: { title: `Title ${n}`, version: 1 } }),
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
    Array.from({ length: apiWriteBurstPerMinute + 1 }, () => askEndpoint(endpoint, scene.params, bearer(scene.token))),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(apiWriteBurstPerMinute);
});

const findEndpoint = (id: string) => REGISTRY.find(({ operationId }) => operationId === id) as Endpoint;
const forgetCache = () =>
  (Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>).delete("idempotency-cache");

describe("a replay of a completed write", () => {
  test.each([
    ["updateRecord", "locked", "UPDATE records SET status = 'LOCKED' WHERE id = $1", "recordId", [403, "forbidden"]],
    [
      "updateRecord",
      "archived",
      "UPDATE records SET status = 'ARCHIVED' WHERE id = $1",
      "recordId",
      [403, "forbidden"],
    ],
    ["updateRecord", "deleted", "DELETE FROM records WHERE id = $1", "recordId", [404, "not_found"]],
    ["updateTask", "deleted", "DELETE FROM tasks WHERE id = $1", "taskId", [404, "not_found"]],
    [
      "redeliver",
      "deactivated",
      "UPDATE webhooks SET is_active = false WHERE id = $1",
      "webhookId",
      [409, "webhook_inactive"],
    ],
    ["redeliver", "deleted", "DELETE FROM webhooks WHERE id = $1", "webhookId", [404, "not_found"]],
  ])(
    "answers the stored result of %s after the resource was %s",
    async (operationId, _state, change, param, refusal) => {
      const [scene, endpoint] = [await createScene(), findEndpoint(operationId)];
      const headers = { ...bearer(scene.token), "idempotency-key": "before" };
      const first = await askEndpoint(endpoint, scene.params, headers);
      expect(outcome(first)).toEqual([200, "ok"]);
      await database.query(change, [scene.params[param]]);
      for (const forget of [() => undefined, forgetCache]) {
        forget();
        const again = await askEndpoint(endpoint, scene.params, headers);
        expect([again.status, again.body, again.headers["idempotent-replayed"]]).toEqual([200, first.body, "true"]);
      }
      for (const other of [bearer(scene.token), { ...bearer(scene.token), "idempotency-key": "after" }])
        expect(outcome(await askEndpoint(endpoint, scene.params, other))).toEqual(refusal);
      expect(
        await database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
          scene.billingEntityId,
        ]),
      ).toEqual([{ confirmed: endpoint.units, reserved: 0 }]);
    },
  );

  test.each(["updateRecord", "updateTask", "redeliver"])(
    "is refused after the seat in the room was lost: %s",
    async (operationId) => {
      const [scene, endpoint] = [await createScene(), findEndpoint(operationId)];
      const headers = { ...bearer(scene.token), "idempotency-key": "before" };
      expect(outcome(await askEndpoint(endpoint, scene.params, headers))).toEqual([200, "ok"]);
      await database.query("UPDATE room_members SET role = 10 WHERE user_id = $1", [scene.userId]);
      const expected = operationId === "redeliver" ? [404, "not_found"] : [403, "forbidden"];
      expect(outcome(await askEndpoint(endpoint, scene.params, headers))).toEqual(expected);
      await database.query("DELETE FROM room_members WHERE user_id = $1", [scene.userId]);
      expect(outcome(await askEndpoint(endpoint, scene.params, headers))).toEqual([404, "room_not_found"]);
    },
  );
});

test.each([
  ["updateTask", "taskId"],
  ["updateRecord", "recordId"],
])("404 of %s for another room's, another kind and what was never there, byte for byte", async (operationId, param) => {
  const [scene, foreign] = [await createScene(), await createScene()];
  const ids = [
    foreign.params[param],
    scene.params["roomId"],
    newId(operationId === "updateTask" ? "task" : "rec"),
    "%00",
  ];
  const answers = await Promise.all(
    ids.map((id = "") =>
      askEndpoint(
        findEndpoint(operationId),
        { ...scene.params, [param]: id },
        { ...bearer(scene.token), "x-request-id": "same" },
      ),
    ),
  );
  expect(answers.map(outcome)).toEqual(ids.map(() => [404, "not_found"]));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});
