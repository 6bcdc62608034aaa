import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { authenticateKey } from "../access/credentials/authenticate-key";
import { openOwner, openOwners } from "../access/open-owner";
import { MANAGER_ROLE } from "../access/roles";
import type { Scope } from "../access/scopes";
import { AppError } from "../platform/errors";
import { newId } from "../platform/ids";
import type { IssueKey } from "./api-key";
import { issueKey } from "./issue";
import { listKeys, openKey } from "./queries";
import { revokeKey } from "./revoke";
import { rotateKey } from "./rotate";

const database = useTestDatabase();
const world = createWorld(database);
const INPUT: IssueKey = {
  name: "Nightly report",
  scopes: ["me:read", "rooms:read"],
  expiresAt: null,
};
const HOUR_MS = 60 * 60 * 1000;

async function readCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

async function makeOrganization(roles: { [name: string]: number }) {
  const organization = await world.organization();
  const people: Record<string, string> = {};
  for (const [name, role] of Object.entries(roles)) {
    const { id } = await world.user({ name });
    await world.join(organization.id, id, role);
    people[name] = id;
  }
  return { id: organization.id, people };
}

async function issueOwn(input: Partial<IssueKey> = {}) {
  const user = await world.user();
  const issued = await issueKey(await openOwner(user.id, user.id), { ...INPUT, ...input });
  return { userId: user.id, issued, open: () => openKey(user.id, issued.id) };
}

describe("access to keys", () => {
  it("allows managers and owners of the organization, not members and guests", async () => {
    const { id, people } = await makeOrganization({ guest: 10, member: 20, manager: MANAGER_ROLE, owner: 40 });
    const outcomes = await Promise.all(
      Object.entries(people).map(async ([name, userId]) => [name, await readCode(openOwner(userId, id))]),
    );
    expect(Object.fromEntries(outcomes)).toEqual({
      guest: "not_found",
      member: "not_found",
      manager: "done",
      owner: "done",
    });
  });

  it("is denied for an inactive organization", async () => {
    const { id, people } = await makeOrganization({ owner: 40 });
    await database.query("UPDATE organizations SET is_active = false WHERE id = $1", [id]);
    expect(await readCode(openOwner(people["owner"] ?? "", id))).toBe("not_found");
  });

  it.each(["", "me", "usr_", "' OR 1=1 --", newId("usr"), newId("org")])(
    "a forged owner %j does not exist",
    async (ownerId) => {
      const user = await world.user();
      expect(await readCode(openOwner(user.id, ownerId))).toBe("not_found");
    },
  );

  it("is denied for another person", async () => {
    const [me, other] = [await world.user(), await world.user()];
    expect(await readCode(openOwner(me.id, other.id))).toBe("not_found");
  });

  it("returns 404 for another person's key and changes nothing", async () => {
    const { issued } = await issueOwn();
    const outsider = await world.user();
    expect(await readCode(openKey(outsider.id, issued.id))).toBe("not_found");
    expect(await readCode(openKey(outsider.id, newId("key")))).toBe("not_found");
    expect(await readCode(openKey(outsider.id, "key_x"))).toBe("not_found");
    expect(await authenticateKey(issued.plaintext, "192.0.2.7")).toMatchObject({ apiKeyId: issued.id });
  });

  it("ends when a manager becomes a member", async () => {
    const { id, people } = await makeOrganization({ manager: 30 });
    const manager = people["manager"] ?? "";
    const issued = await issueKey(await openOwner(manager, id), INPUT);
    await database.query("UPDATE organization_memberships SET role = 20 WHERE user_id = $1", [manager]);
    expect(await readCode(openKey(manager, issued.id))).toBe("not_found");
    expect(await listKeys(await openOwners(manager))).toEqual([]);
  });

  it("lists personal keys and those of managed organizations, newest first", async () => {
    const { id, people } = await makeOrganization({ manager: 30, member: 20 });
    const [manager, member] = [people["manager"] ?? "", people["member"] ?? ""];
    const own = await issueKey(await openOwner(manager, manager), { ...INPUT, name: "own" });
    await issueKey(await openOwner(manager, id), { ...INPUT, name: "organization" });
    await issueKey(await openOwner(member, member), { ...INPUT, name: "member" });
    const keys = await listKeys(await openOwners(manager));
    expect(keys.map(({ name, owner }) => [name, owner.kind])).toEqual([
      ["organization", "organization"],
      ["own", "user"],
    ]);
    expect(keys[1]).toMatchObject({
      id: own.id,
      state: "active",
      isUsable: true,
      maskedKey: `svc_test_…${own.plaintext.slice(-4)}`,
    });
  });
});

