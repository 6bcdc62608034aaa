import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type AssertionChange,
  asserted,
  dropSignature,
  makeKey,
  type SigningKey,
  signAssertion,
  signWithPublicKey,
} from "../../../e2e/support/attacks/assertions";
import {
  type App,
  approveFor,
  post,
  read,
  refreshForm,
  useTokenScenes,
  wait,
} from "../../../e2e/support/scenes/token-scene";
import { type Publisher, reachPublisher, startPublisher } from "../../../e2e/support/servers/publisher";
import { openAdministration } from "../../access/open-administration";
import { createGuardedClient } from "../../egress/send";
import { CLIENT_DOCUMENT_STALE_DAYS, CLIENT_KEYS_READ_MIN_MS } from "../../platform/client-document-limits";
import { env } from "../../platform/env";
import { DEAD_TOKEN_RETENTION_MS } from "../../platform/limits";
import { shared } from "../../platform/shared";
import { readApp } from "../apps/apps-query";
import { editApp } from "../apps/edit-app";
import { registerApp } from "../apps/register-app";
import { rotateSecret } from "../apps/rotate-client-secret";
import { respondToRevocation, respondToTokenRequest } from "../endpoints";
import { eraseExpiredTokens } from "../retention";

const { database, world } = useTokenScenes();
const DAY_MS = 24 * 60 * 60 * 1000;
let publisher: Publisher;

beforeAll(async () => {
  publisher = await startPublisher();
  shared("client-document-client", () => reachPublisher(publisher));
});
afterAll(() => publisher.stop());

const INPUT = {
  name: "Signer",
  developerName: "Acme Labs",
  websiteUrl: "",
  clientType: "confidential",
  actorType: "user",
  allowedScopes: ["me:read", "rooms:read"],
  redirectUris: ["https://app.example.test/callback"],
};

async function makeAdmin() {
  const { id } = await world.user();
  await database.query("UPDATE users SET is_admin = true WHERE id = $1", [id]);
  return openAdministration(id);
}

async function makeSigner(keys: string) {
  const admin = await makeAdmin();
  const { id, clientId, secret } = await registerApp(admin, { ...INPUT, keys });
  expect(secret).toBeNull();
  return { admin, id, clientId, redirectUris: INPUT.redirectUris };
}

const writeSet = (...keys: SigningKey[]) => JSON.stringify({ keys: keys.map(({ jwk }) => jwk) });
const issuer = () => env().SVC_BASE_URL;
const sign = (key: SigningKey, clientId: string, change?: AssertionChange) =>
  signAssertion(key, clientId, issuer(), change);

/** An authenticated client gets invalid_grant, because nobody has this refresh token. */
async function tryAssertion(app: App, assertion: string, more: object = {}) {
  const form = { ...refreshForm(app, "svc_rt_none"), ...asserted(assertion), ...more };
  const { status, body } = await post(respondToTokenRequest, form);
  return [status, (JSON.parse(body ?? "") as { error: string }).error];
}

const ACCEPTED = [400, "invalid_grant"];
const REFUSED = [401, "invalid_client"];

test.each(["ES256", "RS256", "EdDSA"] as const)("a client that signs with %s gets and revokes tokens", async (alg) => {
  const key = makeKey(alg);
  const app = await makeSigner(writeSet(makeKey(), key));
  const form = await approveFor(app, await world.user());
  const tokenUrl = `${issuer()}/oauth/token`;
  const answer = await post(respondToTokenRequest, {
    ...form,
    ...asserted(sign(key, app.clientId, { claims: { aud: [tokenUrl] } })),
    client_id: undefined,
  });
  expect(answer.status).toBe(200);
  const { refresh_token } = read(answer);
  const refreshed = { ...refreshForm(app, refresh_token), ...asserted(sign(key, app.clientId)) };
  const next = read(await post(respondToTokenRequest, refreshed)).refresh_token;
  const unsigned = { client_id: app.clientId, token: next };
  expect((await post(respondToRevocation, unsigned)).status).toBe(401);
  expect((await post(respondToRevocation, { ...unsigned, ...asserted(sign(key, app.clientId)) })).status).toBe(200);
  const last = { ...refreshForm(app, next), ...asserted(sign(key, app.clientId)) };
  expect(read(await post(respondToTokenRequest, last)).error).toBe("invalid_grant");
});

