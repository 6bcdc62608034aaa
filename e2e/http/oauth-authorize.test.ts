import { beforeAll, expect, test } from "vitest";
import {
  authorizeQuery,
  type Changes,
  makePkce,
  openConsent,
  openSession,
  postDecision,
  readReturn,
} from "../support/browser/oauth-flow";
import { useDemo } from "../support/scenes/demo";
import { makePerson } from "../support/scenes/people";
import { runSql } from "../support/scenes/run-sql";
import { openDemoWorld } from "../support/scenes/world";

/** Attacks on the way to a code, against the running service, one by one. */
const demo = useDemo();
const app = demo.oauthApps.public;
const CALLBACK = app.redirectUris[0] ?? "";
const { challenge } = makePkce();
const world = openDemoWorld(demo);
const { query } = world;
let owner = "";
let member = "";

beforeAll(async () => {
  owner = await openSession(demo.baseUrl, demo.users.owner);
  member = await openSession(demo.baseUrl, demo.users.member);
});

function ask(query: URLSearchParams | string): Promise<Response> {
  return fetch(`${demo.baseUrl}/oauth/authorize?${query}`, { redirect: "manual" });
}

const askWith = (changes: Changes) => ask(authorizeQuery(app, challenge, changes));

async function expectPage(response: Response, status = 400): Promise<string> {
  expect([response.status, response.headers.get("location")]).toEqual([status, null]);
  expect(response.headers.get("content-type")).toContain("text/html");
  const html = await response.text();
  expect(html).not.toMatch(/http-equiv="refresh"|<a /);
  return html;
}

async function expectRefusal(changes: Changes, error: string): Promise<void> {
  const response = await askWith(changes);
  expect(response.status).toBe(302);
  const location = response.headers.get("location") ?? "";
  expect(location.startsWith(`${CALLBACK}?error=`)).toBe(true);
  const { searchParams } = new URL(location);
  expect([searchParams.get("error"), searchParams.get("state"), searchParams.get("iss")]).toEqual([
    error,
    "state-1",
    demo.baseUrl,
  ]);
  expect(searchParams.get("error_description")).toBeTruthy();
}

