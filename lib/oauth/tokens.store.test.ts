import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { withBurst } from "../../e2e/support/ask-endpoint";
import { useTestDatabase } from "../../e2e/support/database";
import { makePkce } from "../../e2e/support/oauth-flow";
import { resetShared } from "../../e2e/support/shared-state";
import { createWorld } from "../../e2e/support/world";
import type { Answer, Incoming } from "../api/exchange";
import { SCOPES } from "../api/scopes";
import { pool } from "../platform/db";
import { LIVE_GRANTS_MAX, REFRESH_TOKEN_LIFETIME_MS, UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE } from "../platform/limits";
import { approveConsent, judgeQuery } from "./authorization";
import { eraseExpiredTokens } from "./cleaning-store";
import { findEarlierConsent } from "./consent-store";
import { authenticateToken } from "./credential-store";
import { answerRevoke, answerToken } from "./endpoints";
import { sealRequest } from "./sealed-request";
import { makeAccessToken, makeRefreshToken } from "./token";
import { rotateRefreshToken } from "./token-store";

const database = useTestDatabase();
const world = createWorld(database);
const DAY_MS = 24 * 60 * 60 * 1000;
const CAUSE = { address: "192.0.2.7", userAgent: `test/1 svc_live_${"k".repeat(43)}` };
const STORED_USER_AGENT = "test/1 svc_live_[redacted]";

