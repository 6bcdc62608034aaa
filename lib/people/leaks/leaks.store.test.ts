import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { useTestDatabase } from "../../../e2e/support/scenes/database";
import { openCliSession } from "../../../e2e/support/scenes/sessions";
import { createWorld } from "../../../e2e/support/scenes/world";
import { authenticateKey } from "../../access/credentials/authenticate-key";
import { findCliSession } from "../../access/credentials/authenticate-session";
import { findToken } from "../../access/credentials/authenticate-token";
import { makeAccessToken, makeRefreshToken } from "../../access/credentials/token";
import { openOwner } from "../../access/open-owner";
import type { ApiResponse } from "../../api/request";
import { issueKey } from "../../api-keys/issue";
import { openKey } from "../../api-keys/queries";
import { openGrant } from "../../oauth/grants/grants-query";
import { sha256 } from "../../platform/crypto";
import { LEAKS_PER_REPORT_MAX, REQUEST_BODY_MAX_BYTES } from "../../platform/limits";
import { answerLeaks } from "./endpoints";

const github = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
const scout = generateKeyPairSync("ed25519");
const stranger = generateKeyPairSync("ed25519");
const encode = ({ publicKey }: { publicKey: KeyObject }) =>
  publicKey.export({ format: "der", type: "spki" }).toString("base64");
process.env["SVC_LEAK_SCANNER_KEYS"] = `github-1:${encode(github)},scout-1:${encode(scout)}`;

const database = useTestDatabase();
const world = createWorld(database);
const KEY_ID = "github-public-key-identifier";
const SIGNATURE = "github-public-key-signature";
const URL_OF_FIND = "https://github.com/octocat/hello/blob/main/.env#L3";

let sent = 0;

function send(body: string | Buffer, headers: Record<string, string> = {}, method = "POST"): Promise<ApiResponse> {
  sent += 1;
  const all: Record<string, string> = { "x-request-id": `report-${sent}`, ...headers };
  return answerLeaks({
    method,
    target: "/api/leaks",
    header: (name) => all[name] ?? null,
    headersBytes: 300,
    address: "192.0.2.1",
    body: Readable.from([Buffer.from(body)]),
  });
}

const signWith = (pair: { privateKey: KeyObject }, body: string | Buffer) =>
  sign(pair === github ? "sha256" : null, Buffer.from(body), pair.privateKey).toString("base64");

function report(leaks: readonly unknown[], pair = github): Promise<ApiResponse> {
  const body = JSON.stringify(leaks);
  return send(body, { [KEY_ID]: pair === github ? "github-1" : "scout-1", [SIGNATURE]: signWith(pair, body) });
}

const leak = (token: string, url: string | null = URL_OF_FIND) => ({
  token,
  type: "svc_token",
  url,
  source: "content",
});
const labelsOf = ({ status, body }: ApiResponse) =>
  status === 200 ? (JSON.parse(body ?? "") as { label: string }[]).map(({ label }) => label) : status;

async function createKey() {
  const [user, organization] = [await world.user(), await world.organization()];
  await world.join(organization.id, user.id, 40);
  const owner = await openOwner(user.id, organization.id);
  const { id, plaintext } = await issueKey(owner, { name: "Report", scopes: ["me:read"], expiresAt: null });
  return { id, key: plaintext, userId: user.id, organizationId: organization.id, open: () => openKey(user.id, id) };
}

async function createGrant() {
  const user = await world.user();
  const made = await world.accessToken({ userId: user.id, billingEntityId: user.billingEntityId });
  const refreshToken = makeRefreshToken();
  await database.query(
    "INSERT INTO oauth_refresh_tokens (hash, grant_id, scopes, expires_at, created_at) VALUES ($1, $2, '{me:read}', now() + interval '1 day', now())",
    [sha256(refreshToken), made.grantId],
  );
  return { ...made, refreshToken, open: () => openGrant(user.id, made.grantId) };
}

const isAlive = (key: string) =>
  authenticateKey(key, "192.0.2.7").then(
    () => true,
    () => false,
  );
const readActs = (resourceId: string) =>
  database.query(
    `SELECT surface, route, status, organization_id AS "organizationId", actor_id AS "actorId", details
     FROM audit_log WHERE resource_id = $1 AND route LIKE '%.revoke'`,
    [resourceId],
  );

