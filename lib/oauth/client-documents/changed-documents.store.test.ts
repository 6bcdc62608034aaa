import { afterEach, expect, test, vi } from "vitest";
import { asserted, makeKey, type SigningKey, signAssertion } from "../../../e2e/support/attacks/assertions";
import { useClientScene } from "../../../e2e/support/scenes/client-scene";
import { post } from "../../../e2e/support/scenes/token-scene";
import {
  CLIENT_DOCUMENT_FRESH_MAX_MS,
  CLIENT_DOCUMENT_FRESH_MIN_MS,
  CLIENT_DOCUMENT_STALE_DAYS,
} from "../../platform/client-document-limits";
import { env } from "../../platform/env";
import { readApp } from "../apps/apps-query";
import { respondToTokenRequest } from "../endpoints";
import { approveClient } from "./decide-client";
import { listClients, readClientRow } from "./queries";
import { readForApproval } from "./read-client-document";

const { database, makeClient, approve, authorize } = useClientScene();
const DAY_MS = 24 * 60 * 60 * 1000;

afterEach(() => {
  vi.useRealTimers();
});

const SIGNS = { token_endpoint_auth_method: "private_key_jwt" };

/** invalid_grant shows that the client was let in. */
async function tryToken(url: string, key: SigningKey): Promise<string[]> {
  const form = { grant_type: "refresh_token", client_id: url, refresh_token: "svc_rt_none" };
  const forms = [form, { ...form, ...asserted(signAssertion(key, url, env().SVC_BASE_URL)) }];
  const answers = await Promise.all(forms.map((fields) => post(respondToTokenRequest, fields)));
  return answers.map(({ body }) => (JSON.parse(body ?? "") as { error: string }).error);
}

function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

test("a document is read again after its own time, within the limits, and by one request of many", async () => {
  const [short, long, none] = [
    makeClient({}, { "cache-control": "max-age=1" }),
    makeClient({}, { "cache-control": "max-age=999999" }),
    makeClient(),
  ];
  for (const { url } of [short, long, none]) await approve(url);
  const authorizeAll = () =>
    Promise.all([short, long, none].flatMap(({ url }) => Array.from({ length: 8 }, () => authorize(url))));
  const fetches = () => [short, long, none].map(({ countFetches }) => countFetches());
  await authorizeAll();
  expect(fetches()).toEqual([1, 1, 1]);
  pass(CLIENT_DOCUMENT_FRESH_MIN_MS + 1_000);
  expect(new Set(await authorizeAll())).toEqual(new Set(["valid"]));
  expect(fetches()).toEqual([2, 1, 1]);
  pass(CLIENT_DOCUMENT_FRESH_MAX_MS);
  await authorizeAll();
  expect(fetches()).toEqual([3, 2, 2]);
});

test("a removed redirect URI ends at once, a new one and a new name wait for an administrator", async () => {
  const kept = "https://robot.example/callback";
  const [old, fresh] = ["https://old.example/callback", "https://new.example/callback"];
  const client = makeClient({ redirect_uris: [kept, old] });
  const { admin, id, appId } = await approve(client.url, { callbackPort: "" });
  expect(await authorize(client.url, old)).toBe("valid");
  client.publish({ redirect_uris: [kept, fresh], client_name: "Your bank" });
  pass(CLIENT_DOCUMENT_FRESH_MAX_MS + 1_000);
  expect(await authorize(client.url, kept)).toBe("valid");
  expect(await authorize(client.url, old)).toBe("redirect_unknown");
  expect(await authorize(client.url, fresh)).toBe("redirect_unknown");
  expect((await readApp(admin, appId)).app).toMatchObject({ name: "Robot", redirectUris: [kept] });
  const acts = await database.query(
    "SELECT route, user_id, details->>'reason' AS reason FROM audit_log WHERE resource_id = $1 ORDER BY id",
    [appId],
  );
  expect(acts).toEqual([
    { route: "oauth_app.register", user_id: admin.userId, reason: null },
    { route: "oauth_app.update", user_id: null, reason: "document_changed" },
  ]);
  expect((await listClients(admin)).changed.map(({ url }) => url)).toContain(client.url);
  const { seen } = await readClientRow(admin, id);
  expect(await approveClient(admin, id, { seen, callbackPort: "" })).toEqual({ kind: "approved", appId });
  expect((await readApp(admin, appId)).app).toMatchObject({ name: "Your bank", redirectUris: [kept, fresh] });
  expect([await authorize(client.url, fresh), (await listClients(admin)).changed]).toEqual(["valid", []]);
});

