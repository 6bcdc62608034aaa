import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { untilOneWaits } from "../../../e2e/support/scenes/watched-database";
import { createWorld } from "../../../e2e/support/scenes/world";
import { authenticateToken } from "../../access/credentials/authenticate-token";
import { type AdminAccess, openAdministration } from "../../access/open-administration";
import { sha256 } from "../../platform/crypto";
import { AppError } from "../../platform/errors";
import { newId } from "../../platform/ids";
import { listApps, readApp } from "./apps-query";
import { deactivateApp, reactivateApp } from "./deactivate-app";
import { editApp } from "./edit-app";
import { registerApp } from "./register-app";
import { endOverlap, rotateSecret } from "./rotate-client-secret";

const database = useTestDatabase();
const world = createWorld(database);
const clients: pg.Client[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
});

const INPUT = {
  name: "Minutes to Tracker",
  developerName: "Acme Labs",
  websiteUrl: "https://example.com",
  clientType: "confidential",
  actorType: "user",
  allowedScopes: ["me:read", "rooms:read"],
  redirectUris: ["https://example.com/cb"],
};

async function readCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}

async function makeAdmin(): Promise<AdminAccess> {
  const { id } = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [id]);
  return openAdministration(id);
}

async function makeApp(change: object = {}) {
  const admin = await makeAdmin();
  const registered = await registerApp(admin, { ...INPUT, ...change });
  const read = () => readApp(admin, registered.id);
  const grant = async () => {
    const user = await world.user();
    return world.accessToken({
      userId: user.id,
      billingEntityId: user.billingEntityId,
      scopes: ["me:read", "rooms:read"],
      appId: registered.id,
    });
  };
  return { admin, ...registered, read, grant };
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  clients.push(client);
  await client.connect();
  return client;
}

function readReason(grantId: string) {
  return database.query(
    `SELECT g.revoked_reason AS reason, array_agg(e.kind) AS kinds, count(e.address)::int AS addresses
     FROM oauth_grants g LEFT JOIN oauth_grant_events e ON e.grant_id = g.id WHERE g.id = $1 GROUP BY g.id`,
    [grantId],
  );
}

describe("administration", () => {
  it("is open to current administrators only", async () => {
    const admin = await makeAdmin();
    const { id } = await world.user();
    expect(await readCode(openAdministration(id))).toBe("not_found");
    expect(await readCode(openAdministration(newId("usr")))).toBe("not_found");
    await database.query("UPDATE users SET is_admin = false WHERE id = $1", [admin.userId]);
    expect(await readCode(openAdministration(admin.userId))).toBe("not_found");
  });

  it("shows every app, also another administrator's", async () => {
    const app = await makeApp();
    const other = await makeAdmin();
    expect((await listApps(other)).map(({ id }) => id)).toContain(app.id);
    expect((await readApp(other, app.id)).app).toMatchObject({
      createdByName: "Test Person",
      clientType: "confidential",
    });
  });

  it.each(["", "app_", "app_x", "' OR 1=1 --", newId("app"), newId("key")])("finds no app %j", async (appId) => {
    const admin = await makeAdmin();
    const results = [
      readApp(admin, appId),
      editApp(admin, appId, new Date().toISOString(), INPUT),
      rotateSecret(admin, appId, { overlap: "now", secretId: "" }),
      deactivateApp(admin, appId, "x"),
      reactivateApp(admin, appId),
      endOverlap(admin, appId),
    ];
    expect(await Promise.all(results.map(readCode))).toEqual(results.map(() => "not_found"));
  });
});

describe("registering", () => {
  it("stores only the secret's hash, and shows its last four characters", async () => {
    const { id, clientId, secret, read } = await makeApp();
    expect(clientId).toBe(id);
    expect(secret).toMatch(/^svc_cs_[A-Za-z0-9_-]{43}$/);
    const [row] = await database.query<{ hash: Buffer; all: string }>(
      "SELECT hash, s::text AS all FROM oauth_app_secrets s WHERE app_id = $1",
      [id],
    );
    expect(row?.hash.equals(sha256(secret ?? ""))).toBe(true);
    expect(row?.all).not.toContain(secret);
    expect((await read()).secrets).toMatchObject([{ last4: secret?.slice(-4), expiresAt: null }]);
  });

  it("gives a public app no secret", async () => {
    const { secret, read } = await makeApp({ clientType: "public" });
    expect(secret).toBeNull();
    expect((await read()).secrets).toEqual([]);
  });

  it("refuses invalid input, and writes nothing", async () => {
    const admin = await makeAdmin();
    const name = newId("run");
    expect(await readCode(registerApp(admin, { ...INPUT, name, redirectUris: ["http://evil.example/"] }))).toBe(
      "validation_error",
    );
    expect(await database.query("SELECT 1 FROM oauth_apps WHERE name = $1", [name])).toEqual([]);
  });
});