describe("refuses", () => {
  const seconds = () => Math.floor(Date.now() / 1000);
  const claims = (change: () => object) => (key: SigningKey, id: string) => sign(key, id, { claims: change() });
  test.each<[string, (key: SigningKey, id: string) => string]>([
    ["alg none", (key, id) => dropSignature(sign(key, id))],
    ["alg none with a signature", (key, id) => sign(key, id, { header: { alg: "none" } })],
    ["HS256 with the public key as secret", (key, id) => signWithPublicKey(key, sign(key, id))],
    ["another algorithm than the key's", (key, id) => sign(key, id, { header: { alg: "RS256" } })],
    ["a critical extension", (key, id) => sign(key, id, { header: { crit: ["b64"], b64: false } })],
    ["an access token's type", (key, id) => sign(key, id, { header: { typ: "at+jwt" } })],
    ["the kid of another key", (key, id) => sign(makeKey("ES256", key.kid), id)],
    ["an unknown kid", (key, id) => sign(key, id, { header: { kid: "../../etc/passwd" } })],
    ["a changed claim", (key, id) => sign(key, id).replace(/\.[^.]+\./, (part) => `${part.slice(0, -2)}A.`)],
    ["another server as audience", claims(() => ({ aud: "https://other.example" }))],
    ["another server beside this one", claims(() => ({ aud: [issuer(), "https://other.example"] }))],
    ["no audience", claims(() => ({ aud: undefined }))],
    ["an expired one", claims(() => ({ exp: seconds() - 31 }))],
    ["an expiry too far away", claims(() => ({ exp: seconds() + 700 }))],
    ["no expiry", claims(() => ({ exp: undefined }))],
    ["an expiry that is no number", claims(() => ({ exp: "9999999999" }))],
    ["one of the future", claims(() => ({ nbf: seconds() + 60 }))],
    ["one issued in the future", claims(() => ({ iat: seconds() + 60 }))],
    ["no jti", claims(() => ({ jti: undefined }))],
    ["an empty jti", claims(() => ({ jti: "" }))],
    ["another issuer", claims(() => ({ iss: "app_other" }))],
    ["another subject", claims(() => ({ sub: "app_other" }))],
    ["no JWT", () => "a.b.c"],
  ])("%s", async (_, forge) => {
    const key = makeKey();
    const app = await makeSigner(writeSet(key));
    expect(await tryAssertion(app, forge(key, app.clientId))).toEqual(REFUSED);
    expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(ACCEPTED);
  });

  test("another client's assertion, also for one with the same jti", async () => {
    const [key, foreignKey] = [makeKey(), makeKey()];
    const [app, foreign] = [await makeSigner(writeSet(key)), await makeSigner(writeSet(foreignKey))];
    const assertion = sign(foreignKey, foreign.clientId, { claims: { jti: "one" } });
    expect(await tryAssertion(app, assertion)).toEqual(REFUSED);
    expect(await tryAssertion(app, sign(foreignKey, app.clientId))).toEqual(REFUSED);
    expect(await tryAssertion(app, sign(key, app.clientId, { claims: { jti: "one" } }))).toEqual(ACCEPTED);
    expect(await tryAssertion(foreign, assertion)).toEqual(ACCEPTED);
  });

  test("two ways to authenticate, and a wrong type", async () => {
    const key = makeKey();
    const app = await makeSigner(writeSet(key));
    const bad = [400, "invalid_request"];
    expect(await tryAssertion(app, sign(key, app.clientId), { client_secret: "x" })).toEqual(bad);
    expect(await tryAssertion(app, sign(key, app.clientId), { client_assertion_type: "jwt" })).toEqual(bad);
    expect(await tryAssertion(app, sign(key, app.clientId), { client_assertion: undefined })).toEqual(bad);
  });
});

