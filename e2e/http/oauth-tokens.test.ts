import { describe, expect, test } from "vitest";
import { newId } from "../../lib/platform/ids";
import { codeForm, makePkce, postForm, refreshForm, type TokenReply } from "../support/browser/oauth-flow";
import { openDemoWorld } from "../support/scenes/world";
import { useApprovedApps } from "./approved-apps";

/** Attacks on codes and tokens, against the running service, one by one. */
const { demo, publicApp, confidential, agent, TOKEN, REVOKE, approveFor, issue } = useApprovedApps();
const world = openDemoWorld(demo);
const { query } = world;

const readMe = async (token: string) =>
  (await fetch(`${demo.baseUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })).status;

function expectError({ status, headers, body }: TokenReply, expectedStatus: number, error: string): void {
  expect([status, body.error]).toEqual([expectedStatus, error]);
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get("cache-control")).toBe("no-store");
}

const basic = (id: string, secret = "") => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString("base64")}`,
});

test("a code gives a pair of tokens that work, and nothing keeps them", async () => {
  const approved = await approveFor(confidential);
  const { headers, body } = await postForm(TOKEN, codeForm(confidential, approved));
  expect(body).toEqual({
    access_token: expect.stringMatching(/^svc_at_[\w-]{43}$/),
    token_type: "Bearer",
    expires_in: 3600,
    refresh_token: expect.stringMatching(/^svc_rt_[\w-]{43}$/),
    scope: "me:read rooms:read",
  });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(await readMe(body.access_token ?? "")).toBe(200);
  const rows = await query<{ text: string }>(
    `SELECT row_to_json(t)::text AS text FROM oauth_access_tokens t UNION ALL SELECT row_to_json(t)::text FROM oauth_refresh_tokens t
     UNION ALL SELECT row_to_json(t)::text FROM oauth_codes t UNION ALL SELECT row_to_json(t)::text FROM oauth_grant_events t`,
  );
  const kept = rows.map(({ text }) => text).join("\n");
  for (const secret of [body.access_token ?? "", body.refresh_token ?? "", approved.code]) {
    expect(kept.includes(secret) || kept.includes(Buffer.from(secret).toString("hex"))).toBe(false);
  }
});

