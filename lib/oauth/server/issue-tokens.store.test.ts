import { describe, expect, test } from "vitest";
import { resetShared } from "../../../e2e/support/scenes/shared-state";
import {
  approveFor,
  CAUSE,
  post,
  read,
  refreshForm,
  useTokenScenes,
  wait,
} from "../../../e2e/support/scenes/token-scene";
import { watchStatements } from "../../../e2e/support/scenes/watched-database";
import { authenticateToken } from "../../access/credentials/authenticate-token";
import { makeAccessToken, makeRefreshToken } from "../../access/credentials/token";
import { SCOPES } from "../../access/scopes";
import { pool } from "../../db/pool";
import { PLAN_BY_INDEX } from "../../db/transaction";
import { LIVE_GRANTS_MAX, REFRESH_TOKEN_LIFETIME_MS } from "../../platform/limits";
import { respondToRevocation, respondToTokenRequest } from "../endpoints";
import { eraseExpiredTokens } from "../retention";
import { findEarlierConsent } from "./consent-query";
import { rotateRefreshToken } from "./issue-tokens";

const { database, world, issue, readTimeline } = useTokenScenes();
const DAY_MS = 24 * 60 * 60 * 1000;

describe("time", () => {
  test("a code lives for 60 seconds", async () => {
    const [app, user] = [await world.oauthApp(), await world.user()];
    const [early, late] = [await approveFor(app, user), await approveFor(app, user)];
    wait(59_000);
    expect((await post(respondToTokenRequest, early)).status).toBe(200);
    wait(1_000);
    expect(read(await post(respondToTokenRequest, late)).error).toBe("invalid_grant");
  });

  test("a wrong verifier uses the code up", async () => {
    const form = await approveFor(await world.oauthApp(), await world.user());
    for (const sent of [{ ...form, code_verifier: "a".repeat(43) }, form])
      expect(read(await post(respondToTokenRequest, sent)).error).toBe("invalid_grant");
  });

  test("a family ends 30 days after its origin, however often it was refreshed, and no access token outlives it", async () => {
    const { app, tokens } = await issue();
    wait(REFRESH_TOKEN_LIFETIME_MS - DAY_MS);
    const second = read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token)));
    expect(second.expires_in).toBe(3_600);
    wait(DAY_MS - 60_000);
    const third = read(await post(respondToTokenRequest, refreshForm(app, second.refresh_token)));
    expect(third.expires_in).toBe(60);
    wait(60_000);
    expect(read(await post(respondToTokenRequest, refreshForm(app, third.refresh_token))).error).toBe("invalid_grant");
    expect(await authenticateToken(third.access_token, "api")).toBeNull();
  });

  test("each access token has an id of its own, and its caller carries it", async () => {
    const { app, tokens } = await issue();
    const next = read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token)));
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
  test("fifty exchanges of one code give one pair of tokens and end the grant", async () => {
    const [app, user] = [await world.oauthApp({ isConfidential: true }), await world.user()];
    const form = await approveFor(app, user);
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(respondToTokenRequest, form)));
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
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(respondToTokenRequest, form)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const late of [...answers.filter(({ status }) => status !== 200), await post(respondToTokenRequest, form)]) {
      expect(late.status).toBe(400);
      expect(read(late)).toEqual({
        error: "invalid_grant",
        error_description:
          "The refresh token was used before: a second holder was seen. All tokens of its family have been revoked.",
      });
    }
    const won = answers.find(({ status }) => status === 200);
    if (!won) throw new Error("No use won.");
    const next = await post(respondToTokenRequest, refreshForm(app, read(won).refresh_token));
    expect(read(next).error).toBe("invalid_grant");
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
    // The last pool serves the tests that follow.
    await Promise.all(pools.slice(0, -1).map((other) => other.end()));
  });

  test("many families at once are each served, and none gets another's tokens", async () => {
    const families = await Promise.all(Array.from({ length: 12 }, () => issue()));
    const answers = await Promise.all(
      families.map(({ app, tokens }) => post(respondToTokenRequest, refreshForm(app, tokens.refresh_token))),
    );
    for (const [index, answer] of answers.entries()) {
      const caller = await authenticateToken(read(answer).access_token, "api");
      expect(caller?.actor.userId).toBe(families[index]?.user.id);
    }
  });
});

