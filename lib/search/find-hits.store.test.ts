import { beforeAll, describe, expect, test } from "vitest";
import { askEndpoint, bearer } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { REGISTRY } from "../docs/surface/registry";
import { newId } from "../platform/ids";
import { findHits } from "./find-hits";
import type { Hit } from "./hit";

const { database, world, createScene } = useEndpointScenes();

interface Tenant {
  scene: EndpointScene;
  ids: Record<string, string>;
}

const tenants: Record<"ours" | "theirs", Tenant> = {} as never;

async function createTenant(name: string): Promise<Tenant> {
  const scene = await createScene();
  const { organizationId, billingEntityId, userId, params } = scene;
  await database.query("UPDATE organization_memberships SET role = 30 WHERE user_id = $1", [userId]);
  await database.query("UPDATE webhooks SET name = $2 WHERE id = $1", [params["webhookId"], `${name} relay`]);
  await database.query("UPDATE rooms SET name = $2 WHERE id = $1", [params["roomId"], `${name} relay room`]);
  const colleague = await world.user({ name: `${name} relay colleague` });
  await world.join(organizationId, colleague.id);
  const key = await world.apiKey({ organizationId, billingEntityId });
  const [delivery] = await database.query<{ id: string; eventId: string }>(
    `SELECT id, event_id AS "eventId" FROM deliveries WHERE webhook_id = $1`,
    [params["webhookId"]],
  );
  const [grant] = await database.query<{ id: string }>("SELECT id FROM oauth_grants WHERE user_id = $1", [userId]);
  const [endpoint] = REGISTRY.filter(({ path }) => path === "/v1/rooms");
  if (!endpoint) throw new Error("GET /v1/rooms is not registered.");
  const answer = await askEndpoint(endpoint, params, bearer(scene.token));
  const commentId = newId("cmt");
  await database.query(
    `INSERT INTO record_comments (id, record_id, room_id, author_id, body, draft_key, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'Looks good', convert_to($1, 'UTF8'), now(), now())`,
    [commentId, params["recordId"], params["roomId"], userId],
  );
  const [token] = await database.query<{ id: string }>(
    `SELECT t.id FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE g.user_id = $1`,
    [userId],
  );
  const ids = {
    webhook: params["webhookId"],
    delivery: params["deliveryId"],
    deliveryByUuid: delivery?.id,
    event: delivery?.eventId,
    key: key.id,
    app: scene.appId,
    appByGrant: grant?.id,
    appByToken: token?.id,
    room: params["roomId"],
    message: params["messageId"],
    task: params["taskId"],
    record: params["recordId"],
    comment: commentId,
    file: params["fileId"],
    organization: organizationId,
    person: colleague.id,
    request: answer.headers["x-request-id"],
  };
  return { scene, ids: Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, id ?? ""])) };
}

const search = ({ scene }: Tenant, text: string): Promise<Hit[]> =>
  findHits({ id: scene.userId, isAdmin: false }, text);

beforeAll(async () => {
  tenants.ours = await createTenant("Quokka");
  tenants.theirs = await createTenant("Wombat");
});

describe("by id", () => {
  test("finds each kind of thing once for a person who may open it", async () => {
    for (const [name, id] of Object.entries(tenants.ours.ids)) {
      const hits = await search(tenants.ours, id);
      expect([name, hits.map((hit) => [hit.kind, hit.id])]).toEqual([name, [[name.replace(/By.*/, ""), id]]]);
    }
  });

  test("hides another tenant's things", async () => {
    for (const [name, id] of Object.entries(tenants.theirs.ids))
      expect([name, await search(tenants.ours, id)]).toEqual([name, []]);
  });

  test("shows a guest the room and its contents, without what managers see", async () => {
    const guest = await world.user();
    await world.join(tenants.ours.scene.organizationId, guest.id, 10);
    await world.enter(tenants.ours.ids["room"] ?? "", guest.id, 10);
    const found: string[] = [];
    for (const [name, id] of Object.entries(tenants.ours.ids))
      if ((await findHits({ id: guest.id, isAdmin: false }, id)).length > 0) found.push(name);
    expect(found).toEqual(["room", "message", "task", "record", "comment", "file", "organization"]);
  });
});

describe("by name", () => {
  test("finds things this person may open, by kind", async () => {
    const { ours } = tenants;
    for (const [name, { ids }] of Object.entries(tenants))
      await database.query(
        `WITH said AS (UPDATE messages SET body = 'About the relays' WHERE id = $3)
         UPDATE records SET title = $2 WHERE id = $1`,
        [ids["record"], `${name} relay minutes`, ids["message"]],
      );
    const hits = await search(ours, "RELAY");
    expect(hits.map(({ kind, name }) => [kind, name])).toEqual([
      ["room", "Quokka relay room"],
      ["webhook", "Quokka relay"],
      ["person", "Quokka relay colleague"],
      ["message", "About the relays"],
      ["record", "ours relay minutes"],
    ]);
    expect(hits.at(-2)?.detail).toBe("Quokka relay room");
    expect(await search(tenants.ours, "wombat")).toEqual([]);
  });

  test("finds operations by title, id and path, and error codes", async () => {
    const find = async (text: string) => (await search(tenants.ours, text)).map(({ kind, href }) => [kind, href]);
    const createTask = ["operation", "/docs/reference/createTask"];
    expect(await find("create task")).toEqual([createTask]);
    expect(await find("createTask")).toEqual([createTask]);
    expect(await find("room_not_found")).toEqual([["errorCode", "/docs/errors/room_not_found"]]);
    expect(await find("/webhooks/{")).toContainEqual(["operation", "/docs/reference/listDeliveries"]);
  });

  test("takes no letter as a wildcard", async () => {
    for (const text of ["%", "Quokka%room", "Quokka_relay", "\\"])
      expect([text, await search(tenants.ours, text)]).toEqual([text, []]);
  });
});