describe("a client has one way to authenticate", () => {
  test("a client with keys gets no secret, and its keys can only be replaced", async () => {
    const [key, next] = [makeKey(), makeKey()];
    const { admin, id, ...app } = await makeSigner(writeSet(key));
    const bare = refreshForm({ id, ...app }, "svc_rt_none");
    for (const client_secret of [undefined, "svc_cs_x"]) {
      expect((await post(respondToTokenRequest, { ...bare, client_secret })).status).toBe(401);
    }
    const rotated = await rotateSecret(admin, id, { overlap: "24h", secretId: "" });
    expect(rotated).toEqual({ kind: "refused", reason: "no_secret" });
    const edit = async (keys: string) =>
      editApp(admin, id, (await readApp(admin, id)).app.updatedAt, { ...INPUT, keys });
    await expect(edit("")).rejects.toMatchObject({ code: "validation_error" });
    expect(await edit(writeSet(next))).toEqual({ kind: "saved" });
    expect(await tryAssertion({ id, ...app }, sign(key, app.clientId))).toEqual(REFUSED);
    expect(await tryAssertion({ id, ...app }, sign(next, app.clientId))).toEqual(ACCEPTED);
  });

  test("a client with a secret and a public one cannot sign", async () => {
    const key = makeKey();
    for (const isConfidential of [true, false]) {
      const app = await world.oauthApp({ isConfidential });
      expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(REFUSED);
      const admin = await makeAdmin();
      const { updatedAt } = (await readApp(admin, app.id)).app;
      await expect(editApp(admin, app.id, updatedAt, { ...INPUT, keys: writeSet(key) })).rejects.toMatchObject({
        code: "validation_error",
      });
    }
  });

  test.each([
    ["a public app", { clientType: "public", keys: writeSet(makeKey()) }],
    ["private keys", { keys: JSON.stringify({ keys: [makeKey().privateKey.export({ format: "jwk" })] }) }],
    ["a shared key", { keys: JSON.stringify({ keys: [{ kty: "oct", k: "c2VjcmV0" }] }) }],
    ["no usable key", { keys: '{"keys":[{"kty":"EC","crv":"P-384","x":"AA","y":"AA"}]}' }],
    ["no JSON", { keys: "{" }],
    ["too many keys", { keys: JSON.stringify({ keys: Array(21).fill(makeKey().jwk) }) }],
    ["a URL that is not https", { keys: "http://app.example/jwks.json" }],
  ])("registers no keys for %s", async (_, change) => {
    await expect(registerApp(await makeAdmin(), { ...INPUT, ...change })).rejects.toMatchObject({
      code: "validation_error",
    });
  });
});

describe("an assertion is used once", () => {
  test("accepts one of 20 concurrent uses", async () => {
    const key = makeKey();
    const app = await makeSigner(writeSet(key));
    const assertion = sign(key, app.clientId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => tryAssertion(app, assertion)));
    expect(answers.filter(([status]) => status === 400)).toEqual([ACCEPTED]);
    expect(answers.filter(([status]) => status === 401)).toHaveLength(19);
    wait(89_000);
    expect(await tryAssertion(app, assertion)).toEqual(REFUSED);
  });

  test("erases its trace after it has expired", async () => {
    const key = makeKey();
    const app = await makeSigner(writeSet(key));
    await tryAssertion(app, sign(key, app.clientId));
    const count = async () => (await database.query("SELECT 1 FROM oauth_client_assertions")).length;
    await eraseExpiredTokens();
    expect(await count()).toBeGreaterThan(0);
    wait(DEAD_TOKEN_RETENTION_MS + 200_000);
    await eraseExpiredTokens();
    expect(await count()).toBe(0);
  });
});