describe("changes since the approval", () => {
  test("a deactivated app is no client, and its tokens are refused", async () => {
    const { app, tokens } = await issue({ isConfidential: true });
    await database.query("UPDATE oauth_apps SET is_active = false WHERE id = $1", [app.id]);
    const answer = await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token));
    expect([answer.status, read(answer).error]).toEqual([401, "invalid_client"]);
    expect((await post(respondToRevocation, { ...refreshForm(app, ""), token: tokens.access_token })).status).toBe(401);
    expect(await authenticateToken(tokens.access_token, "api")).toBeNull();
  });

  test("a scope that was taken from the app is not issued again", async () => {
    const { app, tokens } = await issue();
    const allow = (scopes: string[]) =>
      database.query("UPDATE oauth_apps SET allowed_scopes = $2 WHERE id = $1", [app.id, scopes]);
    await allow(["rooms:read"]);
    const second = read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token)));
    expect(second.scope).toBe("rooms:read");
    await allow(["files:read"]);
    expect(read(await post(respondToTokenRequest, refreshForm(app, second.refresh_token))).error).toBe("invalid_scope");
    await allow([...SCOPES]);
    expect(read(await post(respondToTokenRequest, refreshForm(app, second.refresh_token))).scope).toBe(
      "me:read rooms:read",
    );
  });

  test.each([
    ["someone who left the organization gets", "DELETE FROM organization_memberships WHERE organization_id = $1"],
    ["an organization that is no longer active gives", "UPDATE organizations SET is_active = false WHERE id = $1"],
  ])("%s no more tokens for it", async (_, sql) => {
    const [app, user, organization] = [await world.oauthApp(), await world.user(), await world.organization()];
    await world.join(organization.id, user.id, 10);
    const context = { id: user.id, billingEntityId: organization.billingEntityId };
    const tokens = read(await post(respondToTokenRequest, await approveFor(app, context)));
    await database.query(sql, [organization.id]);
    expect(read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token))).error).toBe("invalid_grant");
    expect((await approveFor(app, context)).code).toBe("");
  });
});

test("each approval starts a family, and beyond the limit the oldest ends", async () => {
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

test("earlier consent counts while its grant is live", async () => {
  const { app, user, tokens } = await issue();
  const earlier = await findEarlierConsent(user.id, app.id);
  expect([...earlier.scopes].sort()).toEqual(["me:read", "rooms:read"]);
  expect(earlier.contexts.map(({ billingEntityId }) => billingEntityId)).toEqual([user.billingEntityId]);
  await post(respondToRevocation, { client_id: app.clientId, token: tokens.refresh_token });
  expect((await findEarlierConsent(user.id, app.id)).scopes.size).toBe(0);
});

test("erases expired codes and tokens after a day, and timelines after ninety", async () => {
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
  const { refresh_token } = read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token)));
  expect(await count()).toBe(5);
  await eraseExpiredTokens();
  expect(await count()).toBe(3);
  expect(read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token))).error).toBe("invalid_grant");
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
  "Recheck Cond"?: string;
  Plans?: Plan[];
}

function listScans(plan: Plan): Plan[] {
  return [
    ...(plan["Relation Name"] && /Scan/.test(plan["Node Type"]) ? [plan] : []),
    ...(plan.Plans ?? []).flatMap(listScans),
  ];
}

test("plans made while the tables are small use indexes, and do not scan the tables once they have grown", async () => {
  const statements = new Map<string, string>();
  const watched = watchStatements();
  const { app, tokens } = await issue({ isConfidential: true });
  const second = read(await post(respondToTokenRequest, refreshForm(app, tokens.refresh_token)));
  await post(respondToRevocation, { ...refreshForm(app, ""), token: second.access_token });
  for (const { name, text } of watched.list())
    if (/oauth/.test(text) && !/^\s*INSERT/.test(text)) statements.set(name, text);
  watched.end();
  expect([...statements.keys()]).toEqual(
    expect.arrayContaining([
      "find_oauth_clients",
      "find_oauth_codes",
      "exchange_oauth_code",
      "find_refresh_tokens",
      "rotate_refresh_tokens",
      "revoke_client_access_token",
    ]),
  );
  const client = await pool().connect();
  await client.query(PLAN_BY_INDEX);
  for (const [name, text] of statements) {
    const explained = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
      `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`,
    );
    const scans = listScans(explained.rows[0]?.["QUERY PLAN"][0].Plan ?? { "Node Type": "none" });
    expect([name, scans.length > 0]).toEqual([name, true]);
    for (const scan of scans) {
      const key = scan["Index Cond"] ?? scan["Recheck Cond"];
      expect([name, scan["Relation Name"], key]).toEqual([name, scan["Relation Name"], expect.stringContaining("=")]);
    }
  }
  client.release(true);
});
