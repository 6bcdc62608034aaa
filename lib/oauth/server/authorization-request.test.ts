import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { approveTo, checkRequest, refuseTo } from "./authorization-request";
import { OAuthProblem } from "./oauth-error";
import { extendUrl, readParameters } from "./parameters";

const ISSUER = "http://localhost:3000";
const APP = {
  redirectUris: ["https://app.test/cb", "https://app.test/cb?x=1"],
  allowedScopes: ["me:read", "rooms:read"],
};
const GOOD = {
  response_type: "code",
  client_id: "app_1",
  redirect_uri: "https://app.test/cb",
  scope: "rooms:read me:read me:read",
  code_challenge: "c".repeat(43),
  code_challenge_method: "S256",
};
const judge = (changes: Record<string, string> = {}) =>
  checkRequest(new URLSearchParams({ ...GOOD, ...changes }).toString(), APP, ISSUER);

test("scopes come in the contract's order and once, no resource means the API, no state is none", () => {
  expect(judge()).toMatchObject({
    kind: "valid",
    request: { scopes: ["me:read", "rooms:read"], audience: "api", state: null, redirectUri: "https://app.test/cb" },
  });
  expect(judge({ resource: `${ISSUER}/mcp` })).toMatchObject({ request: { audience: "mcp" } });
});

test("challenges of 43 and of 128 characters are good", () => {
  for (const length of [43, 128]) expect(judge({ code_challenge: "~".repeat(length) }).kind).toBe("valid");
});

test("parameters that this server does not know are ignored, an empty one counts as omitted", () => {
  expect(judge({ prompt: "none", nonce: "n", response_mode: "query", request: "", resource: "" }).kind).toBe("valid");
});

test("sends the browser to registered redirect URIs only", () => {
  const anything = fc.oneof(fc.string(), fc.constantFrom(...Object.values(GOOD), "https://app.test/cb?x=1"));
  const queries = fc.array(fc.tuple(fc.constantFrom(...Object.keys(GOOD), "state", "resource"), anything));
  fc.assert(
    fc.property(queries, (pairs) => {
      const judgement = checkRequest(new URLSearchParams(pairs).toString(), APP, ISSUER);
      if (judgement.kind === "untrusted") return;
      const target = judgement.kind === "refused" ? judgement.redirectTo : judgement.request.redirectUri;
      expect(APP.redirectUris.some((uri) => target.startsWith(uri))).toBe(true);
      expect(new URL(target).origin).toBe("https://app.test");
    }),
    { numRuns: 500 },
  );
});

test("any state comes back as it was, beside the issuer", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (state) => {
      const sent = state.toWellFormed();
      for (const redirectUri of APP.redirectUris) {
        const approved = new URL(approveTo({ redirectUri, state: sent }, "code", ISSUER));
        const refused = new URL(
          refuseTo({ redirectUri, state: sent }, new OAuthProblem("access_denied", "No."), ISSUER),
        );
        for (const url of [approved, refused]) {
          expect([url.searchParams.get("state"), url.searchParams.get("iss")]).toEqual([sent, ISSUER]);
        }
      }
    }),
  );
});

describe("extendUrl", () => {
  test.each([
    ["https://a.test/cb", "https://a.test/cb?code=1%262"],
    ["https://a.test/cb?", "https://a.test/cb?code=1%262"],
    ["https://a.test/cb?x=%C3%A9&y", "https://a.test/cb?x=%C3%A9&y&code=1%262"],
    ["https://a.test/cb?x&", "https://a.test/cb?x&code=1%262"],
  ])("%s → %s", (url, extended) => {
    expect(extendUrl(url, { code: "1&2", state: null })).toBe(extended);
  });
});

describe("readParameters", () => {
  test("a repeated name has no value, in any encoding", () => {
    for (const query of ["a=1&a=2", "a=1&%61=2", "a=&a=2", "a=1&a", "a&a"]) {
      const { values, repeated } = readParameters(query);
      expect([query, values.has("a"), [...repeated]]).toEqual([query, false, ["a"]]);
    }
  });
});