describe("editing", () => {
  it("changes everything but the types", async () => {
    const { admin, id, read } = await makeApp();
    const change = { ...INPUT, name: "New", websiteUrl: "", clientType: "public", actorType: "agent" };
    expect(await editApp(admin, id, (await read()).app.updatedAt, change)).toEqual({ kind: "saved" });
    expect((await read()).app).toMatchObject({
      name: "New",
      websiteUrl: null,
      clientType: "confidential",
      actorType: "user",
    });
  });

  it("accepts only one of two simultaneous edits", async () => {
    const { admin, id, read } = await makeApp();
    const other = await makeAdmin();
    const seen = (await read()).app.updatedAt;
    const results = await Promise.all(
      [admin, other, admin, other].map((who, n) => editApp(who, id, seen, { ...INPUT, name: `Edit ${n}` })),
    );
    expect(results.map(({ kind }) => kind).sort()).toEqual(["saved", "stale", "stale", "stale"]);
    const { app } = await read();
    expect(app.name).toBe(`Edit ${results.findIndex(({ kind }) => kind === "saved")}`);
    expect(app.updatedAt > seen).toBe(true);
    expect(await editApp(other, id, seen, INPUT)).toEqual({ kind: "stale" });
    expect(await editApp(other, id, "not a time", INPUT)).toEqual({ kind: "stale" });
  });

  it("takes a removed scope from issued tokens at once", async () => {
    const { admin, id, read, grant } = await makeApp();
    const { token } = await grant();
    expect((await authenticateToken(token, "api"))?.scopes).toEqual(new Set(["me:read", "rooms:read"]));
    await editApp(admin, id, (await read()).app.updatedAt, { ...INPUT, allowedScopes: ["me:read"] });
    expect((await authenticateToken(token, "api"))?.scopes).toEqual(new Set(["me:read"]));
  });
});

describe("rotating the secret", () => {
  it("shows a new one; the old one lives for as long as was chosen", async () => {
    const { admin, id, read } = await makeApp();
    const [old] = (await read()).secrets;
    const result = await rotateSecret(admin, id, { overlap: "1h", secretId: old?.id ?? "" });
    if (result.kind !== "rotated") throw new Error(result.reason);
    const [current, overlapping, ...more] = (await read()).secrets;
    expect(more).toEqual([]);
    expect(current).toMatchObject({ last4: result.secret.slice(-4), expiresAt: null });
    expect(overlapping?.id).toBe(old?.id);
    const left = Date.parse(overlapping?.expiresAt ?? "") - Date.now();
    expect(left).toBeGreaterThan(3_500_000);
    expect(left).toBeLessThanOrEqual(3_600_000);
  });

  it("ends all older ones at once when no overlap is wanted, and never lengthens one's life", async () => {
    const { admin, id, read } = await makeApp();
    const rotate = async (overlap: "now" | "1h" | "7d") =>
      rotateSecret(admin, id, { overlap, secretId: (await read()).secrets[0]?.id ?? "" });
    await rotate("1h");
    const end = (await read()).secrets[1]?.expiresAt;
    await rotate("7d");
    expect((await read()).secrets.map(({ expiresAt }) => expiresAt)[2]).toBe(end);
    await rotate("now");
    expect((await read()).secrets).toHaveLength(1);
  });

  it("accepts one of many simultaneous rotations, and the secret it showed stays valid", async () => {
    const { admin, id, read } = await makeApp();
    const other = await makeAdmin();
    const secretId = (await read()).secrets[0]?.id ?? "";
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, n) => rotateSecret(n % 2 ? admin : other, id, { overlap: "now", secretId })),
    );
    const [won, ...more] = results.filter((result) => result.kind === "rotated");
    expect(more).toEqual([]);
    expect(results.filter((result) => result.kind === "refused" && result.reason === "already_rotated")).toHaveLength(
      7,
    );
    expect((await read()).secrets).toMatchObject([{ last4: won?.secret.slice(-4), expiresAt: null }]);
  });

  it("can end an overlap early, without touching the current secret", async () => {
    const { admin, id, read } = await makeApp();
    await rotateSecret(admin, id, { overlap: "7d", secretId: (await read()).secrets[0]?.id ?? "" });
    const [current] = (await read()).secrets;
    await endOverlap(admin, id);
    expect((await read()).secrets).toEqual([current]);
  });

  it("is not for public apps", async () => {
    const { admin, id } = await makeApp({ clientType: "public" });
    expect(await rotateSecret(admin, id, { overlap: "24h", secretId: "" })).toEqual({
      kind: "refused",
      reason: "no_secret",
    });
  });
});