beforeEach(() => {
  // Burst windows are aligned to the minute: a test that ran across its end would see two of them.
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 + 5_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms);

function post(
  endpoint: typeof answerToken,
  fields: Record<string, string | undefined> | string,
  address = CAUSE.address,
): Promise<Answer> {
  const pairs = typeof fields === "string" ? fields : Object.entries(fields).filter(([, value]) => value !== undefined);
  const body = Buffer.from(new URLSearchParams(pairs as string | [string, string][]).toString());
  const headers: Record<string, string> = {
    "content-type": "application/x-www-form-urlencoded",
    "user-agent": CAUSE.userAgent,
  };
  const incoming: Incoming = {
    method: "POST",
    target: "/oauth/token",
    header: (name) => headers[name] ?? null,
    headersBytes: 100,
    address,
    body: (async function* () {
      yield await Promise.resolve(body);
    })(),
  };
  return endpoint(incoming);
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  error?: string;
}

const read = ({ body }: Answer) => JSON.parse(body ?? "{}") as Tokens;
type App = Awaited<ReturnType<typeof world.oauthApp>>;

async function approveFor(app: App, user: { id: string; billingEntityId: string }, scope = "me:read rooms:read") {
  const { verifier, challenge } = makePkce();
  const [redirectUri = ""] = app.redirectUris;
  const parameters = { response_type: "code", client_id: app.clientId, redirect_uri: redirectUri, scope };
  const pkce = { code_challenge: challenge, code_challenge_method: "S256" };
  const query = new URLSearchParams({ ...parameters, ...pkce }).toString();
  const judgement = await judgeQuery(query);
  if (judgement.kind !== "valid") throw new Error("The request is good.");
  const { app: client, request } = judgement;
  const sealed = sealRequest(query, new Date());
  const decision = { client, request, sealed, userId: user.id, billingEntityId: user.billingEntityId, cause: CAUSE };
  const consented = await approveConsent(decision);
  const code = consented.kind === "approved" ? (new URL(consented.url).searchParams.get("code") ?? "") : "";
  return {
    grant_type: "authorization_code",
    client_id: app.clientId,
    client_secret: app.clientSecret,
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  };
}

const refreshForm = (app: App, refresh_token: string) => ({
  grant_type: "refresh_token",
  client_id: app.clientId,
  client_secret: app.clientSecret,
  refresh_token,
});

async function issue(options: Parameters<typeof world.oauthApp>[0] = {}) {
  const [app, user] = [await world.oauthApp(options), await world.user()];
  const tokens = read(await post(answerToken, await approveFor(app, user)));
  return { app, user, tokens };
}

async function readTimeline(userId: string) {
  const rows = await database.query<{ kind: string; address: string; user_agent: string }>(
    "SELECT e.kind, e.address, e.user_agent FROM oauth_grant_events e JOIN oauth_grants g ON g.id = e.grant_id WHERE g.user_id = $1 ORDER BY e.id",
    [userId],
  );
  expect(rows.every(({ address, user_agent }) => address === CAUSE.address && user_agent === STORED_USER_AGENT)).toBe(
    true,
  );
  return rows.map(({ kind }) => kind);
}

describe("time", () => {
  test("a code lives for 60 seconds", async () => {
    const [app, user] = [await world.oauthApp(), await world.user()];
    const [early, late] = [await approveFor(app, user), await approveFor(app, user)];
    wait(59_000);
    expect((await post(answerToken, early)).status).toBe(200);
    wait(1_000);
    expect(read(await post(answerToken, late)).error).toBe("invalid_grant");
  });

  test("a family ends 30 days after its origin, however often it was refreshed, and no access token outlives it", async () => {
    const { app, tokens } = await issue();
    wait(REFRESH_TOKEN_LIFETIME_MS - DAY_MS);
    const second = read(await post(answerToken, refreshForm(app, tokens.refresh_token)));
    expect(second.expires_in).toBe(3_600);
    wait(DAY_MS - 60_000);
    const third = read(await post(answerToken, refreshForm(app, second.refresh_token)));
    expect(third.expires_in).toBe(60);
    wait(60_000);
    expect(read(await post(answerToken, refreshForm(app, third.refresh_token))).error).toBe("invalid_grant");
    expect(await authenticateToken(third.access_token, "api")).toBeNull();
  });

  test("each access token has an id of its own, and its caller carries it", async () => {
    const { app, tokens } = await issue();
    const next = read(await post(answerToken, refreshForm(app, tokens.refresh_token)));
    const ids = [];
    for (const { access_token: token } of [tokens, next]) ids.push((await authenticateToken(token, "api"))?.tokenId);
    expect(ids).toEqual([expect.stringMatching(/^tok_[0-7][0-9a-z]{25}$/), expect.stringMatching(/^tok_/)]);
    expect(new Set(ids).size).toBe(2);
  });

  test("an access token ends after an hour", async () => {
    const { tokens } = await issue();
    wait(3_599_000);
    expect(await authenticateToken(tokens.access_token, "api")).not.toBeNull();
    wait(1_000);
    expect(await authenticateToken(tokens.access_token, "api")).toBeNull();
  });
});

describe("races on the rows", () => {
  test("fifty exchanges of one code: one pair of tokens, and the grant has ended", async () => {
    const [app, user] = [await world.oauthApp({ isConfidential: true }), await world.user()];
    const form = await approveFor(app, user);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(answerToken, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readTimeline(user.id)).toEqual(["approved", "issued", "code_replayed", "revoked"]);
    expect(
      await database.query(
        "SELECT 1 FROM oauth_access_tokens t JOIN oauth_grants g ON g.id = t.grant_id WHERE g.user_id = $1",
        [user.id],
      ),
    ).toHaveLength(1);
  });

  test("twenty uses of one refresh token, gathered in one statement: one wins, the family ends", async () => {
    const { app, user, tokens } = await issue();
    const form = refreshForm(app, tokens.refresh_token);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(answerToken, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await readTimeline(user.id)).toEqual(["approved", "issued", "refreshed", "reused", "revoked"]);
  });

  test("uses in several processes, each with statements of its own: one wins", async () => {
    const { tokens } = await issue();
    const pools: ReturnType<typeof pool>[] = [];
    const uses = Array.from({ length: 8 }, () => {
      resetShared();
      const use = rotateRefreshToken({
        presented: tokens.refresh_token,
        accessToken: makeAccessToken(),
        refreshToken: makeRefreshToken(),
        scopes: ["me:read"],
        cause: CAUSE,
      });
      pools.push(pool());
      return use;
    });
    const issued = await Promise.all(uses);
    expect(issued.filter((won) => won !== null)).toHaveLength(1);
    // The last one stays for the tests that follow.
    await Promise.all(pools.slice(0, -1).map((other) => other.end()));
  });

  test("many families at once are each served, and none gets another's tokens", async () => {
    const families = await Promise.all(Array.from({ length: 12 }, () => issue()));
    const answers = await Promise.all(
      families.map(({ app, tokens }) => post(answerToken, refreshForm(app, tokens.refresh_token))),
    );
    for (const [index, answer] of answers.entries()) {
      const caller = await authenticateToken(read(answer).access_token, "api");
      expect(caller?.actor.userId).toBe(families[index]?.user.id);
    }
  });
});

describe("what has changed since the approval", () => {
  test("an app that was deactivated is no client any more, and its tokens are nothing", async () => {
    const { app, tokens } = await issue({ isConfidential: true });
    await database.query("UPDATE oauth_apps SET is_active = false WHERE id = $1", [app.id]);
    const answer = await post(answerToken, refreshForm(app, tokens.refresh_token));
    expect([answer.status, read(answer).error]).toEqual([401, "invalid_client"]);
    expect((await post(answerRevoke, { ...refreshForm(app, ""), token: tokens.access_token })).status).toBe(401);
    expect(await authenticateToken(tokens.access_token, "api")).toBeNull();
  });

  test("a scope that was taken from the app is not given again", async () => {
    const { app, tokens } = await issue();
    const allow = (scopes: string[]) =>
      database.query("UPDATE oauth_apps SET allowed_scopes = $2 WHERE id = $1", [app.id, scopes]);
    await allow(["rooms:read"]);
    const second = read(await post(answerToken, refreshForm(app, tokens.refresh_token)));
    expect(second.scope).toBe("rooms:read");
    await allow(["files:read"]);
    expect(read(await post(answerToken, refreshForm(app, second.refresh_token))).error).toBe("invalid_scope");
    await allow([...SCOPES]);
    expect(read(await post(answerToken, refreshForm(app, second.refresh_token))).scope).toBe("me:read rooms:read");
  });

  test("who has left the organization gets nothing more for it", async () => {
    const [app, user, organization] = [await world.oauthApp(), await world.user(), await world.organization()];
    await world.join(organization.id, user.id, 10);
    const context = { id: user.id, billingEntityId: organization.billingEntityId };
    const tokens = read(await post(answerToken, await approveFor(app, context)));
    await database.query("DELETE FROM organization_memberships WHERE user_id = $1", [user.id]);
    expect(read(await post(answerToken, refreshForm(app, tokens.refresh_token))).error).toBe("invalid_grant");
    expect((await approveFor(app, context)).code).toBe("");
  });
});

test("approvals are families of their own, until there are too many: then the oldest ends", async () => {
  const { app, user, tokens } = await issue();
  for (let count = 1; count < LIVE_GRANTS_MAX; count += 1) await approveFor(app, user);
  expect(await authenticateToken(tokens.access_token, "api")).not.toBeNull();
  await approveFor(app, user);
  expect(await authenticateToken(tokens.access_token, "api")).toBeNull();
  const [oldest] = await database.query<{ revoked_reason: string }>(
    "SELECT revoked_reason FROM oauth_grants WHERE user_id = $1 ORDER BY id LIMIT 1",
    [user.id],
  );
  expect(oldest?.revoked_reason).toBe("superseded");
});

test("what was allowed before counts as long as it lives", async () => {
  const { app, user, tokens } = await issue();
  const earlier = await findEarlierConsent(user.id, app.id);
  expect([...earlier.scopes].sort()).toEqual(["me:read", "rooms:read"]);
  expect(earlier.contexts.map(({ billingEntityId }) => billingEntityId)).toEqual([user.billingEntityId]);
  await post(answerRevoke, { client_id: app.clientId, token: tokens.refresh_token });
  expect((await findEarlierConsent(user.id, app.id)).scopes.size).toBe(0);
});

test("wrong secrets end in a wait for their address; the right secret is not shut out", async () => {
  const { app, tokens } = await issue({ isConfidential: true });
  const address = "198.51.100.1";
  const wrong = { ...refreshForm(app, tokens.refresh_token), client_secret: "wrong" };
  const refused = await Promise.all(
    Array.from({ length: UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE }, () => post(answerToken, wrong, address)),
  );
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
  const limited = await post(answerToken, wrong, address);
  expect([limited.status, limited.headers["retry-after"], read(limited).error]).toEqual([
    429,
    "55",
    "temporarily_unavailable",
  ]);
  expect((await post(answerToken, refreshForm(app, tokens.refresh_token), address)).status).toBe(200);
  wait(60_000);
  expect((await post(answerToken, wrong, address)).status).toBe(401);
});

test("a public client's name alone is no credential: what it guesses is charged to the address", async () => {
  const { app, tokens } = await issue();
  const address = "198.51.100.2";
  const guess = () => post(answerToken, refreshForm(app, makeRefreshToken()), address);
  const revokeNothing = () => post(answerRevoke, { client_id: app.clientId, token: makeRefreshToken() }, address);
  const half = UNAUTHENTICATED_PER_ADDRESS_PER_MINUTE / 2;
  await Promise.all(Array.from({ length: half }, () => Promise.all([guess(), revokeNothing()])));
  expect([(await guess()).status, (await revokeNothing()).status]).toEqual([429, 429]);
  expect((await post(answerToken, refreshForm(app, tokens.refresh_token), address)).status).toBe(200);
});

test("with the limits backend down a form that proves nothing is 503, as an OAuth error", async () => {
  const { app } = await issue();
  const down = { take: () => Promise.reject(new Error("connection refused")), isReady: () => Promise.resolve(false) };
  const answer = await withBurst(down, () => post(answerToken, refreshForm(app, makeRefreshToken())));
  expect([answer.status, answer.headers["retry-after"], read(answer).error]).toEqual([
    503,
    "5",
    "temporarily_unavailable",
  ]);
});

test("no form, however written, is answered with a 500, or with tokens", async () => {
  const { app } = await issue({ isConfidential: true });
  const names = fc.constantFrom("grant_type", "code", "refresh_token", "scope", "resource", "code_verifier", "token");
  const values = fc.oneof(
    fc.constantFrom("authorization_code", "refresh_token", `svc_rt_${"a".repeat(43)}`, "\u0000", "__proto__"),
    fc.string({ unit: "binary" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, values), { maxLength: 8 }), async (pairs) => {
      const client = [
        ["client_id", app.clientId],
        ["client_secret", app.clientSecret ?? ""],
      ];
      const form = new URLSearchParams([...client, ...pairs.map(([name, text]) => [name, text.toWellFormed()])]);
      expect((await post(answerToken, form.toString())).status).toBe(400);
      expect([200, 400]).toContain((await post(answerRevoke, form.toString())).status);
    }),
    { numRuns: 200 },
  );
});

