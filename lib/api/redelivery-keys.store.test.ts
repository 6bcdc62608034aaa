import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bearer, errorOf, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { eventually } from "../../e2e/support/scenes/eventually";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { IDEMPOTENCY_RETENTION_MS, WEBHOOK_CLAIM_MS } from "../platform/limits";
import { drainDeliveries } from "../webhooks/delivery/dispatch";
import type { ActionEndpoint, Endpoint } from "./endpoint";
import { createKernel } from "./kernel";
import type { ApiResponse } from "./request";

const { database, world, createScene } = useEndpointScenes();
const kernel = createKernel(REGISTRY);
const endpoint = REGISTRY.find(({ operationId }) => operationId === "redeliver") as ActionEndpoint;

/** A receiver that answers when the test says so. */
let waiting: ServerResponse[] = [];
let isHolding = false;
let received = 0;
const receiver = createServer((_, response) => {
  received += 1;
  if (isHolding) waiting.push(response);
  else response.end();
});
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(() => receiver.close());
beforeEach(() => {
  [waiting, isHolding, received] = [[], false, 0];
});

async function createReceivingScene(): Promise<EndpointScene> {
  const scene = await createScene();
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  await database.query("UPDATE webhooks SET url = $2 WHERE id = $1", [scene.params["webhookId"], url]);
  return scene;
}

function redeliver(
  { params, token }: EndpointScene,
  key: string,
  { credential = token, deliveryId = params["deliveryId"], answer = kernel } = {},
): Promise<ApiResponse> {
  const { roomId, webhookId } = params;
  const headers: Record<string, string> = { ...bearer(credential), "idempotency-key": key };
  return answer({
    method: "POST",
    target: `/v1/rooms/${roomId}/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver`,
    header: (name) => headers[name] ?? null,
    headersBytes: 200,
    address: "192.0.2.7",
    body: null,
  });
}

const countAttempts = async ({ params }: EndpointScene) =>
  (await database.query("SELECT 1 FROM delivery_attempts WHERE webhook_id = $1", [params["webhookId"]])).length;
const ledgerOf = ({ billingEntityId }: EndpointScene) =>
  database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [billingEntityId]);
const conflict = (answer: ApiResponse) => [...outcome(answer), errorOf(answer).details?.["reason"]];

const forgetCache = () =>
  (Reflect.get(globalThis, Symbol.for("svc.shared")) as Map<string, unknown>).delete("idempotency-cache");

/** The process ends between the claim and the outgoing request: what `begin` committed is all that is left. */
const crashing = createKernel([
  { ...endpoint, run: () => Promise.reject(new Error("the process ended here")) } satisfies Endpoint,
]);

test("the same key answers the stored result, sends nothing and costs nothing", async () => {
  const scene = await createReceivingScene();
  const first = await redeliver(scene, "k");
  const again = await redeliver(scene, "k");
  expect([first.status, first.headers["idempotent-replayed"]]).toEqual([200, undefined]);
  expect([again.status, again.headers["idempotent-replayed"], again.headers["svc-api-units-cost"]]).toEqual([
    200,
    "true",
    "0",
  ]);
  expect(again.body).toBe(first.body);
  forgetCache();
  const fromDatabase = await redeliver(scene, "k");
  expect([fromDatabase.headers["idempotent-replayed"], fromDatabase.body]).toEqual(["true", first.body]);
  expect([received, await countAttempts(scene)]).toEqual([1, 2]);
  expect(await ledgerOf(scene)).toEqual([{ confirmed: 1, reserved: 0 }]);
});

test("the key is taken while the attempt is on its way", async () => {
  const scene = await createReceivingScene();
  isHolding = true;
  const first = redeliver(scene, "k");
  await eventually(() => expect(waiting).not.toHaveLength(0));
  for (const answer of await Promise.all(Array.from({ length: 10 }, () => redeliver(scene, "k")))) {
    expect(conflict(answer)).toEqual([409, "idempotency_conflict", "in_progress"]);
  }
  for (const response of waiting) response.end();
  expect((await first).status).toBe(200);
  expect(received).toBe(1);
  expect(await ledgerOf(scene)).toEqual([{ confirmed: 1, reserved: 0 }]);
});

