import { describe, expect, test } from "vitest";
import { sha256 } from "../../platform/crypto";
import { acceptsSecret, readCredentials } from "./client-credentials";
import type { OAuthProblem } from "./oauth-error";

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
const body = (fields: Record<string, string>) => new Map(Object.entries(fields));

function refusal(authorization: string | null, fields: Record<string, string>): [string, number, boolean] {
  try {
    readCredentials(authorization, body(fields));
  } catch (error) {
    const { code, status, headers } = error as OAuthProblem;
    return [code, status, "www-authenticate" in headers];
  }
  throw new Error("It was not refused.");
}

describe("readCredentials", () => {
  test("takes a client by name, by header and by body", () => {
    expect(readCredentials(null, body({ client_id: "a" }))).toEqual({
      clientId: "a",
      secret: null,
      assertion: null,
      method: "none",
    });
    expect(readCredentials(null, body({ client_id: "a", client_secret: "s" }))).toMatchObject({
      method: "client_secret_post",
    });
    const inHeader = { clientId: "a", secret: "s", assertion: null, method: "client_secret_basic" };
    expect(readCredentials(basic("a:s"), body({}))).toEqual(inHeader);
    expect(readCredentials(`basic   ${basic("a:s").slice(6)} `, body({ client_id: "a" }))).toEqual(inHeader);
  });

  test("decodes the header's form encoding; a colon belongs to the secret", () => {
    expect(readCredentials(basic("a%20b:c%3Ad:e+f"), body({}))).toMatchObject({ clientId: "a b", secret: "c:d:e f" });
  });

  test.each<[string, string | null, Record<string, string>, [string, number, boolean]]>([
    ["nobody", null, {}, ["invalid_client", 401, true]],
    ["a secret of nobody", null, { client_secret: "s" }, ["invalid_client", 401, true]],
    ["two secrets", basic("a:s"), { client_secret: "s" }, ["invalid_request", 400, false]],
    ["two clients", basic("a:s"), { client_id: "b" }, ["invalid_request", 400, false]],
    ["another scheme", "Bearer x", { client_id: "a" }, ["invalid_client", 401, true]],
    ["an empty header", "", { client_id: "a" }, ["invalid_client", 401, true]],
    ["no base64", "Basic ???", {}, ["invalid_client", 401, true]],
    ["no colon", basic("a"), {}, ["invalid_client", 401, true]],
    ["no secret", basic("a:"), {}, ["invalid_client", 401, true]],
    ["no name", basic(":s"), {}, ["invalid_client", 401, true]],
    ["bad encoding", basic("%zz:s"), {}, ["invalid_client", 401, true]],
  ])("refuses %s", (_, authorization, fields, expected) => {
    expect(refusal(authorization, fields)).toEqual(expected);
  });
});

test("a confidential client needs one of its live secrets, a public one must have none", () => {
  const named = (secret: string | null) => ({ secret });
  const confidential = { isConfidential: true, usesKeys: false, secretHashes: [sha256("old"), sha256("new")] };
  expect(["old", "new", "other", null].map((secret) => acceptsSecret(confidential, named(secret)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(acceptsSecret({ ...confidential, secretHashes: [] }, named("x"))).toBe(false);
  expect(acceptsSecret({ ...confidential, usesKeys: true }, named("old"))).toBe(false);
  const open = { isConfidential: false, usesKeys: false, secretHashes: [] };
  expect([acceptsSecret(open, named(null)), acceptsSecret(open, named("x"))]).toEqual([true, false]);
});
