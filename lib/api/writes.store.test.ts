import { describe, expect, test, vi } from "vitest";
import { askEndpoint, bearer, bodyOf, errorOf, outcome, withBurst } from "../../e2e/support/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/endpoint-scene";
import { apiWriteBurstPerMinute } from "../platform/limits";
import { REGISTRY } from "../surface/registry";
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