describe("a signed report", () => {
  test.each([
    ["ECDSA P-256", github],
    ["Ed25519", scout],
  ] as const)("of %s revokes the key, tells its owner and is audited", async (_, pair) => {
    const { id, key, organizationId, open } = await createKey();
    const answer = await report([leak(key)], pair);
    expect(JSON.parse(answer.body ?? "")).toEqual([
      { token_hash: sha256(key).toString("hex"), token_type: "svc_token", label: "true_positive" },
    ]);
    await expect(authenticateKey(key, "192.0.2.7")).rejects.toMatchObject({ code: "revoked_api_key" });
    expect((await open()).key).toMatchObject({
      state: "revoked",
      isUsable: false,
      leak: { url: URL_OF_FIND },
      isLeakNews: true,
      revokedByName: null,
    });
    const scannerKeyId = pair === github ? "github-1" : "scout-1";
    expect(await readActs(id)).toEqual([
      {
        surface: "leaks",
        route: "api_key.revoke",
        status: 200,
        organizationId,
        actorId: null,
        details: { reason: "leaked", scannerKeyId, host: "github.com" },
      },
    ]);
    expect(
      await database.query("SELECT surface, route, status FROM audit_log WHERE request_id = $1 ORDER BY route", [
        `report-${sent}`,
      ]),
    ).toEqual([
      { surface: "leaks", route: "/api/leaks", status: 200 },
      { surface: "leaks", route: "api_key.revoke", status: 200 },
    ]);
  });

  test.each(["token", "refreshToken"] as const)("of a leaked %s ends the whole grant", async (which) => {
    const grant = await createGrant();
    expect(labelsOf(await report([leak(grant[which])]))).toEqual(["true_positive"]);
    expect(await findToken(grant.token)).toBeNull();
    expect((await grant.open()).grant).toMatchObject({ state: "revoked", reason: "leaked", leakUrl: URL_OF_FIND });
    expect(await readActs(grant.grantId)).toMatchObject([{ surface: "leaks", route: "oauth_grant.revoke" }]);
    const timeline = "SELECT kind FROM oauth_grant_events WHERE grant_id = $1";
    expect(await database.query(timeline, [grant.grantId])).toEqual([{ kind: "revoked" }]);
  });

  test("of a command line's token ends its session alone, once", async () => {
    const user = await world.user();
    const [leaked, other] = [await openCliSession(database, user.id), await openCliSession(database, user.id)];
    const answers = await Promise.all([report([leak(leaked.token), leak("svc_cli_x")]), report([leak(leaked.token)])]);
    expect(answers.map(labelsOf)).toEqual([["true_positive", "false_positive"], ["true_positive"]]);
    expect(await findCliSession(leaked.token)).toBeNull();
    expect(await findCliSession(other.token)).toMatchObject({ id: other.id });
    const acts = "SELECT surface, details FROM audit_log WHERE resource_id = $1 AND route = 'session.end'";
    expect(await database.query(acts, [leaked.id])).toMatchObject([
      { surface: "leaks", details: { reason: "leaked", host: "github.com" } },
    ]);
    expect(await database.query(acts, [other.id])).toEqual([]);
  });

  test("changes only the named credentials, and nothing of other tenants", async () => {
    const [leaked, other, grant, otherGrant] = [
      await createKey(),
      await createKey(),
      await createGrant(),
      await createGrant(),
    ];
    const unknown = [makeAccessToken(), makeRefreshToken(), `svc_test_${"x".repeat(43)}`, "ghp_something", "x"];
    const labels = labelsOf(
      await report([...unknown, leaked.key, grant.token, leaked.key].map((token) => leak(token))),
    );
    expect(labels).toEqual([...unknown.map(() => "false_positive"), "true_positive", "true_positive", "true_positive"]);
    expect([await isAlive(leaked.key), await isAlive(other.key)]).toEqual([false, true]);
    expect(await findToken(grant.token)).toBeNull();
    expect(await findToken(otherGrant.token)).not.toBeNull();
    expect(await readActs(leaked.id)).toHaveLength(1);
  });

  test("sent again changes nothing, and gets the same response", async () => {
    const { id, key } = await createKey();
    const read = () => database.query("SELECT revoked_at, leak_url FROM api_keys WHERE id = $1", [id]);
    const first = await report([leak(key)]);
    const before = await read();
    const second = await report([leak(key, "https://elsewhere.test/x")]);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await read()).toEqual(before);
    expect(await readActs(id)).toHaveLength(1);
  });

  test("of a revoked key leaves it unchanged", async () => {
    const { id, key, open, userId } = await createKey();
    await database.query("UPDATE api_keys SET revoked_at = now(), revoked_by_id = $2 WHERE id = $1", [id, userId]);
    expect(labelsOf(await report([leak(key)]))).toEqual(["true_positive"]);
    expect((await open()).key).toMatchObject({ state: "revoked", leak: null, revokedByName: "Test Person" });
    expect(await readActs(id)).toEqual([]);
  });

  test("and another about the same credentials in another order do not block each other", async () => {
    const made = [await createKey(), await createKey(), await createKey()].map(({ key }) => key);
    const grants = [await createGrant(), await createGrant(), await createGrant()].map(({ token }) => token);
    const leaks = [...made, ...grants].map((token) => leak(token));
    const rounds = Array.from({ length: 10 }, (_, n) => report(n % 2 === 0 ? leaks : leaks.toReversed()));
    for (const answer of await Promise.all(rounds)) expect(answer.status).toBe(200);
  });
});