test("of twenty requests at once with one key one sends", async () => {
  const scene = await createReceivingScene();
  const answers = await Promise.all(Array.from({ length: 20 }, () => redeliver(scene, "k")));
  for (const answer of answers) {
    if (answer.status !== 200) expect(conflict(answer)).toEqual([409, "idempotency_conflict", "in_progress"]);
  }
  expect(answers.filter((answer) => answer.status === 200 && !answer.headers["idempotent-replayed"])).toHaveLength(1);
  expect(received).toBe(1);
  expect(await ledgerOf(scene)).toEqual([{ confirmed: 1, reserved: 0 }]);
});

test("another delivery under the same key is a mismatch; after 24 hours there is no result any more", async () => {
  const scene = await createReceivingScene();
  const { delivery } = JSON.parse((await redeliver(scene, "k")).body ?? "") as { delivery: { id: string } };
  expect(conflict(await redeliver(scene, "k", { deliveryId: delivery.id }))).toEqual([
    409,
    "idempotency_conflict",
    "mismatch",
  ]);
  await database.query("UPDATE idempotency_keys SET created_at = $1", [
    new Date(Date.now() - IDEMPOTENCY_RETENTION_MS),
  ]);
  forgetCache();
  expect(conflict(await redeliver(scene, "k"))).toEqual([409, "idempotency_conflict", "result_unavailable"]);
  expect(received).toBe(1);
});

test("a redelivery that is refused leaves its key free", async () => {
  const scene = await createReceivingScene();
  await database.query("UPDATE webhooks SET is_active = false WHERE id = $1", [scene.params["webhookId"]]);
  expect(outcome(await redeliver(scene, "k"))).toEqual([409, "webhook_inactive"]);
  await database.query("UPDATE webhooks SET is_active = true WHERE id = $1", [scene.params["webhookId"]]);
  expect((await redeliver(scene, "k")).headers["idempotent-replayed"]).toBeUndefined();
  expect(received).toBe(1);
});

test("keys of an app are those of its credential", async () => {
  const scene = await createReceivingScene();
  const { organizationId, billingEntityId } = scene;
  const [one, two] = [
    await world.apiKey({ organizationId, billingEntityId }),
    await world.apiKey({ organizationId, billingEntityId }),
  ];
  const answers = [
    await redeliver(scene, "k", { credential: one.key }),
    await redeliver(scene, "k", { credential: two.key }),
    await redeliver(scene, "k"),
    await redeliver(scene, "k", { credential: one.key }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers["idempotent-replayed"]])).toEqual([
    [200, undefined],
    [200, undefined],
    [200, undefined],
    [200, "true"],
  ]);
  expect(received).toBe(3);
});

test.each(["", "x".repeat(256)])("a key of %j characters is refused before anything is sent", async (key) => {
  const scene = await createReceivingScene();
  expect(outcome(await redeliver(scene, key))).toEqual([400, "validation_error"]);
  expect(received).toBe(0);
});

test("a key that a crash cut off answers the outcome that the sweep brings about, and sends nothing itself", async () => {
  const scene = await createReceivingScene();
  expect((await redeliver(scene, "k", { answer: crashing })).status).toBe(500);
  expect(conflict(await redeliver(scene, "k"))).toEqual([409, "idempotency_conflict", "in_progress"]);
  expect(received).toBe(0);
  vi.setSystemTime(Date.now() + WEBHOOK_CLAIM_MS + 1_000);
  await drainDeliveries();
  expect(received).toBe(1);
  const answer = await redeliver(scene, "k");
  expect([answer.status, answer.headers["idempotent-replayed"]]).toEqual([200, "true"]);
  const { delivery } = JSON.parse(answer.body ?? "") as { delivery: Record<string, unknown> };
  expect(endpoint.response.schema.safeParse({ delivery }).error).toBeUndefined();
  expect(delivery).toMatchObject({ success: true, statusCode: 200, attempt: 1 });
  expect((await redeliver(scene, "k")).body).toBe(answer.body);
  expect(received).toBe(1);
  // The attempt's own unit; none for the calls.
  expect(await ledgerOf(scene)).toEqual([{ confirmed: 1, reserved: 0 }]);
});

test("what is recalled from the history is what the first request would have answered", async () => {
  const scene = await createReceivingScene();
  const first = await redeliver(scene, "k");
  await database.query("UPDATE idempotency_keys SET response_status = 0, response_body = ''");
  forgetCache();
  expect(JSON.parse((await redeliver(scene, "k")).body ?? "")).toEqual(JSON.parse(first.body ?? ""));
});

test("without a key each call sends", async () => {
  const scene = await createReceivingScene();
  await redeliver(scene, newId("msg"));
  await redeliver(scene, newId("msg"));
  expect(received).toBe(2);
});
