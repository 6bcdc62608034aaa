import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../e2e/support/scenes/database";
import { createWorld } from "../../e2e/support/scenes/world";
import { REGISTRY } from "../docs/surface/registry";
import { eraseExpiredTokens } from "../oauth/retention";
import { env } from "../platform/env";
import { createKernel } from "./kernel";
import type { ApiRequest } from "./request";

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);
const LONG_AGO = new Date("2020-01-01");

let asked = 0;

/** Sends one request with this credential; answers its status, its code and the credential that its audit row names. */
async function ask(credential: string, { method = "GET", target = "/v1/me" } = {}) {
  asked += 1;
  const requestId = `named-${asked}`;
  const headers: Record<string, string> = { authorization: `Bearer ${credential}`, "x-request-id": requestId };
  const incoming: ApiRequest = {
    method,
    target,
    header: (name) => headers[name] ?? null,
    headersBytes: 100,
    address: "192.0.2.9",
    body: null,
  };
  const { status, body } = await kernel(incoming);
  const rows = await database.query<Record<string, string | null>>(
    `SELECT auth_method, actor_type, actor_id, user_id, organization_id, billing_entity_id, api_key_id, app_id, grant_id,
       external_token_id, scopes FROM audit_log WHERE request_id = $1`,
    [requestId],
  );
  const { error } = JSON.parse(body ?? "{}") as { error?: { code: string } };
  return { status, code: error?.code ?? null, rows };
}

async function createMember() {
  const [organization, user] = [await world.organization(), await world.user()];
  await world.join(organization.id, user.id);
  return { userId: user.id, organizationId: organization.id, billingEntityId: organization.billingEntityId };
}

describe("accepted credentials", () => {
  test.each(["USER", "AGENT"] as const)("a token of a %s app: person, app, grant and token", async (actorType) => {
    const { userId, organizationId, billingEntityId } = await createMember();
    const { token, appId, grantId, tokenId } = await world.accessToken({ userId, billingEntityId, actorType });
    const { status, rows } = await ask(token);
    expect(status).toBe(200);
    expect(rows).toMatchObject([
      {
        auth_method: "oauth_bearer",
        actor_type: actorType.toLowerCase(),
        actor_id: actorType === "AGENT" ? appId : userId,
        user_id: userId,
        organization_id: organizationId,
        app_id: appId,
        grant_id: grantId,
        external_token_id: tokenId,
        api_key_id: null,
      },
    ]);
  });

  test("the row names them still when app, grant and token are erased", async () => {
    const { userId, billingEntityId } = await createMember();
    const { token, appId, grantId, tokenId } = await world.accessToken({ userId, billingEntityId });
    const { rows } = await ask(token);
    await database.query("UPDATE oauth_access_tokens SET expires_at = $2 WHERE grant_id = $1", [grantId, LONG_AGO]);
    await database.query("UPDATE oauth_grants SET expires_at = $2 WHERE id = $1", [grantId, LONG_AGO]);
    await eraseExpiredTokens();
    expect(await database.query("SELECT id FROM oauth_grants WHERE id = $1", [grantId])).toEqual([]);
    await database.query("DELETE FROM oauth_apps WHERE id = $1", [appId]);
    const kept = await database.query("SELECT app_id, grant_id, user_id FROM audit_log WHERE external_token_id = $1", [
      tokenId,
    ]);
    expect(rows).toHaveLength(1);
    expect(kept).toEqual([{ app_id: appId, grant_id: grantId, user_id: userId }]);
  });

  test("no row holds a token, or a hash of one", async () => {
    const { userId, billingEntityId } = await createMember();
    const { token } = await world.accessToken({ userId, billingEntityId });
    await ask(token);
    const [leaks] = await database.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM audit_log a WHERE strpos(a::text, $1) > 0
         OR strpos(a::text, encode(sha256(convert_to($1, 'UTF8')), 'hex')) > 0`,
      [token],
    );
    expect(leaks).toEqual({ n: 0 });
  });
});

describe("refused credentials whose row is found", () => {
  test.each([
    ["expired_api_key", { expiresAt: LONG_AGO }],
    ["revoked_api_key", { revokedAt: LONG_AGO }],
  ] as const)("%s: the key and its organization", async (code, options) => {
    const { organizationId, billingEntityId } = await createMember();
    const { id, key } = await world.apiKey({ organizationId, billingEntityId, ...options });
    expect(await ask(key)).toMatchObject({
      status: 401,
      code,
      rows: [
        {
          auth_method: "api_key",
          actor_type: "app",
          actor_id: id,
          api_key_id: id,
          organization_id: organizationId,
          billing_entity_id: billingEntityId,
          // It was allowed nothing.
          scopes: "",
        },
      ],
    });
    expect(await database.query("SELECT 1 FROM api_keys WHERE id = $1 AND last_used_at IS NOT NULL", [id])).toEqual([]);
  });

  test("a person's expired key: the person", async () => {
    const user = await world.user();
    const { key, id } = await world.apiKey({
      userId: user.id,
      billingEntityId: user.billingEntityId,
      expiresAt: LONG_AGO,
    });
    expect((await ask(key)).rows).toMatchObject([{ api_key_id: id, user_id: user.id, organization_id: null }]);
  });

  test.each(["expired", "revoked", "of an ended grant", "of a deactivated app", "for another audience"])(
    "a token that is %s: app, grant, token and person, and the answer says nothing of it",
    async (what) => {
      const { userId, organizationId, billingEntityId } = await createMember();
      const made = await world.accessToken({
        userId,
        billingEntityId,
        ...(what === "expired" ? { expiresAt: LONG_AGO } : {}),
        ...(what === "for another audience" ? { audience: `${env().SVC_BASE_URL}/mcp` } : {}),
      });
      const { token, appId, grantId, tokenId } = made;
      if (what === "revoked")
        await database.query("UPDATE oauth_access_tokens SET revoked_at = now() WHERE id = $1", [tokenId]);
      if (what === "of an ended grant")
        await database.query("UPDATE oauth_grants SET revoked_at = now() WHERE id = $1", [grantId]);
      if (what === "of a deactivated app")
        await database.query("UPDATE oauth_apps SET is_active = false WHERE id = $1", [appId]);
      const refused = await ask(token);
      const unknown = await ask(`svc_at_${"x".repeat(43)}`);
      expect([refused.status, refused.code]).toEqual([unknown.status, unknown.code]);
      expect(refused.rows).toMatchObject([
        {
          auth_method: "oauth_bearer",
          actor_type: "user",
          user_id: userId,
          organization_id: organizationId,
          app_id: appId,
          grant_id: grantId,
          external_token_id: tokenId,
          scopes: "",
        },
      ]);
    },
  );

  test("a credential that is not known names nobody", async () => {
    const { rows } = await ask(`svc_at_${"x".repeat(43)}`);
    expect(rows).toMatchObject([{ auth_method: null, actor_id: null, user_id: null, grant_id: null }]);
  });
});
