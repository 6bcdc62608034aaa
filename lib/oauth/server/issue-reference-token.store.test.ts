import { Readable } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { createWorld } from "../../../e2e/support/scenes/world";
import type { Scope } from "../../access/scopes";
import { endAllSessions, endSession, REFERENCE_CLIENT_ID } from "../../accounts/sessions/end-session";
import { startSession } from "../../accounts/sessions/start-session";
import { createKernel } from "../../api/kernel";
import { REGISTRY } from "../../docs/surface/registry";
import { sha256 } from "../../platform/crypto";
import { REFERENCE_TOKEN_LIFETIME_MS } from "../../platform/limits";
import { listGrants } from "../grants/grants-query";
import { findClient } from "./find-client";
import { issueReferenceToken } from "./issue-reference-token";

const database = useTestDatabase();
const world = createWorld(database);
const kernel = createKernel(REGISTRY);

async function makeReader({ role = 20 } = {}) {
  const [user, organization] = [await world.user(), await world.organization()];
  await world.join(organization.id, user.id, role);
  const room = await world.room({ organizationId: organization.id, billingEntityId: organization.billingEntityId });
  await world.enter(room.id, user.id, role);
  return { userId: user.id, sessionId: await startSession(user.id, null), user, organization, room };
}

type Reader = Pick<Awaited<ReturnType<typeof makeReader>>, "userId" | "sessionId">;

const issue = ({ userId, sessionId }: Reader, scope: Scope, roomId?: string) =>
  issueReferenceToken({ userId, sessionId, scope, roomId, cause: { address: "192.0.2.7", userAgent: "Browser" } });

async function call(token: string, target: string, body?: object): Promise<[status: number, code: string | undefined]> {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await kernel({
    method: body ? "POST" : "GET",
    target,
    header: (name) => headers[name] ?? null,
    headersBytes: 100,
    address: "192.0.2.7",
    body: body ? Readable.from([Buffer.from(JSON.stringify(body))]) : null,
  });
  return [answer.status, (JSON.parse(answer.body ?? "{}") as { error?: { code: string } }).error?.code];
}

describe("a token of the reference", () => {
  it("reads and writes as the person, with the scope of the operation alone", async () => {
    const reader = await makeReader();
    const path = `/v1/rooms/${reader.room.id}/messages`;
    const { token } = await issue(reader, "messages:write", reader.room.id);
    expect(await call(token, path, { body: "Sent from the reference" })).toEqual([201, undefined]);
    expect(await call(token, path)).toEqual([403, "insufficient_scope"]);
    const audited = await database.query<{ actor: string }>(
      `SELECT DISTINCT lower(actor_type::text) AS actor FROM audit_log
       WHERE route = '/v1/rooms/{roomId}/messages' AND user_id = $1`,
      [reader.userId],
    );
    expect(audited).toEqual([{ actor: "user" }]);
  });

  it("ends after five minutes, and nothing renews it", async () => {
    const reader = await makeReader();
    const { token, expiresAt } = await issue(reader, "rooms:read");
    expect(Date.parse(expiresAt) - Date.now()).toBeLessThanOrEqual(REFERENCE_TOKEN_LIFETIME_MS);
    expect(await call(token, "/v1/rooms")).toEqual([200, undefined]);
    expect(await listGrants(reader.userId)).toMatchObject([{ app: { name: "API reference" }, scopes: ["rooms:read"] }]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + REFERENCE_TOKEN_LIFETIME_MS });
    try {
      expect(await call(token, "/v1/rooms")).toEqual([401, "unauthenticated"]);
      expect(await listGrants(reader.userId)).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
    const rows = await database.query(
      "SELECT FROM oauth_refresh_tokens r JOIN oauth_grants g ON g.id = r.grant_id WHERE g.user_id = $1",
      [reader.userId],
    );
    expect(rows).toEqual([]);
  });

  it("is kept as a hash, and its issuing is audited", async () => {
    const reader = await makeReader();
    const { token } = await issue(reader, "rooms:read");
    const tokens = await database.query<{ hash: Buffer; text: string }>(
      "SELECT t.hash, t::text AS text FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE g.user_id = $1",
      [reader.userId],
    );
    expect(tokens.map(({ hash }) => hash)).toEqual([sha256(token)]);
    expect(tokens[0]?.text).not.toContain(token);
    const acts = await database.query(
      "SELECT route, details FROM audit_log WHERE user_id = $1 AND route = 'oauth_grant.create'",
      [reader.userId],
    );
    const app = await findClient(REFERENCE_CLIENT_ID);
    expect(acts).toMatchObject([{ details: { appId: app?.id, scopes: ["rooms:read"] } }]);
  });

  it.each([
    ["signs out", ({ userId, sessionId }: Reader) => endSession({ userId, sessionId })],
    ["signs out everywhere", ({ userId }: Reader) => endAllSessions(userId)],
  ])("ends when its person %s, and none is issued afterwards", async (_, signOut) => {
    const reader = await makeReader();
    const { token } = await issue(reader, "rooms:read");
    await signOut(reader);
    expect(await call(token, "/v1/rooms")).toEqual([401, "unauthenticated"]);
    await expect(issue(reader, "rooms:read")).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("does not outlive a concurrent sign-out", async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const reader = await makeReader();
      const [issued] = await Promise.allSettled([issue(reader, "rooms:read"), endSession(reader)]);
      if (issued.status === "fulfilled")
        expect(await call(issued.value.token, "/v1/rooms")).toEqual([401, "unauthenticated"]);
    }
  });
});