describe("the URL where a token was found", () => {
  test.each([
    ["javascript:alert(1)", null],
    ["not a URL", null],
    ["", null],
    [null, null],
    ["https://ann:hunter2@example.com/x", null],
    [`https://example.com/${"x".repeat(3_000)}`, null],
    ["https://example.com/?a=%3Cscript%3E", "https://example.com/?a=%3Cscript%3E"],
  ])("%j is stored as %j", async (url, kept) => {
    const { key, open } = await createKey();
    expect((await report([leak(key, url)])).status).toBe(200);
    expect((await open()).key.leak).toEqual({ url: kept });
  });

  test("never contains a token", async () => {
    const [first, second] = [await createKey(), await createKey()];
    await report([leak(first.key, `https://example.com/?a_${first.key}&b=${second.key}`)]);
    const { url } = (await first.open()).key.leak ?? {};
    expect(url).toContain("https://example.com/?a_[redacted]");
    expect(url).not.toContain(second.key);
  });
});

describe("a report that is refused", () => {
  const forge: [string, (body: string) => Record<string, string>][] = [
    ["without a signature", () => ({})],
    ["without a key id", (body) => ({ [SIGNATURE]: signWith(github, body) })],
    ["with a key id alone", () => ({ [KEY_ID]: "github-1" })],
    ["of an unknown key", (body) => ({ [KEY_ID]: "stranger-1", [SIGNATURE]: signWith(stranger, body) })],
    ["of another's key", (body) => ({ [KEY_ID]: "scout-1", [SIGNATURE]: signWith(stranger, body) })],
    ["under another scanner's id", (body) => ({ [KEY_ID]: "github-1", [SIGNATURE]: signWith(scout, body) })],
    ["of another body", (body) => ({ [KEY_ID]: "github-1", [SIGNATURE]: signWith(github, `${body} `) })],
    ["with rubbish for a signature", () => ({ [KEY_ID]: "github-1", [SIGNATURE]: "%%%" })],
    ["with an empty signature", () => ({ [KEY_ID]: "scout-1", [SIGNATURE]: "" })],
    ["with __proto__ for a key id", (body) => ({ [KEY_ID]: "__proto__", [SIGNATURE]: signWith(github, body) })],
  ];
  test.each(forge)("%s: 401, and nothing is revoked", async (_, forgeHeaders) => {
    const { id, key } = await createKey();
    const body = JSON.stringify([leak(key)]);
    const answer = await send(body, forgeHeaders(body));
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, 'Signature realm="leaks"']);
    expect(answer.body).not.toContain(key);
    expect(await isAlive(key)).toBe(true);
    expect(await readActs(id)).toEqual([]);
  });

  const signed = (body: string | Buffer) => send(body, { [KEY_ID]: "scout-1", [SIGNATURE]: signWith(scout, body) });
  test.each([
    ["no JSON", "{", 400],
    ["an object", "{}", 400],
    ["null", "null", 400],
    ["nothing", "", 400],
    ["an empty list", "[]", 400],
    ["a token that is no text", '[{"token":1,"type":"x"}]', 400],
    ["an empty token", '[{"token":"","type":"x"}]', 400],
    ["a token that is too long", JSON.stringify([leak("x".repeat(1_025))]), 400],
    ["bytes that are no UTF-8", Buffer.from([0x5b, 0xff, 0x5d]), 400],
    ["too many tokens", JSON.stringify(Array.from({ length: LEAKS_PER_REPORT_MAX + 1 }, () => leak("x"))), 400],
    ["too many bytes", " ".repeat(REQUEST_BODY_MAX_BYTES + 1), 413],
  ])("%s", async (_, body, status) => {
    expect((await signed(body)).status).toBe(status);
  });

  test("a report of the maximum size is accepted", async () => {
    const answer = await report(Array.from({ length: LEAKS_PER_REPORT_MAX }, () => leak(makeAccessToken())));
    expect(new Set(labelsOf(answer) as string[])).toEqual(new Set(["false_positive"]));
  });

  test("other methods are 405", async () => {
    expect((await send("", {}, "GET")).status).toBe(405);
  });
});

test("no row and no response contains a token or its hash", async () => {
  const [{ key }, { token }] = [await createKey(), await createGrant()];
  const answer = await report([leak(key, `https://example.com/${key}`), leak(token, `https://example.com/${token}`)]);
  for (const secret of [key, token]) {
    expect(answer.body).not.toContain(secret);
    const found = await database.query(
      `SELECT 1 FROM audit_log a WHERE strpos(a::text, $1) > 0 OR strpos(a::text, $2) > 0
       UNION ALL SELECT 1 FROM api_keys k WHERE strpos(k.leak_url, $1) > 0
       UNION ALL SELECT 1 FROM oauth_grants g WHERE strpos(g.leak_url, $1) > 0`,
      [secret, sha256(secret).toString("hex")],
    );
    expect(found).toEqual([]);
  }
});