test("a client id of any form is unknown, never an error", async () => {
  for (const clientId of ["\u0000", "é", "x".repeat(5_000), randomBytes(20).toString("latin1")]) {
    const answer = await post(answerToken, { grant_type: "refresh_token", client_id: clientId, refresh_token: "x" });
    expect([answer.status, read(answer).error]).toEqual([401, "invalid_client"]);
  }
});

test("what is dead is erased: codes and tokens after a day, the timeline after ninety", async () => {
  const { app, user, tokens } = await issue();
  const count = async () => {
    const rows = await database.query<{ count: number }>(
      `SELECT (SELECT count(*)::int FROM oauth_codes c WHERE c.grant_id = g.id) + (SELECT count(*)::int FROM oauth_access_tokens t WHERE t.grant_id = g.id)
            + (SELECT count(*)::int FROM oauth_refresh_tokens r WHERE r.grant_id = g.id) AS count
       FROM oauth_grants g WHERE g.user_id = $1`,
      [user.id],
    );
    return rows[0]?.count;
  };
  wait(2 * DAY_MS);
  const { refresh_token } = read(await post(answerToken, refreshForm(app, tokens.refresh_token)));
  expect(await count()).toBe(5);
  await eraseExpiredTokens();
  expect(await count()).toBe(3);
  expect(read(await post(answerToken, refreshForm(app, tokens.refresh_token))).error).toBe("invalid_grant");
  expect(await readTimeline(user.id)).toContain("reused");
  expect(refresh_token).toBeTruthy();
  wait(REFRESH_TOKEN_LIFETIME_MS);
  await eraseExpiredTokens();
  expect(await count()).toBe(0);
  wait(90 * DAY_MS);
  await eraseExpiredTokens();
  expect(await count()).toBeUndefined();
});

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  /** Of a heap that is read by a bitmap of its index. */
  "Recheck Cond"?: string;
  Plans?: Plan[];
}

