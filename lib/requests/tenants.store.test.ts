import { beforeAll, describe, expect, test } from "vitest";
import { askEndpoint, bearer } from "../../e2e/support/scenes/ask-endpoint";
import { type EndpointScene, useEndpointScenes } from "../../e2e/support/scenes/endpoint-scene";
import { eventually } from "../../e2e/support/scenes/eventually";
import { REGISTRY } from "../docs/surface/registry";
import { checkAgain } from "./check-again";
import { countRequests } from "./count";
import { listRequests } from "./list";
import { openRequests, type RequestViewer } from "./open-viewer";
import { readUsage } from "./usage";
import { explainRequest } from "./why";

const { database, world, createScene } = useEndpointScenes();

interface Tenant {
  scene: EndpointScene;
  manager: RequestViewer;
  keyId: string;
  requestIds: string[];
}

const tenants: Record<"ours" | "theirs", Tenant> = {} as never;

async function createTenant(): Promise<Tenant> {
  const scene = await createScene();
  const manager = await world.user();
  await world.join(scene.organizationId, manager.id, 40);
  const { organizationId, billingEntityId } = scene;
  const key = await world.apiKey({ organizationId, billingEntityId });
  const requestIds: string[] = [];
  for (const endpoint of REGISTRY) {
    for (const credential of [scene.token, key.key]) {
      const answer = await askEndpoint(endpoint, scene.params, bearer(credential));
      requestIds.push(answer.headers["x-request-id"] ?? "");
    }
  }
  return { scene, manager: await openRequests(manager.id), keyId: key.id, requestIds };
}

beforeAll(async () => {
  tenants.ours = await createTenant();
  tenants.theirs = await createTenant();
  for (const table of ["audit_log", "request_details"])
    await database.query(
      `UPDATE ${table} SET at = at - interval '2 hours' WHERE request_id IN (SELECT request_id FROM request_details WHERE id % 2 = 0)`,
    );
  await eventually(async () => {
    await countRequests();
    const [sum] = await database.query<{ n: number }>("SELECT sum(requests)::int AS n FROM request_hours");
    expect(sum?.n).toBe(4 * REGISTRY.length);
  });
});

const ownerOf = ({ scene }: Tenant) => ({ ownerId: scene.organizationId });

const NARROWED: Record<string, (ours: Tenant, theirs: Tenant) => Promise<number>> = {
  "list by key": async (ours, theirs) =>
    (await listRequests(ours.manager, { ...ownerOf(ours), credentialId: theirs.keyId })).rows.length,
  "list by app": async (ours, theirs) =>
    (await listRequests(ours.manager, { ...ownerOf(ours), credentialId: theirs.scene.appId })).rows.length,
  "list by person": async (ours, theirs) =>
    (await listRequests(ours.manager, { ...ownerOf(ours), personId: theirs.scene.userId })).rows.length,
  "list by room": async (ours, theirs) =>
    (await listRequests(ours.manager, { ...ownerOf(ours), roomId: theirs.scene.params["roomId"] })).rows.length,
  "usage by key": async (ours, theirs) =>
    (await readUsage(ours.manager, { ...ownerOf(ours), credentialId: theirs.keyId })).total.requests,
};

const REFUSED: Record<string, (ours: Tenant, theirs: Tenant) => Promise<unknown>> = {
  "list of an owner": (ours, theirs) => listRequests(ours.manager, ownerOf(theirs)),
  "usage of an owner": (ours, theirs) => readUsage(ours.manager, ownerOf(theirs)),
  "why of a request": (ours, theirs) => explainRequest(ours.manager, theirs.requestIds[0] ?? ""),
  "a second look at a request": (ours, theirs) => checkAgain(ours.manager, theirs.requestIds[0] ?? ""),
};

describe("two tenants", () => {
  test.each(Object.entries(NARROWED))("finds no foreign row by %s", async (_, count) => {
    const { ours, theirs } = tenants;
    expect([await count(ours, theirs), await count(theirs, ours)]).toEqual([0, 0]);
    // The query finds rows for its own ids, so the zero above means something.
    expect(await count(ours, ours)).toBeGreaterThan(0);
  });

  test.each(Object.entries(REFUSED))("returns 404 for %s", async (_, ask) => {
    const { ours, theirs } = tenants;
    await expect(ask(ours, theirs)).rejects.toMatchObject({ code: "not_found" });
    await expect(ask(ours, ours)).resolves.toBeDefined();
  });

  test("lists and sums only the tenant's own rows", async () => {
    for (const tenant of Object.values(tenants)) {
      const { rows } = await listRequests(tenant.manager, ownerOf(tenant), { limit: 100 });
      expect(rows.map(({ requestId }) => requestId).sort()).toEqual([...tenant.requestIds].sort());
      const usage = await readUsage(tenant.manager, ownerOf(tenant));
      expect(usage.total.requests).toBe(tenant.requestIds.length);
      const callers = new Set(usage.credentials.map(({ actor }) => actor.credential?.id));
      expect(callers).toEqual(new Set([tenant.keyId, tenant.scene.appId]));
      expect(usage.people.map(({ person }) => person.id)).toEqual([tenant.scene.userId]);
      for (const requestId of tenant.requestIds) {
        const why = await explainRequest(tenant.manager, requestId);
        expect(why.area).toMatchObject({ ownerId: tenant.scene.organizationId });
        expect(JSON.stringify(why)).not.toContain(
          (tenant === tenants.ours ? tenants.theirs : tenants.ours).scene.organizationId,
        );
      }
    }
  });

  test("refuses another tenant's cursor", async () => {
    const { ours, theirs } = tenants;
    const { nextCursor } = await listRequests(ours.manager, ownerOf(ours), { limit: 5 });
    const stolen = listRequests(theirs.manager, ownerOf(theirs), { cursor: nextCursor ?? "" });
    await expect(stolen).rejects.toMatchObject({ code: "validation_error" });
  });
});
