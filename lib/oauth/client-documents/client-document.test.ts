import { expect, test } from "vitest";
import { makeKey, type SigningKey } from "../../../e2e/support/attacks/assertions";
import { writeDocument } from "../../../e2e/support/servers/publisher";
import { REDIRECT_URIS_MAX } from "../apps/choices";
import {
  digestDocument,
  hasOpenPort,
  listRedirectUris,
  narrowKeys,
  readClientDocument,
  readFreshnessMs,
} from "./client-document";

const URL_OF_CLIENT = "https://app.example/client.json";

const read = (body: unknown) =>
  readClientDocument(URL_OF_CLIENT, Buffer.from(typeof body === "string" ? body : JSON.stringify(body)));
const change = (members: object) => read(writeDocument(URL_OF_CLIENT, members));

const KEY = makeKey();
const SIGNS = { token_endpoint_auth_method: "private_key_jwt" };
const PUBLIC_BY_CHOICE = { ...SIGNS, token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] };

function readValid(members: object = {}) {
  const reading = change(members);
  if (reading.problem !== null) throw new Error(reading.problem);
  return reading.document;
}

test("of a valid document the name, the website and the redirect URIs are used, and no logo", () => {
  expect(readValid()).toEqual({
    name: "Robot",
    websiteUrl: "https://app.example/about",
    redirectUris: ["http://127.0.0.1/callback", "https://robot.example/callback"],
    leftOutUris: [],
    isPublic: true,
    keys: null,
  });
  const minimal = { client_id: URL_OF_CLIENT, client_name: "Robot", redirect_uris: ["https://robot.example/cb"] };
  expect(read(minimal)).toMatchObject({ problem: null, document: { websiteUrl: null } });
});

test.each([
  ["not_json", "{"],
  ["not_json", "[]"],
  ["not_json", "null"],
  ["not_json", '"text"'],
  ["other_client_id", { client_name: "Robot" }],
  ["other_client_id", writeDocument(URL_OF_CLIENT, { client_id: `${URL_OF_CLIENT}/` })],
  ["other_client_id", writeDocument(URL_OF_CLIENT, { client_id: "https://APP.example/client.json" })],
  ["other_client_id", writeDocument(URL_OF_CLIENT, { client_id: [URL_OF_CLIENT] })],
] as const)("%s: %j", (problem, body) => {
  expect(read(body)).toEqual({ problem });
});

test("bytes that are not UTF-8 are no JSON", () => {
  expect(readClientDocument(URL_OF_CLIENT, Buffer.from([0x22, 0xff, 0x22]))).toEqual({ problem: "not_json" });
});

test.each([
  ["secret_client", { token_endpoint_auth_method: "client_secret_post" }],
  [
    "secret_client",
    { token_endpoint_auth_method: "client_secret_basic", token_endpoint_auth_methods_supported: "none" },
  ],
  ["secret_client", { ...PUBLIC_BY_CHOICE, client_secret: "x" }],
  ["keys_invalid", { token_endpoint_auth_method: "private_key_jwt" }],
  ["keys_invalid", { ...SIGNS, jwks: { keys: [] } }],
  ["keys_invalid", { ...SIGNS, jwks: { keys: [KEY.jwk] }, jwks_uri: "https://app.example/jwks.json" }],
  ["keys_private", { ...SIGNS, jwks: { keys: [KEY.privateKey.export({ format: "jwk" })] } }],
  ["keys_url", { ...SIGNS, jwks_uri: "http://app.example/jwks.json" }],
  ["keys_url", { ...SIGNS, jwks_uri: 7 }],
  ["secret_client", { token_endpoint_auth_method: 1 }],
  ["secret_client", { client_secret: "" }],
  ["secret_client", { client_secret_expires_at: 0 }],
  ["code_missing", { grant_types: ["client_credentials"] }],
  ["code_missing", { grant_types: "authorization_code" }],
  ["code_missing", { response_types: ["token"] }],
  ["name_invalid", { client_name: undefined }],
  ["name_invalid", { client_name: " " }],
  ["name_invalid", { client_name: "x".repeat(101) }],
  ["name_invalid", { client_name: "Rob\u202eto" }],
  ["name_invalid", { client_name: "Rob\u0000ot" }],
  ["uris_invalid", { redirect_uris: undefined }],
  ["uris_invalid", { redirect_uris: [] }],
  ["uris_invalid", { redirect_uris: [1] }],
  ["uris_invalid", { redirect_uris: "https://robot.example/cb" }],
  ["uris_invalid", { redirect_uris: ["robot://cb", "http://robot.example/cb", "https://*.example/cb"] }],
  [
    "uris_too_many",
    { redirect_uris: Array.from({ length: REDIRECT_URIS_MAX + 1 }, (_, n) => `https://a.example/${n}`) },
  ],
] as const)("%s: %j", (problem, members) => {
  expect(change(members)).toEqual({ problem });
});