describe("keys at a URL", () => {
  const countFetches = (path: string) => publisher.fetched.filter((fetched) => fetched === path).length;
  const urlOf = (path: string) => `https://client.example${path}`;
  const publish = (path: string, ...keys: SigningKey[]) => publisher.publish(path, writeSet(...keys));

  test("are read once for concurrent requests, and once a minute for an unknown kid", async () => {
    const path = "/rotating.json";
    const [first, second] = [makeKey(), makeKey()];
    publish(path, first);
    const app = await makeSigner(urlOf(path));
    const many = await Promise.all(Array.from({ length: 10 }, () => tryAssertion(app, sign(first, app.clientId))));
    expect([new Set(many.flat()), countFetches(path)]).toEqual([new Set(ACCEPTED), 1]);
    publish(path, second);
    expect(await tryAssertion(app, sign(second, app.clientId))).toEqual(REFUSED);
    expect(countFetches(path)).toBe(1);
    wait(CLIENT_KEYS_READ_MIN_MS + 1_000);
    const rotated = await Promise.all(Array.from({ length: 10 }, () => tryAssertion(app, sign(second, app.clientId))));
    expect([new Set(rotated.flat()), countFetches(path)]).toEqual([new Set(ACCEPTED), 2]);
    for (let round = 0; round < 20; round += 1) {
      expect(await tryAssertion(app, sign(makeKey(), app.clientId))).toEqual(REFUSED);
    }
    expect(countFetches(path)).toBe(2);
    expect(await tryAssertion(app, sign(first, app.clientId))).toEqual(REFUSED);
  });

  test("are not read again while they are fresh", async () => {
    const path = "/fresh.json";
    const key = makeKey();
    publish(path, key);
    const app = await makeSigner(urlOf(path));
    for (let round = 0; round < 3; round += 1) {
      expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(ACCEPTED);
      wait(CLIENT_KEYS_READ_MIN_MS + 1_000);
    }
    expect(countFetches(path)).toBe(1);
  });

  test("stay valid while their publisher is away, until they are stale", async () => {
    const path = "/away.json";
    const key = makeKey();
    publish(path, key);
    const app = await makeSigner(urlOf(path));
    expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(ACCEPTED);
    publisher.publish(path, "", {}, 503);
    wait(2 * DAY_MS);
    expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(ACCEPTED);
    wait(CLIENT_DOCUMENT_STALE_DAYS * DAY_MS);
    expect(await tryAssertion(app, sign(key, app.clientId))).toEqual(REFUSED);
  });

  test.each([
    ["that are a giant file", (path: string) => publisher.publish(path, { keys: [], pad: "x".repeat(20_000) })],
    ["that redirect", (path: string) => publisher.publish(path, "", { location: "/elsewhere" }, 302)],
    [
      "that are private",
      (path: string) => publisher.publish(path, { keys: [makeKey().privateKey.export({ format: "jwk" })] }),
    ],
    ["that are no JSON", (path: string) => publisher.publish(path, "<html>")],
  ])("%s authenticate no one", async (name, publishBad) => {
    const path = `/${name.replaceAll(" ", "-")}.json`;
    publishBad(path);
    const app = await makeSigner(urlOf(path));
    expect(await tryAssertion(app, sign(makeKey(), app.clientId))).toEqual(REFUSED);
    expect(countFetches(path)).toBe(1);
  });

  test("are not read from a private address", async () => {
    const dialled: string[] = [];
    const client = createGuardedClient({
      dial: ({ address }) => {
        dialled.push(address);
        return Promise.reject(new Error("No connection in this test."));
      },
      resolve: () => Promise.resolve(["10.0.0.7"]),
    });
    const known = shared("client-document-client", () => client);
    const call = known.call;
    known.call = client.call;
    const app = await makeSigner("https://inside.example/jwks.json");
    expect(await tryAssertion(app, sign(makeKey(), app.clientId))).toEqual(REFUSED);
    known.call = call;
    expect(dialled).toEqual([]);
  });
});