describe("deactivating", () => {
  it("asks for the name, ends every grant at once, and tells each person why without telling where from", async () => {
    const { admin, id, name, read, grant } = await makeApp();
    const [first, second] = [await grant(), await grant()];
    expect((await read()).app.liveGrants).toBe(2);
    expect(await readCode(deactivateApp(admin, id, "minutes"))).toBe("validation_error");
    expect(await authenticateToken(first.token, "api")).not.toBeNull();
    expect(await deactivateApp(admin, id, ` ${name} `)).toBe(2);
    for (const { token, grantId } of [first, second]) {
      expect(await authenticateToken(token, "api")).toBeNull();
      expect(await readReason(grantId)).toEqual([{ reason: "app_deactivated", kinds: ["revoked"], addresses: 0 }]);
    }
    expect((await read()).app).toMatchObject({ isActive: false, liveGrants: 0 });
    expect(await deactivateApp(admin, id, name)).toBe(0);
  });

  it("leaves other apps, and grants that ended before, as they are", async () => {
    const [one, other] = [await makeApp(), await makeApp()];
    const [ended, expired, kept] = [await one.grant(), await one.grant(), await other.grant()];
    await database.query("UPDATE oauth_grants SET expires_at = now() - interval '1 day' WHERE id = $1", [
      expired.grantId,
    ]);
    await database.query("UPDATE oauth_grants SET revoked_at = now(), revoked_reason = 'user' WHERE id = $1", [
      ended.grantId,
    ]);
    expect(await deactivateApp(one.admin, one.id, one.name)).toBe(0);
    expect(await readReason(ended.grantId)).toMatchObject([{ reason: "user" }]);
    expect(await readReason(expired.grantId)).toMatchObject([{ reason: null }]);
    expect(await authenticateToken(kept.token, "api")).not.toBeNull();
  });

  it("ends a grant that is created at the same moment", async () => {
    const { admin, id, name } = await makeApp();
    const user = await world.user();
    const issuing = await connect();
    const grantId = newId("grant");
    await issuing.query("BEGIN");
    await issuing.query(
      `INSERT INTO oauth_grants (id, app_id, user_id, billing_entity_id, scopes, audience, created_at, expires_at)
       VALUES ($1, $2, $3, $4, '{me:read}', 'http://localhost:3000/v1', now(), now() + interval '1 hour')`,
      [grantId, id, user.id, user.billingEntityId],
    );
    const deactivation = deactivateApp(admin, id, name);
    await untilOneWaits(database);
    await issuing.query("COMMIT");
    expect(await deactivation).toBe(1);
    expect(await readReason(grantId)).toMatchObject([{ reason: "app_deactivated" }]);
  });

  it("brings no grant back when the app is reactivated, not even one created meanwhile", async () => {
    const { admin, id, name, read, grant } = await makeApp();
    const before = await grant();
    await deactivateApp(admin, id, name);
    const meanwhile = await grant();
    await reactivateApp(admin, id);
    expect((await read()).app).toMatchObject({ isActive: true, liveGrants: 0 });
    for (const { token } of [before, meanwhile]) expect(await authenticateToken(token, "api")).toBeNull();
    const after = await grant();
    await reactivateApp(admin, id);
    expect(await authenticateToken(after.token, "api")).not.toBeNull();
  });
});