function listScans(plan: Plan): Plan[] {
  return [
    ...(plan["Relation Name"] && /Scan/.test(plan["Node Type"]) ? [plan] : []),
    ...(plan.Plans ?? []).flatMap(listScans),
  ];
}

test("plans made while the tables are small go by keys: they must not read all of it once it has grown", async () => {
  const statements = new Map<string, string>();
  const query = vi.spyOn(pool(), "query");
  const { app, tokens } = await issue({ isConfidential: true });
  const second = read(await post(answerToken, refreshForm(app, tokens.refresh_token)));
  await post(answerRevoke, { ...refreshForm(app, ""), token: second.access_token });
  for (const [statement] of query.mock.calls) {
    const { name, text } = statement as unknown as { name: string; text: string };
    if (/oauth/.test(text)) statements.set(name, text);
  }
  expect([...statements.keys()]).toEqual(
    expect.arrayContaining([
      "find_oauth_clients",
      "find_oauth_code",
      "exchange_oauth_code",
      "find_refresh_tokens",
      "rotate_refresh_tokens",
      "revoke_client_access_token",
    ]),
  );
  for (const [name, text] of statements) {
    const explained = await pool().query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const scans = listScans(explained.rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none" });
    expect([name, scans.length > 0]).toEqual([name, true]);
    for (const scan of scans) {
      const key = scan["Index Cond"] ?? scan["Recheck Cond"];
      expect([name, scan["Relation Name"], key]).toEqual([name, scan["Relation Name"], expect.stringContaining("=")]);
    }
  }
});
