import { describe, expect, test } from "vitest";
import { askEndpoint, bearer, errorOf, outcome, withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { watchStatements } from "../../e2e/support/scenes/watched-database";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { listSearchResults } from "../rooms/endpoints";
import type { BurstBackend } from "../usage/burst";

const { database, world, createScene } = useEndpointScenes();

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
      const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token));
      expect(outcome(answer)).toEqual([endpoint.response.status, "ok"]);
      expect(endpoint.response.schema.safeParse(JSON.parse(answer.body ?? "")).error).toBeUndefined();
      expect(answer.headers["svc-api-units-cost"]).toBe(String(endpoint.units));
    });

    if (endpoint.kind === "read") {
      // One more for each thing that the path names within its room. A search reads each kind of text by itself.
      const most = endpoint === listSearchResults ? 13 : 5 + [...endpoint.path.matchAll(/\{(?!roomId\})\w+\}/g)].length;
      test(`takes at most ${most} statements`, async () => {
        const scene = await createScene();
        const statements = watchStatements();
        expect((await askEndpoint(endpoint, scene.params, bearer(scene.token))).status).toBe(200);
        expect(statements.list().length).toBeGreaterThanOrEqual(2);
        expect(statements.list().length).toBeLessThanOrEqual(most);
        statements.end();
      });
    }

    test("401 without a good credential", async () => {
      const { params } = await createScene();
      expect(outcome(await askEndpoint(endpoint, params, {}))).toEqual([401, "unauthenticated"]);
      expect(outcome(await askEndpoint(endpoint, params, bearer(`svc_test_${"a".repeat(43)}`)))).toEqual([
        401,
        "invalid_api_key",
      ]);
      expect(outcome(await askEndpoint(endpoint, params, bearer(`svc_at_${"a".repeat(43)}`)))).toEqual([
        401,
        "unauthenticated",
      ]);
    });

    test("403 without the scope, before the room is looked at", async () => {
      const { params } = await createScene();
      const stranger = await createScene({ scopes: ["mcp:tools"] });
      const answer = await askEndpoint(endpoint, params, bearer(stranger.token));
      expect(outcome(answer)).toEqual([403, "insufficient_scope"]);
      expect(errorOf(answer).details).toEqual({ requiredScope: endpoint.scope });
      const challenge = answer.headers["www-authenticate"];
      expect(challenge).toMatch(/^Bearer .*oauth-protected-resource\/v1", error="insufficient_scope", scope="/);
      expect(challenge).toContain(endpoint.scope);
    });

    if (isWrite) {
      test("403 for keys and agents, before the room is looked at", async () => {
        const scene = await createScene();
        const nowhere = { ...scene.params, roomId: newId("room") };
        const key = await world.apiKey({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        expect(outcome(await askEndpoint(endpoint, nowhere, bearer(key.key)))).toEqual([403, "forbidden"]);
        const agent = await world.accessToken({
          userId: scene.userId,
          billingEntityId: scene.billingEntityId,
          actorType: "AGENT",
        });
        expect(outcome(await askEndpoint(endpoint, nowhere, bearer(agent.token)))).toEqual([403, "forbidden"]);
      });
    }

    if (isWrite) {
      test("403 for a guest of the room", async () => {
        const scene = await createScene({ role: 10 });
        expect(outcome(await askEndpoint(endpoint, scene.params, bearer(scene.token)))).toEqual([403, "forbidden"]);
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
          const answer = await askEndpoint(
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

    if (hasRoom) {
      test("404 for the room's own people in another area, and for the key of another organization", async () => {
        const [scene, foreign] = [await createScene(), await createScene()];
        const { token } = await world.accessToken({ userId: scene.userId, billingEntityId: foreign.billingEntityId });
        const { organizationId, billingEntityId } = foreign;
        const credentials = [token];
        // No key reaches a room that people write in.
        if (!isWrite) credentials.push((await world.apiKey({ organizationId, billingEntityId })).key);
        for (const credential of credentials)
          expect(outcome(await askEndpoint(endpoint, scene.params, bearer(credential)))).toEqual([
            404,
            "room_not_found",
          ]);
      });
    }

    const [, thing = ""] = /\{((?:message|task|record|file)Id)\}/.exec(endpoint.path) ?? [];
    if (thing !== "" && endpoint.kind === "read") {
      test("404 for a thing of another room, of another kind, unfinished, deleted or never there, byte for byte", async () => {
        const [scene, foreign] = [await createScene(), await createScene()];
        const neighbour = await world.room({
          organizationId: scene.organizationId,
          billingEntityId: scene.billingEntityId,
        });
        await world.enter(neighbour.id, scene.userId);
        const table = `${thing.replace(/Id$/, "")}s`;
        const own = scene.params[thing] ?? "";
        const hidden = [
          { [thing]: foreign.params[thing] ?? "" },
          { roomId: neighbour.id },
          { [thing]: scene.params["roomId"] ?? "" },
          { [thing]: own.replace(/.$/, (last) => (last === "0" ? "1" : "0")) },
          { [thing]: "%00" },
          ...(thing === "fileId" ? [{ fileId: scene.params["uploadId"] ?? "" }] : []),
        ];
        const ask = (params: Record<string, string>) =>
          askEndpoint(endpoint, { ...scene.params, ...params }, { ...bearer(scene.token), "x-request-id": "same" });
        const answers = [];
        for (const params of hidden) answers.push(await ask(params));
        await database.query(`DELETE FROM ${table} WHERE id = $1`, [own]);
        answers.push(await ask({}));
        expect(answers.map(outcome)).toEqual(answers.map(() => [404, "not_found"]));
        expect(new Set(answers.map(({ body, headers }) => JSON.stringify([body, headers]))).size).toBe(1);
      });
    }

    if (hasRoom && endpoint.kind === "read" && !endpoint.path.includes("{webhookId}")) {
      test("guests, keys and agents read", async () => {
        const scene = await createScene({ role: 10 });
        const { organizationId, billingEntityId, userId } = scene;
        const key = await world.apiKey({ organizationId, billingEntityId });
        const agent = await world.accessToken({ userId, billingEntityId, actorType: "AGENT" });
        for (const credential of [scene.token, key.key, agent.token])
          expect(outcome(await askEndpoint(endpoint, scene.params, bearer(credential)))).toEqual([200, "ok"]);
      });
    }

    test("429 when the burst is used up: after 404, before bad input", async () => {
      const scene = await createScene();
      await withBurst(EXHAUSTED, async () => {
        const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token), {
          ...(isWrite ? { body: "{" } : {}),
          query: "?limit=0",
        });
        expect(outcome(answer)).toEqual([429, "rate_limit_exceeded"]);
        expect(errorOf(answer).details).toMatchObject({ kind: "burst", scope: isWrite ? "endpoint" : "actor" });
        expect(Number(answer.headers["retry-after"])).toBe(errorOf(answer).details?.["retryAfterSeconds"]);
        expect(answer.headers["ratelimit-remaining"]).toBe("0");
        if (hasRoom)
          expect(
            outcome(await askEndpoint(endpoint, { ...scene.params, roomId: newId("room") }, bearer(scene.token))),
          ).toEqual([404, "room_not_found"]);
      });
    });

    test("429 when the units are used up, charged to nobody", async () => {
      const scene = await createScene();
      await world.useUpUnits(scene.billingEntityId, 1_000_000 - (endpoint.units - 1));
      const answer = await askEndpoint(endpoint, scene.params, bearer(scene.token));
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
          expect(outcome(await askEndpoint(endpoint, scene.params, bearer(token)))).toEqual([404, "not_found"]);
        }
        for (const params of [
          { ...scene.params, webhookId: other.params["webhookId"] ?? "" },
          { ...scene.params, webhookId: newId("wh") },
          { ...scene.params, webhookId: "wh_1" },
        ])
          expect(outcome(await askEndpoint(endpoint, params, bearer(scene.token)))).toEqual([404, "not_found"]);
        const { organizationId, billingEntityId } = scene;
        const key = await world.apiKey({ organizationId, billingEntityId });
        expect(outcome(await askEndpoint(endpoint, scene.params, bearer(key.key)))).toEqual([200, "ok"]);
        const agent = await world.accessToken({ userId: scene.userId, billingEntityId, actorType: "AGENT" });
        expect(outcome(await askEndpoint(endpoint, scene.params, bearer(agent.token)))).toEqual([200, "ok"]);
      });
    }

    test("503 when the limits cannot be checked, and nothing is done", async () => {
      const scene = await createScene();
      const answer = await withBurst(DOWN, () => askEndpoint(endpoint, scene.params, bearer(scene.token)));
      expect(outcome(answer)).toEqual([503, "rate_limit_backend_unavailable"]);
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
      expect(await database.query("SELECT 1 FROM events WHERE room_id = $1", [scene.params["roomId"]])).toEqual([]);
    });
  },
);
