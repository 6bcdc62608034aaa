import { generateKeyPairSync, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCsrf } from "../support/browser/oauth-flow";
import { readManifest } from "../support/scenes/manifest";
import { runSql } from "../support/scenes/run-sql";
import { type Service, startService } from "../support/service";

let service: Service;
const scanner = generateKeyPairSync("ed25519");
const scannerKey = scanner.publicKey.export({ format: "der", type: "spki" }).toString("base64");

beforeAll(async () => {
  service = await startService({
    env: { SVC_LOG_LEVEL: "debug", SVC_LEAK_SCANNER_KEYS: `scanner-1:${scannerKey}` },
  });
});
afterAll(async () => {
  await service.stop();
});

/** Every string of the manifest under a name that holds a secret. */
function listSecrets(value: unknown, name = ""): string[] {
  if (typeof value === "string") return /^(password|key|secret|clientSecret)$/.test(name) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => listSecrets(inner, member));
}

/** All rows of all tables as text: bytea shows as hex, so a secret stored as bytes is looked for in hex too. */
async function dumpDatabase(url: string): Promise<string> {
  const tables = await runSql<{ name: string }>(
    url,
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  // One after the other: there are more tables than connections.
  for (const { name } of tables) {
    const rows = await runSql<{ text: string }>(url, `SELECT row_to_json(t)::text AS text FROM ${name} t`);
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join("\n");
}

test("a scanner's signed report revokes a key, and an unsigned one does not", async () => {
  const { baseUrl, apiKeys } = readManifest(service.manifestFile);
  const { key } = apiKeys.orgReadOnly;
  const readRooms = async () => (await fetch(`${baseUrl}/v1/rooms`, { headers: { "x-api-key": key } })).status;
  const body = JSON.stringify([{ token: key, type: "svc_api_key", url: `https://example.com/?key=${key}` }]);
  const report = (signature: string) =>
    fetch(`${baseUrl}/api/leaks`, {
      method: "POST",
      headers: { "github-public-key-identifier": "scanner-1", "github-public-key-signature": signature },
      body,
    });
  const refused = await report("");
  expect([refused.status, await refused.json()]).toMatchObject([401, { error: { code: "unauthenticated" } }]);
  expect(await readRooms()).toBe(200);
  const taken = await report(sign(null, Buffer.from(body), scanner.privateKey).toString("base64"));
  expect([taken.status, await taken.json()]).toMatchObject([200, [{ label: "true_positive" }]]);
  expect(await readRooms()).toBe(401);
});

test("no issued or sent secret is in a log line or in a row", async () => {
  const manifest = readManifest(service.manifestFile);
  const { baseUrl, databaseUrl, apiKeys, users } = manifest;
  const { clientId, clientSecret = "" } = manifest.oauthApps.confidential;
  const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
  const key = apiKeys.user.key;
  const invented = `svc_test_${"Zz9-".repeat(10)}abc`;
  const bearer = (credential: string) => ({ authorization: `Bearer ${credential}` });
  const attempts: [string, RequestInit][] = [
    ["/v1/me", { headers: bearer(key) }],
    ["/v1/me", { headers: { "x-api-key": key } }],
    ["/v1/me", { headers: bearer(invented) }],
    ["/v1/me", { headers: bearer(apiKeys.revoked.key) }],
    ["/v1/me", { headers: { authorization: key } }],
    [`/v1/me?api_key=${key}`, {}],
    [`/v1/${key}`, { headers: bearer(key) }],
    [`/v1/rooms/${key}/messages`, { headers: bearer(key) }],
    ["/v1/me", { headers: { ...bearer(key), "x-request-id": `${key} ` } }],
    ["/v1/rooms", { method: "POST", headers: bearer(key), body: key }],
    [`/${key}`, {}],
    [`/settings/developer/api-keys/${key}`, {}],
    ["/oauth/token", form({ client_id: clientId, client_secret: clientSecret, refresh_token: invented })],
    ["/oauth/token", form({ client_id: clientSecret, client_secret: key, grant_type: key, code: invented })],
    ["/oauth/revoke", form({ client_id: clientId, client_secret: clientSecret, token: invented })],
    [`/oauth/authorize?client_id=${clientSecret}&state=${key}`, {}],
    [`/oauth/consent?request=${clientSecret}`, {}],
    [
      "/login",
      { method: "POST", body: new URLSearchParams({ email: users.owner.email, password: users.owner.password }) },
    ],
  ];
  for (const [path, init] of attempts) {
    const response = await fetch(`${baseUrl}${path}`, { redirect: "manual", ...init });
    expect(response.status, path).toBeLessThan(500);
    await response.arrayBuffer();
  }
  const { csrfToken, cookie } = await openCsrf(baseUrl);
  for (const password of [users.owner.password, "not-the-password-1"]) {
    await fetch(`${baseUrl}/api/auth/callback/credentials`, {
      method: "POST",
      redirect: "manual",
      headers: { cookie },
      body: new URLSearchParams({ csrfToken, email: users.owner.email, password, json: "true" }),
    }).then((response) => response.arrayBuffer());
  }

  const settings = [...readFileSync(join(service.dataDir, "env"), "utf8").matchAll(/^\w+=(.{16,})$/gm)];
  const secrets = [
    ...listSecrets(manifest),
    ...settings.map(([, value = ""]) => value.replaceAll('"', "")),
    invented,
    "not-the-password-1",
  ];
  // The start card shows the demo's passwords and one key on purpose; the log follows it.
  const output = service.readOutput();
  const logs = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .join("\n");
  const rows = await dumpDatabase(databaseUrl);
  expect(secrets.length).toBeGreaterThan(12);
  expect(rows).toContain(users.owner.email);
  for (const secret of secrets) {
    expect(logs.includes(secret), "a secret in the log").toBe(false);
    expect(rows.includes(secret) || rows.includes(Buffer.from(secret).toString("hex")), "a secret in a row").toBe(
      false,
    );
  }
});