describe("issue a key", () => {
  it("creates a working key and stores no copy of it", async () => {
    const { issued, userId } = await issueOwn();
    expect(await authenticateKey(issued.plaintext, "192.0.2.7")).toMatchObject({
      apiKeyId: issued.id,
      actor: { type: "app", userId },
    });
    const [row] = await database.query<{ row: string }>(
      "SELECT row_to_json(k)::text AS row FROM api_keys k WHERE id = $1",
      [issued.id],
    );
    expect(row?.row).not.toContain(issued.plaintext.slice("svc_test_".length));
  });

  it("binds an organization's key to the organization and its billing entity", async () => {
    const { id, people } = await makeOrganization({ owner: 40 });
    const issued = await issueKey(await openOwner(people["owner"] ?? "", id), INPUT);
    const [row] = await database.query(
      `SELECT k.organization_id, k.user_id, k.billing_entity_id = o.billing_entity_id AS "isBilled", k.created_by_id
       FROM api_keys k JOIN organizations o ON o.id = k.organization_id WHERE k.id = $1`,
      [issued.id],
    );
    expect(row).toEqual({ organization_id: id, user_id: null, isBilled: true, created_by_id: people["owner"] });
  });

  it.each([
    ["a scope that is not in the list", { scopes: ["me:write"] as unknown as Scope[] }],
    ["no scope", { scopes: [] }],
    ["an end that is past", { expiresAt: new Date(Date.now() - 1) }],
    ["a name of 101 characters", { name: "x".repeat(101) }],
  ])("refuses %s and writes nothing", async (_, input) => {
    const user = await world.user();
    expect(await readCode(issueKey(await openOwner(user.id, user.id), { ...INPUT, ...input }))).toBe(
      "validation_error",
    );
    expect(await listKeys(await openOwners(user.id))).toEqual([]);
  });
});

describe("revoke a key", () => {
  it("requires the name and takes effect with the next request", async () => {
    const { issued, open } = await issueOwn();
    expect(await readCode(revokeKey(await open(), "nightly report"))).toBe("validation_error");
    expect(await readCode(authenticateKey(issued.plaintext, "192.0.2.7"))).toBe("done");
    await revokeKey(await open(), " Nightly report ");
    expect(await readCode(authenticateKey(issued.plaintext, "192.0.2.7"))).toBe("revoked_api_key");
  });

  it("keeps the first time when repeated", async () => {
    const { open } = await issueOwn();
    await revokeKey(await open(), INPUT.name);
    const first = (await open()).key.revokedAt;
    await revokeKey(await open(), INPUT.name);
    expect(first).not.toBeNull();
    expect((await open()).key.revokedAt).toBe(first);
  });
});

describe("rotate a key", () => {
  it("creates a key of the same kind; both work during the overlap", async () => {
    const { issued, open } = await issueOwn({ expiresAt: new Date(Date.now() + 48 * HOUR_MS) });
    const result = await rotateKey(await open(), { overlap: "1h" });
    if (result.kind !== "rotated") throw new Error(result.reason);
    expect(await readCode(authenticateKey(issued.plaintext, "192.0.2.7"))).toBe("done");
    expect(await authenticateKey(result.issued.plaintext, "192.0.2.7")).toMatchObject({
      apiKeyId: result.issued.id,
      scopes: new Set(INPUT.scopes),
    });
    const { key: old } = await open();
    expect(old).toMatchObject({ state: "replaced", isUsable: true, replacedBy: { id: result.issued.id } });
    expect(Date.parse(old.expiresAt ?? "") - Date.now()).toBeLessThanOrEqual(HOUR_MS);
    const life = (key: { createdAt: string; expiresAt: string | null }) =>
      Date.parse(key.expiresAt ?? "") - Date.parse(key.createdAt);
    const successor = (await openKey((await open()).userId, result.issued.id)).key;
    expect(successor).toMatchObject({ name: INPUT.name, rotatedFrom: { id: issued.id } });
    expect(Math.abs(life(successor) - 48 * HOUR_MS)).toBeLessThan(60_000);
  });

  it("ends the old key at once without an overlap", async () => {
    const { issued, open } = await issueOwn();
    await rotateKey(await open(), { overlap: "now" });
    expect(await readCode(authenticateKey(issued.plaintext, "192.0.2.7"))).toBe("expired_api_key");
  });

  it("never lengthens the old key's life", async () => {
    const expiresAt = new Date(Date.now() + HOUR_MS);
    const { open } = await issueOwn({ expiresAt });
    await rotateKey(await open(), { overlap: "7d" });
    expect((await open()).key.expiresAt).toBe(expiresAt.toISOString());
  });

  it("accepts one of many concurrent rotations", async () => {
    const { issued, open } = await issueOwn();
    const access = await open();
    const results = await Promise.all(Array.from({ length: 8 }, () => rotateKey(access, { overlap: "24h" })));
    expect(results.filter(({ kind }) => kind === "rotated")).toHaveLength(1);
    expect(results.filter((result) => result.kind === "refused" && result.reason === "already_rotated")).toHaveLength(
      7,
    );
    const [row] = await database.query("SELECT count(*)::int AS count FROM api_keys WHERE rotated_from_id = $1", [
      issued.id,
    ]);
    expect(row).toEqual({ count: 1 });
  });

  it("refuses a revoked key, also from an old page", async () => {
    const { open } = await issueOwn();
    const access = await open();
    await revokeKey(await open(), INPUT.name);
    expect(await rotateKey(access, { overlap: "24h" })).toEqual({ kind: "refused", reason: "revoked" });
  });

  it("refuses an expired key", async () => {
    const { issued, open } = await issueOwn();
    await database.query("UPDATE api_keys SET expires_at = $2 WHERE id = $1", [
      issued.id,
      new Date(Date.now() - 1_000),
    ]);
    expect(await rotateKey(await open(), { overlap: "24h" })).toEqual({ kind: "refused", reason: "expired" });
  });

  it("rotates a successor in its turn", async () => {
    const { open } = await issueOwn();
    const { userId } = await open();
    const first = await rotateKey(await open(), { overlap: "now" });
    if (first.kind !== "rotated") throw new Error(first.reason);
    const second = await rotateKey(await openKey(userId, first.issued.id), { overlap: "now" });
    expect(second.kind).toBe("rotated");
  });
});