test("a good request goes to the consent screen, and is kept by no cache", async () => {
  const response = await askWith({});
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toMatch(/^\/oauth\/consent\?request=[\w-]+\.[\w-]+$/);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test.each<[string, Changes]>([
  ["missing", { code_challenge: undefined }],
  ["without a method", { code_challenge_method: undefined }],
  ["plain", { code_challenge_method: "plain" }],
  ["with the method in another case", { code_challenge_method: "s256" }],
  ["of 42 characters", { code_challenge: "a".repeat(42) }],
  ["of 129 characters", { code_challenge: "a".repeat(129) }],
  ["outside its alphabet", { code_challenge: `${"a".repeat(42)}+` }],
])("a challenge %s is refused", async (_, changes) => {
  await expectRefusal(changes, "invalid_request");
});

test.each([
  ["with a slash more", `${CALLBACK}/`],
  ["in another case", CALLBACK.replace("callback", "Callback")],
  ["with its host in another case", "https://EXAMPLE.com/oauth/callback"],
  ["at another port", CALLBACK.replace("8976", "8977")],
  ["at its default port, spelled out", "https://example.com:443/oauth/callback"],
  ["with a query", `${CALLBACK}?next=1`],
  ["with an empty query", `${CALLBACK}?`],
  ["with a fragment", `${CALLBACK}#here`],
  ["with userinfo", "https://example.com@evil.test/oauth/callback"],
  ["with userinfo of its own host", "https://evil@example.com/oauth/callback"],
  ["that begins like it", `${CALLBACK}.evil.test`],
  ["below it", `${CALLBACK}/../callback`],
  ["percent-encoded", CALLBACK.replace("callback", "%63allback")],
  ["by another name of this machine", CALLBACK.replace("127.0.0.1", "localhost")],
  ["with another scheme", "http://example.com/oauth/callback"],
  ["of a script", "javascript:alert(1)"],
  ["with a space", `${CALLBACK} `],
  ["that is nobody's", "https://evil.test/"],
])("a redirect URI %s gets a page, and no redirect", async (_, redirectUri) => {
  const html = await expectPage(await askWith({ redirect_uri: redirectUri }));
  expect(html).toContain("not registered");
  expect(html).not.toContain("evil");
});

test("without a redirect URI there is a page, also for an app that has few", async () => {
  await expectPage(await askWith({ redirect_uri: undefined }));
});

test("an unknown client, one without a name and one with two get a page", async () => {
  await expectPage(await askWith({ client_id: "app_unknown" }));
  await expectPage(await askWith({ client_id: "\u0000" }));
  await expectPage(await askWith({ client_id: undefined }));
  await expectPage(await ask(`${authorizeQuery(app, challenge)}&client_id=${demo.oauthApps.agent.clientId}`));
  await expectPage(
    await ask(`${authorizeQuery(app, challenge)}&redirect_uri=${encodeURIComponent("https://evil.test/")}`),
  );
  await expectPage(await ask(`${authorizeQuery(app, challenge)}&x=${"y".repeat(9_000)}`), 414);
});

test("an app that was deactivated gets a page", async () => {
  const { clientId } = await world.oauthApp({ redirectUris: [CALLBACK] });
  expect((await askWith({ client_id: clientId })).status).toBe(302);
  await query("UPDATE oauth_apps SET is_active = false WHERE client_id = $1", [clientId]);
  await expectPage(await askWith({ client_id: clientId }));
});

test.each<[string, Changes, string]>([
  ["another response type", { response_type: "token" }, "unsupported_response_type"],
  ["no response type", { response_type: undefined }, "invalid_request"],
  ["a response mode that would put the code elsewhere", { response_mode: "fragment" }, "invalid_request"],
  ["an unknown scope", { scope: "me:read admin:all" }, "invalid_scope"],
  ["no scope", { scope: undefined }, "invalid_scope"],
  ["a resource of another service", { resource: "https://evil.test/v1" }, "invalid_target"],
  ["a resource below ours", { resource: `${demo.baseUrl}/v1/me` }, "invalid_target"],
  ["a request object", { request: "eyJhbGciOiJub25lIn0.e30." }, "request_not_supported"],
  ["a reference to one", { request_uri: "https://evil.test/r" }, "request_uri_not_supported"],
])("%s is refused at the app's own address", async (_, changes, error) => {
  await expectRefusal(changes, error);
});

test("refuses repeated parameters, two resources too, and returns neither of two states", async () => {
  for (const [extra, error] of [
    ["scope=me%3Aread", "invalid_request"],
    ["code_challenge_method=plain", "invalid_request"],
    ["anything=1&anything=2", "invalid_request"],
    [`resource=${demo.baseUrl}/v1&resource=${demo.mcpUrl}`, "invalid_target"],
    [`resource=${demo.baseUrl}/v1&resource=${demo.baseUrl}/v1`, "invalid_target"],
  ]) {
    const location = (await ask(`${authorizeQuery(app, challenge)}&${extra}`)).headers.get("location") ?? "";
    expect([extra, new URL(location).searchParams.get("error")]).toEqual([extra, error]);
  }
  const twice = (await ask(`${authorizeQuery(app, challenge)}&state=other`)).headers.get("location") ?? "";
  expect([...new URL(twice).searchParams.keys()]).toEqual(["error", "error_description", "iss"]);
});

test("a scope that the app was not registered for is refused", async () => {
  const { clientId } = await world.oauthApp({ redirectUris: [CALLBACK], allowedScopes: ["me:read"] });
  await expectRefusal({ client_id: clientId }, "invalid_scope");
});

test("the state comes back as it was sent, and the query of the redirect URI stays", async () => {
  const withQuery = `${CALLBACK}?tenant=a%20b&x=%C3%A9`;
  const { clientId } = await world.oauthApp({ redirectUris: [withQuery] });
  const state = "a+b c&d=e#f%20/?\"'<é>~\u{1f511}";
  const asked = authorizeQuery(app, challenge, { client_id: clientId, redirect_uri: withQuery, state });
  for (const decision of ["approve", "deny"]) {
    const { request, ticket, contexts } = await openConsent(demo.baseUrl, asked, owner);
    const fields = { request, ticket, context: contexts[0] ?? "" };
    const url = await readReturn(await postDecision(demo.baseUrl, owner, { ...fields, decision }));
    expect(url.href.startsWith(`${withQuery}&`)).toBe(true);
    expect(url.searchParams.get("state")).toBe(state);
    expect(url.searchParams.get("iss")).toBe(demo.baseUrl);
    expect(url.searchParams.get(decision === "approve" ? "code" : "error")).toMatch(
      /^(svc_ac_[\w-]{43}|access_denied)$/,
    );
  }
});

test("a request that was altered on its way to the consent screen is told so, and leads nowhere", async () => {
  const { request, ticket, contexts } = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), owner);
  const [content = "", seal = ""] = request.split(".");
  const evil = Buffer.from(content, "base64url").toString().replace("scope=me%3Aread", "scope=files%3Awrite");
  expect(evil).toContain("files");
  const forged = `${Buffer.from(evil).toString("base64url")}.${seal}`;
  for (const altered of [forged, content, `${content}.`, `${content}.${"A".repeat(43)}`, ""]) {
    const page = await fetch(`${demo.baseUrl}/oauth/consent?request=${altered}`, { headers: { cookie: owner } });
    expect(await page.text()).toContain("cannot be trusted");
    const fields = { request: altered, ticket, context: contexts[0] ?? "", decision: "approve" };
    const answer = await postDecision(demo.baseUrl, owner, fields);
    expect([answer.status, answer.headers.get("location")?.startsWith("/oauth/consent?")]).toEqual([303, true]);
  }
});

