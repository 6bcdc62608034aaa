import { describe, expect, test } from "vitest";
import { askOperation, errorOf } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { checkAgain } from "./check-again";
import { openRequests } from "./open-viewer";
import { explainRequest } from "./why";

const { database, world, createScene } = useEndpointScenes();

async function createManager({ organizationId }: EndpointScene) {
  const manager = await world.user();
  await world.join(organizationId, manager.id, 30);
  return openRequests(manager.id);
}

describe("requests without a known credential", () => {
  test.each([
    ["no known token", `svc_at_${"x".repeat(43)}`, "unauthenticated", "credential_unknown"],
    ["an unknown key", `svc_test_${"x".repeat(43)}`, "invalid_api_key", "key_unknown"],
  ])("shows only the first gate to the holder of the request id: %s", async (_, credential, code, cause) => {
    const scene = await createScene();
    const { requestId } = errorOf(await askOperation("listMessages", scene, credential));
    const why = await explainRequest(await openRequests((await world.user()).id), requestId);
    expect(why).toMatchObject({ area: null, stop: { step: "requireCredential", code, cause }, userAgent: null });
    expect(JSON.stringify(why)).not.toContain(scene.params["roomId"]);
  });

  test("opens nothing by an id that the client chose", async () => {
    const scene = await createScene();
    await askOperation("listMessages", scene, "nothing", undefined, { "x-request-id": "guess-me" });
    await expect(explainRequest(await openRequests(scene.userId), "guess-me")).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("explanation of a request", () => {
  test("shows a write's gates with times, units, windows, event and deliveries", async () => {
    const scene = await createScene();
    const written = await askOperation(
      "createMessage",
      scene,
      scene.token,
      { body: "Hello" },
      { "idempotency-key": "k" },
    );
    const requestId = written.headers["x-request-id"] ?? "";
    const why = await explainRequest(await openRequests(scene.userId), requestId);
    expect(why.gates.map(({ gate, verdict }) => `${gate} ${verdict}`)).toEqual([
      "requireCredential passed",
      "requireActor passed",
      "requireScope passed",
      "requireAccess passed",
      "limitBurst passed",
      "reserveUnits passed",
      "claimIdempotency passed",
    ]);
    for (const { micros } of why.gates) expect(micros).toBeGreaterThanOrEqual(0);
    expect(why.gates).toMatchObject([
      { authMethod: "oauth_bearer", credential: { id: scene.appId } },
      { actor: { person: { id: scene.userId, name: "Test Person" } } },
      { needed: "messages:write", had: expect.arrayContaining(["messages:write"]) },
      { roomId: scene.params["roomId"], role: 30 },
      { windows: expect.arrayContaining([{ scope: "endpoint", limit: 30, left: 29, isFull: false }]) },
      { limit: 1_000_000, used: 3, cost: 3 },
      { key: "new" },
    ]);
    const { id } = JSON.parse(written.body ?? "{}") as { id: string };
    expect(why.caused).toMatchObject({
      resourceId: id,
      events: [
        {
          type: "message.created",
          object: { type: "message", id },
          deliveries: [{ webhook: { id: scene.params["webhookId"] }, state: "PENDING", attempts: [] }],
        },
      ],
    });
    const elsewhere = await explainRequest(await createManager(scene), requestId);
    expect(elsewhere.caused.events).toMatchObject([{ type: "message.created", deliveries: null }]);
    const again = await askOperation(
      "createMessage",
      scene,
      scene.token,
      { body: "Hello" },
      { "idempotency-key": "k" },
    );
    const replay = await explainRequest(await openRequests(scene.userId), again.headers["x-request-id"] ?? "");
    expect(replay.gates.at(-1)).toMatchObject({ key: "replayed" });
  });

  test("hides it from other tenants, members and guests", async () => {
    const scene = await createScene();
    const other = await createScene();
    const member = await world.user();
    await world.join(scene.organizationId, member.id, 20);
    const guest = await world.user();
    await world.join(scene.organizationId, guest.id, 10);
    const answer = await askOperation("listMessages", scene, scene.token);
    const requestId = answer.headers["x-request-id"] ?? "";
    const strangers = [other.userId, member.id, guest.id].map((id) => openRequests(id));
    for (const viewer of [...(await Promise.all(strangers)), await createManager(other)]) {
      await expect(explainRequest(viewer, requestId)).rejects.toMatchObject({ code: "not_found" });
      await expect(checkAgain(viewer, requestId)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await explainRequest(await openRequests(scene.userId), requestId)).stop).toBeNull();
  });

  test("says when only the whole address shows whether a key is allowed", async () => {
    const scene = await createScene();
    const { organizationId, billingEntityId } = scene;
    const viewer = await createManager(scene);
    const prospect = async (...allowedNetworks: string[]) => {
      const { key } = await world.apiKey({ organizationId, billingEntityId, allowedNetworks: [] });
      const answer = await askOperation("listMessages", scene, key);
      await database.query("UPDATE api_keys SET allowed_networks = $2 WHERE last4 = $1", [
        key.slice(-4),
        allowedNetworks,
      ]);
      const look = await checkAgain(viewer, answer.headers["x-request-id"] ?? "");
      return [look?.gates[0]?.prospect, look?.stop?.cause ?? null];
    };
    expect(await prospect("192.0.0.0/16")).toEqual(["passes", null]);
    expect(await prospect("192.0.2.128/25")).toEqual(["not_checked", null]);
    expect(await prospect("203.0.113.0/24")).toEqual(["refuses", "key_used_elsewhere"]);
  });

  test("checks again without counting or writing", async () => {
    const scene = await createScene();
    const answer = await askOperation("createMessage", scene, scene.token);
    const viewer = await openRequests(scene.userId);
    const state = () =>
      Promise.all([
        database.query("SELECT confirmed, reserved FROM unit_ledger WHERE billing_entity_id = $1", [
          scene.billingEntityId,
        ]),
        database.query("SELECT count(*) FROM audit_log"),
        database.query("SELECT count(*) FROM unit_reservations"),
      ]);
    const before = await state();
    for (let n = 0; n < 40; n += 1) await checkAgain(viewer, answer.headers["x-request-id"] ?? "");
    expect(await state()).toEqual(before);
    const next = await askOperation("createMessage", scene, scene.token);
    expect(Number(next.headers["ratelimit-remaining"])).toBe(Number(answer.headers["ratelimit-remaining"]) - 1);
  });
});