test("a change that its publisher reverts needs no decision", async () => {
  const client = makeClient();
  const { admin, appId } = await approve(client.url);
  const before = (await readApp(admin, appId)).app.redirectUris;
  client.publish({ redirect_uris: ["https://other.example/"] });
  await readForApproval(admin, client.url);
  expect((await readApp(admin, appId)).app.redirectUris).toEqual([]);
  expect(await authorize(client.url)).toBe("redirect_unknown");
  client.publish();
  await readForApproval(admin, client.url);
  expect((await readApp(admin, appId)).app.redirectUris).toEqual(before);
  expect(await authorize(client.url)).toBe("valid");
});

test("an unreadable document blocks new consent once it is stale, until it is readable again", async () => {
  const client = makeClient();
  await approve(client.url);
  client.publish({}, 503);
  pass((CLIENT_DOCUMENT_STALE_DAYS - 1) * DAY_MS);
  expect(await authorize(client.url)).toBe("valid");
  pass(2 * DAY_MS);
  expect(await authorize(client.url)).toBe("client_unreadable");
  client.publish();
  expect(await authorize(client.url)).toBe("client_unreadable");
  pass(CLIENT_DOCUMENT_FRESH_MIN_MS + 1_000);
  expect(await authorize(client.url)).toBe("valid");
});

test("a document that drops or moves its keys rejects every client until it is approved again", async () => {
  const key = makeKey();
  const client = makeClient({ ...SIGNS, jwks: { keys: [key.jwk] } });
  const { admin, id, appId } = await approve(client.url);
  expect(await tryToken(client.url, key)).toEqual(["invalid_client", "invalid_grant"]);
  client.publish({ token_endpoint_auth_method: "none", jwks: undefined });
  await readForApproval(admin, client.url);
  expect(await tryToken(client.url, key)).toEqual(["invalid_client", "invalid_client"]);
  client.publish({ jwks: undefined, jwks_uri: "https://client.example/others.json" });
  await readForApproval(admin, client.url);
  expect(await tryToken(client.url, key)).toEqual(["invalid_client", "invalid_client"]);
  expect((await readApp(admin, appId)).app).toMatchObject({ clientType: "confidential", keys: { jwks: [] } });
  client.publish();
  await readForApproval(admin, client.url);
  expect(await tryToken(client.url, key)).toEqual(["invalid_client", "invalid_grant"]);
  client.publish({ token_endpoint_auth_method: "none", jwks: undefined });
  await readForApproval(admin, client.url);
  const { seen, isChanged } = await readClientRow(admin, id);
  expect([isChanged, await approveClient(admin, id, { seen, callbackPort: "" })]).toEqual([
    true,
    { kind: "approved", appId },
  ]);
  expect(await tryToken(client.url, key)).toEqual(["invalid_grant", "invalid_client"]);
});

test("a public client that begins to sign stays public until that is approved", async () => {
  const key = makeKey();
  const client = makeClient();
  const { admin, id } = await approve(client.url);
  client.publish({ ...SIGNS, jwks: { keys: [key.jwk] } });
  await readForApproval(admin, client.url);
  expect(await tryToken(client.url, key)).toEqual(["invalid_grant", "invalid_client"]);
  const { seen } = await readClientRow(admin, id);
  await approveClient(admin, id, { seen, callbackPort: "" });
  expect(await tryToken(client.url, key)).toEqual(["invalid_client", "invalid_grant"]);
});