test("refuses a decision with another person's ticket, another request's ticket or none", async () => {
  const page = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), owner);
  const other = await openConsent(demo.baseUrl, authorizeQuery(app, challenge, { state: "state-2" }), owner);
  const fields = { request: page.request, context: page.contexts[0] ?? "", decision: "approve" };
  const isRefused = async (cookie: string, ticket: string) => {
    const answer = await postDecision(demo.baseUrl, cookie, { ...fields, ticket });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      `/oauth/consent?request=${page.request}&problem=account`,
    ]);
  };
  await isRefused(member, page.ticket);
  await isRefused(owner, other.ticket);
  await isRefused(owner, "");
});

test("a decision is good once: replayed, changed or sent twice at once, it is refused", async () => {
  // An app of its own: other files authorize the demo's app for the same person meanwhile.
  const { clientId } = await world.oauthApp({ redirectUris: [CALLBACK] });
  const countGrants = async () => {
    const [row] = await query<{ count: number }>(
      "SELECT count(*)::int AS count FROM oauth_grants WHERE app_id = (SELECT id FROM oauth_apps WHERE client_id = $1)",
      [clientId],
    );
    return row?.count;
  };
  const asked = authorizeQuery(app, challenge, { client_id: clientId });
  const { request, ticket, contexts } = await openConsent(demo.baseUrl, asked, owner);
  const fields = { request, ticket, context: contexts[0] ?? "", decision: "approve" };
  const answers = await Promise.all(Array.from({ length: 6 }, () => postDecision(demo.baseUrl, owner, fields)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
  for (const decision of ["approve", "deny"]) {
    const replayed = await postDecision(demo.baseUrl, owner, { ...fields, decision });
    expect(replayed.status).toBe(409);
    expect(await replayed.text()).not.toMatch(/svc_ac_|access_denied/);
  }
  expect(await countGrants()).toBe(1);
});

test("a ticket ends with its session: after signing in again the page has to be looked at again", async () => {
  // Nobody else opens sessions for this person.
  const person = await makePerson(demo);
  const cookie = await openSession(demo.baseUrl, person);
  const page = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), cookie);
  const { request, ticket } = page;
  const fields = { request, ticket, context: page.contexts[0] ?? "", decision: "approve" };
  await query("UPDATE sessions SET ended_at = now() WHERE user_id = $1", [person.id]);
  const signedOut = await postDecision(demo.baseUrl, cookie, fields);
  expect(signedOut.headers.get("location")).toContain("/login?callbackUrl=");
  const again = await openSession(demo.baseUrl, person);
  const answer = await postDecision(demo.baseUrl, again, fields);
  expect(answer.headers.get("location")).toBe(`/oauth/consent?request=${request}&problem=account`);
});

test("without a session the decision waits for a sign-in", async () => {
  const { request, ticket, contexts } = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), owner);
  const answer = await postDecision(demo.baseUrl, "", {
    request,
    ticket,
    context: contexts[0] ?? "",
    decision: "approve",
  });
  expect(answer.headers.get("location")).toBe(
    `/login?callbackUrl=${encodeURIComponent(`/oauth/consent?request=${request}`)}`,
  );
});

test("an area that is not theirs cannot be chosen", async () => {
  const { request, ticket } = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), owner);
  const [globex] = await runSql<{ id: string }>(
    demo.databaseUrl,
    "SELECT billing_entity_id AS id FROM organizations WHERE id = $1",
    [demo.organizations.globex.id],
  );
  for (const context of [globex?.id ?? "", "", "bil_nobody"]) {
    const answer = await postDecision(demo.baseUrl, owner, { request, ticket, context, decision: "approve" });
    expect(answer.headers.get("location")).toContain("&problem=context");
  }
});

test("another site can neither frame the screen, nor post its form, nor sign a person in (login CSRF)", async () => {
  const page = await fetch(`${demo.baseUrl}/oauth/consent?request=x`);
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(page.headers.get("content-security-policy")).toContain("form-action 'self'");
  const { request, ticket, contexts } = await openConsent(demo.baseUrl, authorizeQuery(app, challenge), owner);
  const body = new URLSearchParams({ request, ticket, context: contexts[0] ?? "", decision: "approve" });
  for (const path of ["/oauth/consent/decision", "/oauth/consent", "/login", "/api/auth/callback/credentials"]) {
    for (const origin of ["https://evil.test", "null"]) {
      const answer = await fetch(`${demo.baseUrl}${path}`, {
        method: "POST",
        headers: { cookie: owner, origin },
        body,
      });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  }
});

test.each(["POST", "PUT", "PATCH", "DELETE"])("an authorization request is a GET, and no %s", async (method) => {
  const response = await fetch(`${demo.baseUrl}/oauth/authorize`, { method, body: authorizeQuery(app, challenge) });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

test("OPTIONS names the methods of an authorization request", async () => {
  const response = await fetch(`${demo.baseUrl}/oauth/authorize`, { method: "OPTIONS" });
  expect([response.status, response.headers.get("allow")]).toEqual([204, "GET, HEAD, OPTIONS"]);
});