describe("codes", () => {
  test("a wrong verifier gets nothing, and has used the code up", async () => {
    const approved = await approveFor(publicApp);
    const wrong = { ...codeForm(publicApp, approved), code_verifier: makePkce().verifier };
    expectError(await postForm(TOKEN, wrong), 400, "invalid_grant");
    expectError(await postForm(TOKEN, codeForm(publicApp, approved)), 400, "invalid_grant");
  });

  test.each([
    ["none", undefined, "invalid_request"],
    ["one of 42 characters", "a".repeat(42), "invalid_request"],
    ["one of 129", "a".repeat(129), "invalid_request"],
  ])("a verifier that is none: %s", async (_, verifier, error) => {
    const approved = await approveFor(confidential);
    const form = { ...codeForm(confidential, approved), code_verifier: verifier };
    expectError(await postForm(TOKEN, form), 400, error);
  });

  test("the challenge itself is no verifier", async () => {
    const { challenge, verifier } = makePkce();
    const approved = await approveFor(publicApp, { code_challenge: challenge });
    const form = codeForm(publicApp, { ...approved, verifier });
    expectError(await postForm(TOKEN, { ...form, code_verifier: challenge }), 400, "invalid_grant");
  });

  test.each([
    ["another registered one", confidential.redirectUris[1], "invalid_grant"],
    ["one with a slash more", `${confidential.redirectUris[0]}/`, "invalid_grant"],
    ["none", undefined, "invalid_request"],
  ])("the redirect URI must be the one of the request: %s", async (_, redirectUri, error) => {
    const form = { ...codeForm(confidential, await approveFor(confidential)), redirect_uri: redirectUri };
    expectError(await postForm(TOKEN, form), 400, error);
  });

  test("a code of one client is nothing to another, which cannot use it up either", async () => {
    const approved = await approveFor(publicApp);
    expectError(await postForm(TOKEN, codeForm(confidential, approved)), 400, "invalid_grant");
    expect((await postForm(TOKEN, codeForm(publicApp, approved))).status).toBe(200);
  });

  test("a second use revokes the tokens of the first, and the timeline says why", async () => {
    const approved = await approveFor(confidential);
    const { body } = await postForm(TOKEN, codeForm(confidential, approved));
    expectError(await postForm(TOKEN, codeForm(confidential, approved)), 400, "invalid_grant");
    expect(await readMe(body.access_token ?? "")).toBe(401);
    expectError(await postForm(TOKEN, refreshForm(confidential, body.refresh_token)), 400, "invalid_grant");
  });

  test("fifty exchanges at once: one succeeds", async () => {
    const form = codeForm(publicApp, await approveFor(publicApp));
    const replies = await Promise.all(Array.from({ length: 50 }, () => postForm(TOKEN, form)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 400, "invalid_grant");
  });

  test("a code from nowhere is refused", async () => {
    const approved = {
      code: `svc_ac_${"a".repeat(43)}`,
      ...makePkce(),
      redirectUri: "https://x.test",
      url: new URL("https://x.test"),
    };
    for (const code of [approved.code, "a", "\u0000", "é"]) {
      const { status } = await postForm(TOKEN, codeForm(publicApp, { ...approved, code }));
      expect(status).toBe(400);
    }
  });
});

describe("clients", () => {
  test("a confidential client authenticates always, by header or by body", async () => {
    const { refreshToken } = await issue(confidential);
    const form = refreshForm(confidential, refreshToken);
    const bare = { ...form, client_id: undefined, client_secret: undefined };
    expectError(await postForm(TOKEN, { ...form, client_secret: undefined }), 401, "invalid_client");
    expectError(await postForm(TOKEN, { ...form, client_secret: "wrong" }), 401, "invalid_client");
    expectError(await postForm(TOKEN, bare), 401, "invalid_client");
    const wrong = await postForm(TOKEN, bare, basic(confidential.clientId, "wrong"));
    expectError(wrong, 401, "invalid_client");
    expect(wrong.headers.get("www-authenticate")).toMatch(/^Basic /);
    const secret = confidential.clientSecret ?? "";
    expectError(await postForm(TOKEN, form, basic(confidential.clientId, secret)), 400, "invalid_request");
    const named = await postForm(TOKEN, { ...bare, client_id: agent.clientId }, basic(confidential.clientId, secret));
    expectError(named, 400, "invalid_request");
    expectError(await postForm(TOKEN, bare, { authorization: "Bearer x" }), 401, "invalid_client");
    expect((await postForm(TOKEN, bare, basic(confidential.clientId, secret))).status).toBe(200);
  });

  test("with a verifier instead of a secret it gets nothing", async () => {
    const form = { ...codeForm(confidential, await approveFor(confidential)), client_secret: undefined };
    expectError(await postForm(TOKEN, form), 401, "invalid_client");
  });

  test("a public client that sends a secret is refused", async () => {
    const { refreshToken } = await issue(publicApp);
    const form = refreshForm(publicApp, refreshToken);
    expectError(await postForm(TOKEN, { ...form, client_secret: "x" }), 401, "invalid_client");
    expectError(
      await postForm(TOKEN, { ...form, client_id: undefined }, basic(publicApp.clientId, "x")),
      401,
      "invalid_client",
    );
    expect((await postForm(TOKEN, form)).status).toBe(200);
  });

  test("an old secret works until its overlap ends", async () => {
    const app = await world.oauthApp({ isConfidential: true });
    const secretOf = (text: string) => `svc_cs_${text.repeat(43)}`;
    for (const [text, minutes] of [
      ["a", 5],
      ["b", -5],
    ] as const) {
      await query(
        `INSERT INTO oauth_app_secrets (id, app_id, hash, last4, expires_at, created_at)
         VALUES ($1, $2, sha256($3::text::bytea), 'test', now() + make_interval(mins => $4), now())`,
        [newId("sec"), app.id, secretOf(text), minutes],
      );
    }
    const { refreshToken } = await issue(app);
    const first = await postForm(TOKEN, { ...refreshForm(app, refreshToken), client_secret: secretOf("a") });
    expect(first.status).toBe(200);
    const second = refreshForm(app, first.body.refresh_token);
    expectError(await postForm(TOKEN, { ...second, client_secret: secretOf("b") }), 401, "invalid_client");
    expect((await postForm(TOKEN, second)).status).toBe(200);
  });
});

describe("refresh tokens", () => {
  test("each use gives a new one; the second use of one ends the family", async () => {
    const first = await issue(confidential);
    const second = await postForm(TOKEN, refreshForm(confidential, first.refreshToken));
    expect(second.body.refresh_token).not.toBe(first.refreshToken);
    expect(await readMe(first.accessToken)).toBe(200);
    expectError(await postForm(TOKEN, refreshForm(confidential, first.refreshToken)), 400, "invalid_grant");
    expectError(await postForm(TOKEN, refreshForm(confidential, second.body.refresh_token)), 400, "invalid_grant");
    expect([await readMe(first.accessToken), await readMe(second.body.access_token ?? "")]).toEqual([401, 401]);
  });

  test("twenty uses at once: one succeeds, and the family ends", async () => {
    const { refreshToken, accessToken } = await issue(publicApp);
    const form = refreshForm(publicApp, refreshToken);
    const replies = await Promise.all(Array.from({ length: 20 }, () => postForm(TOKEN, form)));
    const winners = replies.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect([await readMe(accessToken), await readMe(winners[0]?.body.access_token ?? "")]).toEqual([401, 401]);
  });

  test("a scope may be narrowed for one access token, and never widened", async () => {
    const { refreshToken } = await issue(confidential);
    const widened = { ...refreshForm(confidential, refreshToken), scope: "me:read files:write" };
    expectError(await postForm(TOKEN, widened), 400, "invalid_scope");
    const narrowed = await postForm(TOKEN, { ...refreshForm(confidential, refreshToken), scope: "rooms:read" });
    expect(narrowed.body.scope).toBe("rooms:read");
    expect(await readMe(narrowed.body.access_token ?? "")).toBe(403);
    const whole = await postForm(TOKEN, refreshForm(confidential, narrowed.body.refresh_token));
    expect(whole.body.scope).toBe("me:read rooms:read");
  });

  test("one of another client is unknown, and stays good", async () => {
    const { refreshToken } = await issue(confidential);
    expectError(await postForm(TOKEN, refreshForm(publicApp, refreshToken)), 400, "invalid_grant");
    expect((await postForm(TOKEN, refreshForm(confidential, refreshToken))).status).toBe(200);
  });
});

describe("resources", () => {
  test("a token for the tools is none for the API", async () => {
    const { body, refreshToken } = await issue(publicApp, { resource: demo.mcpUrl, scope: "me:read mcp:tools" });
    expect(await readMe(body.access_token ?? "")).toBe(401);
    const other = { ...refreshForm(publicApp, refreshToken), resource: `${demo.baseUrl}/v1` };
    expectError(await postForm(TOKEN, other), 400, "invalid_target");
    expect((await postForm(TOKEN, { ...other, resource: demo.mcpUrl })).status).toBe(200);
  });

  test("two resources are refused, with a code and with a refresh token", async () => {
    const approved = await approveFor(publicApp);
    const form = new URLSearchParams(codeForm(publicApp, approved) as Record<string, string>);
    form.delete("client_secret");
    const twice = `${form}&resource=${demo.baseUrl}/v1&resource=${demo.mcpUrl}`;
    expectError(await postForm(TOKEN, twice), 400, "invalid_target");
    expectError(await postForm(TOKEN, `${form}&resource=${demo.mcpUrl}`), 400, "invalid_target");
    expect((await postForm(TOKEN, `${form}&resource=${demo.baseUrl}/v1`)).status).toBe(200);
  });
});

describe("revocation", () => {
  test("of a refresh token ends the grant; of an access token, that token", async () => {
    const first = await issue(confidential);
    const client = { client_id: confidential.clientId, client_secret: confidential.clientSecret };
    const second = await postForm(TOKEN, refreshForm(confidential, first.refreshToken));
    expect((await postForm(REVOKE, { ...client, token: first.accessToken })).status).toBe(200);
    expect([await readMe(first.accessToken), await readMe(second.body.access_token ?? "")]).toEqual([401, 200]);
    const hinted = { ...client, token: second.body.refresh_token, token_type_hint: "access_token" };
    expect((await postForm(REVOKE, hinted)).status).toBe(200);
    expect(await readMe(second.body.access_token ?? "")).toBe(401);
    expectError(await postForm(TOKEN, refreshForm(confidential, second.body.refresh_token)), 400, "invalid_grant");
  });

  test("of a used refresh token ends the grant too", async () => {
    const { refreshToken } = await issue(publicApp);
    const { body } = await postForm(TOKEN, refreshForm(publicApp, refreshToken));
    expect((await postForm(REVOKE, { client_id: publicApp.clientId, token: refreshToken })).status).toBe(200);
    expect(await readMe(body.access_token ?? "")).toBe(401);
  });

  test("leaves another client's token alone, and accepts an unknown token", async () => {
    const { refreshToken, accessToken } = await issue(confidential);
    for (const token of [refreshToken, accessToken, "unknown", `svc_rt_${"x".repeat(43)}`]) {
      const { status, headers } = await postForm(REVOKE, { client_id: publicApp.clientId, token });
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    }
    expect(await readMe(accessToken)).toBe(200);
    expect((await postForm(TOKEN, refreshForm(confidential, refreshToken))).status).toBe(200);
  });

  test("needs the client's secret, and a token", async () => {
    const { accessToken } = await issue(confidential);
    const form = { client_id: confidential.clientId, token: accessToken };
    expectError(await postForm(REVOKE, form), 401, "invalid_client");
    expect(await readMe(accessToken)).toBe(200);
    expectError(await postForm(REVOKE, { client_id: publicApp.clientId }), 400, "invalid_request");
  });
});