describe("attacks on tokens of the reference", () => {
  it("refuses a session of someone else, and the name of a command line", async () => {
    const [reader, other] = [await makeReader(), await makeReader()];
    const stolen = { userId: reader.userId, sessionId: other.sessionId };
    await expect(issue(stolen, "rooms:read")).rejects.toMatchObject({ code: "unauthenticated" });
    await database.query("UPDATE sessions SET token_hash = '\\x01' WHERE id = $1", [reader.sessionId]);
    await expect(issue(reader, "rooms:read")).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("reaches nothing of another tenant, whichever room the request names", async () => {
    const [reader, other] = [await makeReader(), await makeReader()];
    const { token } = await issue(reader, "messages:read", other.room.id);
    expect(await call(token, `/v1/rooms/${other.room.id}/messages`)).toEqual([404, "room_not_found"]);
    expect(await call(token, `/v1/rooms/${reader.room.id}/messages`)).toEqual([200, undefined]);
  });

  it("lets a guest write no more than the browser does", async () => {
    const guest = await makeReader({ role: 10 });
    const { token } = await issue(guest, "messages:write", guest.room.id);
    expect(await call(token, `/v1/rooms/${guest.room.id}/messages`, { body: "x" })).toEqual([403, "forbidden"]);
  });

  it("is refused in a suspended tenant", async () => {
    const reader = await makeReader();
    const { token } = await issue(reader, "rooms:read");
    await database.query("UPDATE billing_entities SET suspension = $2 WHERE id = $1", [
      reader.organization.billingEntityId,
      { reason: "abuse", message: "Ask us.", at: "2026-11-01T09:00:00.000Z" },
    ]);
    expect(await call(token, "/v1/rooms")).toEqual([403, "forbidden"]);
  });

  it("ends with the seat of its person", async () => {
    const reader = await makeReader();
    const { token } = await issue(reader, "rooms:read", reader.room.id);
    await database.query("DELETE FROM room_members WHERE user_id = $1", [reader.userId]);
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [reader.userId]);
    expect((await call(token, `/v1/rooms/${reader.room.id}/members`))[0]).toBe(404);
  });

  it("is not issued once an administrator has deactivated or narrowed the app", async () => {
    const reader = await makeReader();
    await issue(reader, "rooms:read");
    const change = (set: string) => database.query(`UPDATE oauth_apps SET ${set} WHERE client_id = 'api-reference'`);
    await change("allowed_scopes = '{messages:read}'");
    await expect(issue(reader, "rooms:read")).rejects.toMatchObject({ code: "forbidden" });
    await change("is_active = false");
    await expect(issue(reader, "messages:read")).rejects.toMatchObject({ code: "forbidden" });
    await change("is_active = true, allowed_scopes = '{rooms:read,messages:read,messages:write}'");
  });
});