test.each([
  [{ ...SIGNS, jwks_uri: "https://keys.example/jwks.json" }, false, { jwksUri: "https://keys.example/jwks.json" }],
  [{ ...PUBLIC_BY_CHOICE, jwks_uri: "https://keys.example/a" }, true, { jwksUri: "https://keys.example/a" }],
  [PUBLIC_BY_CHOICE, true, null],
  [{ ...PUBLIC_BY_CHOICE, token_endpoint_auth_method: "client_secret_basic" }, true, null],
])("reads the authentication of %j", (members, isPublic, keys) => {
  expect(readValid(members)).toMatchObject({ isPublic, keys });
});

test("keys are those that were approved and are still published", () => {
  const [old, kept, fresh] = [makeKey(), makeKey(), makeKey()];
  const withKeys = (...keys: SigningKey[]) => readValid({ ...SIGNS, jwks: { keys: keys.map(({ jwk }) => jwk) } });
  const withUrl = (jwks_uri: string) => readValid({ ...SIGNS, jwks_uri });
  const [one, other] = [withUrl("https://keys.example/a"), withUrl("https://keys.example/b")];
  expect(narrowKeys(withKeys(old, kept), withKeys(kept, fresh))).toEqual(withKeys(kept).keys);
  expect(narrowKeys(one, one)).toEqual({ jwksUri: "https://keys.example/a" });
  for (const changed of [other, withKeys(fresh), readValid()]) expect(narrowKeys(one, changed)).toEqual({ jwks: [] });
  expect(narrowKeys(readValid(), one)).toBeNull();
});

test("redirect URIs that no client may have are left out and shown", () => {
  const uris = ["https://robot.example/cb", "robot://cb", "https://robot.example/cb", "http://10.0.0.1/cb\u202e"];
  expect(readValid({ redirect_uris: uris })).toMatchObject({
    redirectUris: ["https://robot.example/cb"],
    leftOutUris: ["robot://cb", "http://10.0.0.1/cb?"],
  });
});

test.each([
  "https://bank.example/",
  "https://app.example:8443/",
  "http://app.example/",
  "javascript:1",
  "not a URL",
  1,
])("a website elsewhere than the client id is not shown: %s", (client_uri) => {
  expect(readValid({ client_uri }).websiteUrl).toBeNull();
});

test("a loopback URI without a port gets the one of the approval, beside its own spelling", () => {
  const uris = ["http://127.0.0.1/a", "http://localhost:33418/", "http://[::1]?x", "https://robot.example/cb"];
  const document = readValid({ redirect_uris: uris });
  expect([hasOpenPort(document), hasOpenPort({ ...document, redirectUris: uris.slice(1, 2) })]).toEqual([true, false]);
  expect(listRedirectUris(document, document, 8123)).toEqual([
    "http://127.0.0.1/a",
    "http://127.0.0.1:8123/a",
    "http://localhost:33418/",
    "http://[::1]?x",
    "http://[::1]:8123?x",
    "https://robot.example/cb",
  ]);
});

test("redirect URIs are those that were approved and are still published", () => {
  const approved = readValid({ redirect_uris: ["https://a.example/", "https://b.example/"] });
  const found = readValid({ redirect_uris: ["https://b.example/", "https://c.example/"] });
  expect(listRedirectUris(approved, found, null)).toEqual(["https://b.example/"]);
});

test("each used member changes the digest of a document, and an unused one does not", () => {
  const digests = [
    {},
    { client_name: "Other" },
    { client_uri: null },
    { redirect_uris: ["https://a.example/"] },
    { ...SIGNS, jwks_uri: "https://a.example/a" },
    { ...PUBLIC_BY_CHOICE, jwks_uri: "https://a.example/a" },
    { ...SIGNS, jwks: { keys: [KEY.jwk] } },
  ].map((members) => digestDocument(readValid(members)));
  expect(new Set(digests).size).toBe(digests.length);
  expect(digestDocument(readValid({ logo_uri: "https://elsewhere.example/x" }))).toBe(digests[0]);
});

test.each([
  [null, 86_400],
  ["max-age=3600", 3_600],
  ["public, Max-Age=600, must-revalidate", 600],
  ["max-age=1", 300],
  ["max-age=99999999", 86_400],
  ["no-store", 300],
  ["no-cache, max-age=3600", 300],
  ["s-maxage=10", 86_400],
  ["max-age=oops", 86_400],
])("Cache-Control %j is fresh for %d seconds", (header, seconds) => {
  expect(readFreshnessMs(header)).toBe(seconds * 1_000);
});
