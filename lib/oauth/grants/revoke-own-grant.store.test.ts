import { describe, expect, it } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { createKernel } from "../../api/kernel";
import { transaction } from "../../db/transaction";
import { REGISTRY } from "../../docs/surface/registry";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { listGrants, openGrant, readTimeline } from "./grants-query";
import { recordGrantEvent, revokeGrant } from "./revoke-grant";
import { revokeOwnGrant } from "./revoke-own-grant";

const database = useTestDatabase();
const world = createWorld(database);
const CAUSE = { address: "198.51.100.7", userAgent: `curl/8.5.0 svc_live_${"k".repeat(43)}` };
const DAY_MS = 24 * 60 * 60 * 1000;

async function readCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

async function makeGrant(options: { actorType?: "USER" | "AGENT"; scopes?: string[] } = {}) {
  const user = await world.user();
  const made = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId, ...options });
  return { ...made, userId: user.id, open: () => openGrant(user.id, made.grantId) };
}

const kernel = createKernel(REGISTRY);

async function callMe(token: string): Promise<number> {
  const header = (name: string) => (name === "authorization" ? `Bearer ${token}` : null);
  return (
    await kernel({ method: "GET", target: "/v1/me", header, headersBytes: 100, address: "192.0.2.7", body: null })
  ).status;
}

describe("a person's grants", () => {
  it("are theirs alone: another person's grant is not found", async () => {
    const { grantId, userId } = await makeGrant();
    const other = await world.user();
    expect((await listGrants(userId)).map(({ id }) => id)).toEqual([grantId]);
    expect(await listGrants(other.id)).toEqual([]);
    for (const id of [grantId, newId("grant"), "grant_x", ""]) {
      expect(await readCode(openGrant(other.id, id))).toBe("not_found");
    }
  });

  it("name the organization that they act in, and agents as such", async () => {
    const user = await world.user();
    const organization = await world.organization();
    const { grantId } = await world.accessToken({
      userId: user.id,
      billingEntityId: organization.billingEntityId,
      actorType: "AGENT",
      scopes: ["rooms:read"],
    });
    expect((await openGrant(user.id, grantId)).grant).toMatchObject({
      organizationName: `Organization ${organization.id}`,
      app: { isAgent: true },
      scopes: ["rooms:read"],
      state: "active",
    });
  });

  it("show only the scopes that the app still has", async () => {
    const { appId, open } = await makeGrant({ scopes: ["me:read", "tasks:write"] });
    await database.query("UPDATE oauth_apps SET allowed_scopes = '{me:read}' WHERE id = $1", [appId]);
    expect((await open()).grant.scopes).toEqual(["me:read"]);
  });

  it("are listed for 90 days after they expired or were revoked", async () => {
    const { grantId, userId } = await makeGrant();
    const endAt = async (column: "revoked_at" | "expires_at", days: number) => {
      await database.query(
        `UPDATE oauth_grants SET revoked_at = NULL, expires_at = now() + interval '1 day' WHERE id = $1`,
        [grantId],
      );
      await database.query(`UPDATE oauth_grants SET ${column} = $2 WHERE id = $1`, [
        grantId,
        new Date(Date.now() - days * DAY_MS),
      ]);
      return (await listGrants(userId)).map(({ state }) => state);
    };
    expect(await endAt("revoked_at", 89)).toEqual(["revoked"]);
    expect(await endAt("revoked_at", 91)).toEqual([]);
    expect(await endAt("expires_at", 89)).toEqual(["expired"]);
    expect(await endAt("expires_at", 91)).toEqual([]);
  });
});

describe("revoking", () => {
  it("ends access from the next request", async () => {
    const { token, open } = await makeGrant();
    expect(await callMe(token)).toBe(200);
    await revokeOwnGrant(await open(), CAUSE);
    expect(await callMe(token)).toBe(401);
    expect((await open()).grant).toMatchObject({ state: "revoked", reason: "user" });
  });

  it("happens once and keeps the first reason", async () => {
    const { grantId, open } = await makeGrant();
    const access = await open();
    await transaction((tx) => revokeGrant(tx, grantId, "refresh_reuse", CAUSE, new Date()));
    await Promise.all(Array.from({ length: 5 }, () => revokeOwnGrant(access, CAUSE)));
    expect((await open()).grant.reason).toBe("refresh_reuse");
    expect((await readTimeline(access)).map(({ kind }) => kind)).toEqual(["revoked"]);
  });

  it("leaves an expired grant as it ended", async () => {
    const { grantId, open } = await makeGrant();
    await database.query("UPDATE oauth_grants SET expires_at = now() - interval '1 hour' WHERE id = $1", [grantId]);
    await revokeOwnGrant(await open(), CAUSE);
    expect((await open()).grant).toMatchObject({ state: "expired", reason: null });
  });
});

describe("the timeline", () => {
  it("lists events newest first, with address and device", async () => {
    const { grantId, open } = await makeGrant();
    const start = Date.now() - DAY_MS;
    await transaction(async (tx) => {
      for (const [n, kind] of (["approved", "issued", "refreshed", "refreshed", "reused"] as const).entries()) {
        await recordGrantEvent(tx, grantId, kind, CAUSE, new Date(start + n));
      }
      await revokeGrant(tx, grantId, "refresh_reuse", CAUSE, new Date());
    });
    const entries = await readTimeline(await open());
    expect(entries.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      "revoked 1",
      "reused 1",
      "refreshed 2",
      "issued 1",
      "approved 1",
    ]);
    expect(entries[0]).toMatchObject({ address: CAUSE.address, device: { program: "curl 8.5" } });
    expect(JSON.stringify(entries)).not.toContain("kkkk");
  });
});

describe("last used", () => {
  it("is updated by a request, and not again within 30 seconds", async () => {
    const { token, grantId, open } = await makeGrant();
    expect((await open()).grant.lastUsedAt).toBeNull();
    const askedMs = Date.now();
    await callMe(token);
    const first = (await open()).grant.lastUsedAt;
    expect(Date.parse(first ?? "")).toBeGreaterThanOrEqual(askedMs);
    await callMe(token);
    expect((await open()).grant.lastUsedAt).toBe(first);
    await database.query("UPDATE oauth_grants SET last_used_at = now() - interval '31 seconds' WHERE id = $1", [
      grantId,
    ]);
    await callMe(token);
    expect(Date.parse((await open()).grant.lastUsedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(first ?? ""));
  });

  it("does not move when the token is refused", async () => {
    const { token, open } = await makeGrant();
    await revokeOwnGrant(await open(), CAUSE);
    await callMe(token);
    expect((await open()).grant.lastUsedAt).toBeNull();
  });
});
