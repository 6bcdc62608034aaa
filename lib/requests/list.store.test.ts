import { describe, expect, test } from "vitest";
import { EXHAUSTED } from "../../e2e/support/attacks/exhausted-burst";
import { askEndpoint, bearer, withBurst } from "../../e2e/support/scenes/ask-endpoint";
import { useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { outlastForeignTransactions } from "../../e2e/support/scenes/watched-database";
import type { Endpoint } from "../api/endpoint";
import { REGISTRY } from "../docs/surface/registry";
import { countRequests } from "./count";
import { listRequests, type RequestFilter } from "./list";
import { openRequests, type RequestViewer } from "./open-viewer";

const { database, world, createScene } = useEndpointScenes();

function endpointOf(operationId: string): Endpoint {
  const endpoint = REGISTRY.find((candidate) => candidate.operationId === operationId);
  if (!endpoint) throw new Error(`no ${operationId}`);
  return endpoint;
}

async function collect(viewer: RequestViewer, filter: RequestFilter, limit = 3) {
  const rows = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await listRequests(viewer, filter, { cursor, limit });
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
  throw new Error("the list has no end");
}

async function createCrowd() {
  const scene = await createScene();
  const manager = await world.user();
  await world.join(scene.organizationId, manager.id, 30);
  const key = await world.apiKey({ organizationId: scene.organizationId, billingEntityId: scene.billingEntityId });
  for (const operation of ["readMe", "listMessages", "createMessage", "listTasks"])
    await askEndpoint(endpointOf(operation), scene.params, bearer(scene.token));
  await askEndpoint(endpointOf("listMessages"), scene.params, bearer(key.key));
  await askEndpoint(endpointOf("readMe"), scene.params, bearer(key.key));
  await askEndpoint(endpointOf("createMessage"), scene.params, bearer(scene.token), { body: {} });
  return { scene, manager, key };
}

describe("list of requests", () => {
  test("shows managers the organization's requests, members their own and others none", async () => {
    const { scene, manager } = await createCrowd();
    const other = await createCrowd();
    const owner = { ownerId: scene.organizationId };
    const all = await collect(await openRequests(manager.id), owner);
    expect(all.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual([
      "POST /v1/rooms/{roomId}/messages 400",
      "GET /v1/me 404",
      "GET /v1/rooms/{roomId}/messages 200",
      "GET /v1/rooms/{roomId}/tasks 200",
      "POST /v1/rooms/{roomId}/messages 201",
      "GET /v1/rooms/{roomId}/messages 200",
      "GET /v1/me 200",
    ]);
    const own = await collect(await openRequests(scene.userId), owner);
    expect(own).toHaveLength(5);
    expect(new Set(own.map(({ actor }) => actor.person?.id))).toEqual(new Set([scene.userId]));
    await expect(collect(await openRequests(other.manager.id), owner)).rejects.toMatchObject({ code: "not_found" });
    expect(await collect(await openRequests(manager.id), {})).toEqual([]);
  });

  test.each(["before they are counted", "after they are counted"])("filters narrow it %s", async (when) => {
    const { scene, manager, key } = await createCrowd();
    const viewer = await openRequests(manager.id);
    const ownerId = scene.organizationId;
    const roomId = scene.params["roomId"];
    if (when.startsWith("after")) {
      await database.query("UPDATE request_details SET at = at - interval '3 hours' WHERE billing_entity_id = $1", [
        scene.billingEntityId,
      ]);
      await outlastForeignTransactions(database);
      expect(await countRequests()).toBe(true);
    }
    const counted = async (filter: RequestFilter) => (await collect(viewer, { ownerId, ...filter }, 2)).length;
    expect(await counted({})).toBe(7);
    expect(await counted({ statusClass: "4xx" })).toBe(2);
    expect(await counted({ statusClass: "2xx" })).toBe(5);
    expect(await counted({ status: 201 })).toBe(1);
    expect(await counted({ errorCode: "validation_error" })).toBe(1);
    expect(await counted({ method: "POST" })).toBe(2);
    expect(await counted({ route: "/v1/me" })).toBe(2);
    expect(await counted({ credentialId: key.id })).toBe(2);
    expect(await counted({ credentialId: scene.appId })).toBe(5);
    expect(await counted({ personId: scene.userId })).toBe(5);
    expect(await counted({ roomId })).toBe(5);
    expect(await counted({ roomId, credentialId: key.id })).toBe(1);
    expect(await counted({ since: new Date(Date.now() + 1000) })).toBe(0);
    expect(await counted({ until: new Date(Date.now() - 86_400_000) })).toBe(0);
  });

  test("finds refused bursts by their full axis, counted or not", async () => {
    const { scene, manager } = await createCrowd();
    const viewer = await openRequests(manager.id);
    const ask = () => askEndpoint(endpointOf("listMessages"), scene.params, bearer(scene.token));
    await withBurst(EXHAUSTED, ask);
    const found = async (axis: string) => (await collect(viewer, { ownerId: scene.organizationId, axis })).length;
    expect([await found("actor"), await found("api_key")]).toEqual([1, 0]);
    await database.query("UPDATE request_details SET at = at - interval '3 hours' WHERE billing_entity_id = $1", [
      scene.billingEntityId,
    ]);
    await outlastForeignTransactions(database);
    expect(await countRequests()).toBe(true);
    expect([await found("actor"), await found("api_key")]).toEqual([1, 0]);
  });

  test("refuses a cursor of other filters", async () => {
    const { scene, manager } = await createCrowd();
    const viewer = await openRequests(manager.id);
    const { nextCursor } = await listRequests(viewer, { ownerId: scene.organizationId }, { limit: 1 });
    const other = listRequests(viewer, { ownerId: scene.organizationId, method: "GET" }, { cursor: nextCursor ?? "" });
    await expect(other).rejects.toMatchObject({ code: "validation_error" });
  });
});
