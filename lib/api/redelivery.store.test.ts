import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, outcome } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import type { Endpoint } from "./endpoint";

const { database, createScene } = useEndpointScenes();

describe("redelivery", () => {
  const endpoint = REGISTRY.find(({ operationId }) => operationId === "redeliver") as Endpoint;
  const rowsOf = ({ params }: EndpointScene) =>
    database.query<{ n: number }>("SELECT count(*)::int AS n FROM delivery_attempts WHERE webhook_id = $1", [
      params["webhookId"],
    ]);

  test("answers 200 with the failed attempt, costs 1, keeps the event and has an id of its own", async () => {
    const scene = await createScene();
    const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token));
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
    const askFor = async (which: Record<string, string>) =>
      outcome(await askEndpoint(endpoint, which, bearer(scene.token)));
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
    expect(outcome(await askEndpoint(endpoint, scene.params, bearer(scene.token)))).toEqual([200, "ok"]);
  });
});
